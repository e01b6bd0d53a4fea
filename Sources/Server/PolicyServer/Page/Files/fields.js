// Form controls for one place in a document. Each reads the place when it is made and writes it when it is changed;
// what says nothing (empty, 0, false) is left out of the document.

import { el } from "./dom.js";

export function read(document, path) {
  return path.split(".").reduce((value, name) => value?.[name], document);
}

export function write(document, path, value) {
  const names = path.split(".");
  const last = names.pop();
  const isEmpty = value === "" || value === 0 || value === false || value === undefined
    || (Array.isArray(value) && value.length === 0);
  let place = document;
  for (const name of names) {
    if (typeof place[name] !== "object" || place[name] === null) {
      if (isEmpty) return;
      place[name] = {};
    }
    place = place[name];
  }
  if (isEmpty) delete place[last]; else place[last] = value;
  for (let depth = names.length; depth > 0; depth -= 1) {
    const owner = names.slice(0, depth - 1).reduce((value, name) => value[name], document);
    if (Object.keys(owner[names[depth - 1]]).length === 0) delete owner[names[depth - 1]];
  }
}

/** A control with its label, a hint, and room for what the check says. */
function field(path, label, control, hint) {
  return el("div", { class: "field", "data-path": path },
    el("label", {}, el("span", {}, label), control),
    hint ? el("p", { class: "hint" }, hint) : null, el("p", { class: "fault" }));
}

export class Fields {
  constructor(document, changed) {
    this.document = document;
    this.changed = changed;
  }

  set(path, value) {
    write(this.document, path, value);
    this.changed();
  }

  number(path, label, { hint, max = 1440, step = 1 } = {}) {
    return field(path, label, el("input", { type: "number", min: 0, max, step, inputmode: "decimal",
      value: read(this.document, path) ?? "", placeholder: "none",
      input: (event) => this.set(path, event.target.value === "" ? "" : Number(event.target.value)) }), hint);
  }

  time(path, label) {
    return field(path, label, el("input", { type: "time", value: read(this.document, path) ?? "",
      input: (event) => this.set(path, event.target.value) }));
  }

  check(path, label, hint) {
    return el("div", { class: "field check", "data-path": path },
      el("label", {}, el("input", { type: "checkbox", checked: read(this.document, path) === true,
        change: (event) => this.set(path, event.target.checked) }), el("span", {}, label)),
      hint ? el("p", { class: "hint" }, hint) : null, el("p", { class: "fault" }));
  }

  /** @param options pairs of a word of the document and what a person reads
   *  @param other a place that says the same, and is cleared when this one is changed */
  choice(path, label, options, other) {
    const value = read(this.document, path) ?? "";
    const known = options.some(([word]) => word === value) ? options : [...options, [value, value]];
    return field(path, label, el("select", {
      change: (event) => {
        if (other) write(this.document, other, "");
        this.set(path, event.target.value);
      } },
    known.map(([word, text]) => el("option", { value: word, selected: word === value }, text))));
  }

  /** A list, one entry a line. */
  lines(path, label, hint) {
    const value = read(this.document, path);
    const list = Array.isArray(value) ? value : [];
    return field(path, label, el("textarea", { rows: Math.min(8, Math.max(3, list.length + 1)),
      spellcheck: "false", autocapitalize: "off", value: list.join("\n"),
      input: (event) => this.set(path,
        event.target.value.split("\n").map((line) => line.trim()).filter(Boolean)) }), hint);
  }

  /** A list of words, a box each. */
  boxes(path, label, options) {
    const chosen = new Set(read(this.document, path) ?? []);
    return el("fieldset", { class: "field boxes", "data-path": path }, el("legend", {}, label),
      options.map(([word, text]) => el("label", {}, el("input", { type: "checkbox",
        checked: chosen.has(word), change: (event) => {
          if (event.target.checked) chosen.add(word); else chosen.delete(word);
          this.set(path, [...chosen]);
        } }), el("span", {}, text))), el("p", { class: "fault" }));
  }

  /** A list of objects: `row` makes the controls of one, `fresh` a new one. */
  rows(path, label, verb, fresh, row) {
    const place = el("div", { class: "field rows", "data-path": path, role: "group", "aria-label": label });
    const render = (focus) => {
      const value = read(this.document, path);
      const list = Array.isArray(value) ? value : [];
      place.replaceChildren(el("p", { class: "legend" }, label),
        ...list.map((entry, index) => el("div", { class: "entry", "data-path": `${path}[${index}]` },
          row(new Fields(entry, this.changed), index),
          el("button", { type: "button", class: "quiet", "aria-label": `Remove entry ${index + 1} of ${label}`,
            click: () => { this.set(path, list.filter((_, other) => other !== index)); render("add"); } }, "✕"))),
        el("button", { type: "button", class: "add",
          click: () => { this.set(path, [...list, fresh()]); render("last"); } }, verb),
        el("p", { class: "fault" }));
      if (focus === "add") place.querySelector(".add").focus();
      if (focus === "last") [...place.querySelectorAll(".entry")].at(-1)?.querySelector("input")?.focus();
    };
    render();
    return place;
  }
}
