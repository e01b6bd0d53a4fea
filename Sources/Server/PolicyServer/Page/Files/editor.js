// A policy in a dialog: a form and its JSON, one document. It is checked while it is edited, and before it is saved.

import { call } from "./client.js";
import { confirmed, dialog, el, notice } from "./dom.js";
import { resultTable } from "./devices.js";
import { Fields } from "./fields.js";
import { policyForm } from "./form.js";

/** Opens the editor for a policy of which everything is known, its document too. */
export function edit(policy, saved) {
  let document = policy.document;
  const original = JSON.stringify({ name: policy.name, priority: policy.priority, document });
  const draft = { name: policy.name, priority: policy.priority };
  let broken = "";
  let timer = 0;
  let latest = 0;

  const verdict = el("div", { class: "verdict", role: "status", "aria-live": "polite" });
  const body = el("div", { role: "tabpanel", id: "editor-body", tabindex: "-1" });
  const isChanged = () => broken !== "" || JSON.stringify({ ...draft, document }) !== original;

  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(check, 400);
  };

  async function check() {
    const number = ++latest;
    if (broken) { showFaults([{ field: "", reason: broken }], []); return false; }
    try {
      const { faults, results } = await call("POST", "/policies/check", { document });
      if (number === latest) showFaults(faults, results);
      return faults.length === 0;
    } catch (error) {
      verdict.replaceChildren(el("p", { class: "bad" }, error.message));
      return false;
    }
  }

  function showFaults(faults, results) {
    for (const place of body.querySelectorAll(".fault")) place.textContent = "";
    for (const place of body.querySelectorAll("[aria-invalid]")) place.removeAttribute("aria-invalid");
    for (const fault of faults) {
      const place = locate(fault.field);
      if (!place) continue;
      const text = place.querySelector(":scope > .fault") ?? place.querySelector(".fault");
      if (text) text.textContent = `${fault.value ?? ""} ${fault.reason}`.trim();
      place.querySelector("input, select, textarea")?.setAttribute("aria-invalid", "true");
    }
    verdict.replaceChildren(...(faults.length > 0
      ? [el("p", { class: "bad" }, `${faults.length} to mend before it can be saved`),
        el("ul", {}, faults.slice(0, 8).map((fault) => el("li", {},
          fault.field ? el("code", {}, fault.field) : null,
          ` ${fault.value ? `is ${fault.value}: ` : ""}${fault.reason}`)))]
      : [el("p", { class: "good" }, "✓ Nothing to mend"),
        el("details", {}, el("summary", {}, `What a device can do with it: ${results.length} rules`),
          resultTable(results))]));
  }

  /** The control for a path of the check: entries of lists have controls inside those of the list. */
  function locate(path) {
    let found = null;
    const search = (root, prefix) => {
      for (const node of root.querySelectorAll("[data-path]")) {
        const own = node.dataset.path;
        const whole = own.startsWith(prefix) ? own : `${prefix}.${own}`;
        if (path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`)) found = node;
      }
    };
    search(body, "");
    if (found?.classList.contains("entry")) search(found, found.dataset.path);
    return found;
  }

  function showForm() {
    body.replaceChildren(policyForm(new Fields(document, changed)));
    check();
  }

  function showJSON() {
    body.replaceChildren(el("textarea", { class: "code", rows: 24, spellcheck: "false",
      "aria-label": "The policy as JSON", value: JSON.stringify(document, null, 2),
      input: (event) => {
        try {
          const value = JSON.parse(event.target.value);
          if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("no object");
          document = value;
          broken = "";
        } catch (error) { broken = `not JSON: ${error.message}`; }
        changed();
      } }));
    check();
  }

  const views = [["Form", showForm], ["JSON", showJSON]];
  const tabs = views.map(([name, show], index) => el("button", { type: "button", role: "tab",
    "aria-controls": "editor-body", click: () => choose(index),
    keydown: (event) => {
      if (event.key === "ArrowRight" || event.key === "ArrowLeft") choose(1 - index, true);
    } }, name));

  function choose(index, focus = false) {
    if (broken && index === 0) { notice("Mend the JSON first", true); return; }
    tabs.forEach((tab, other) => {
      tab.setAttribute("aria-selected", String(other === index));
      tab.tabIndex = other === index ? 0 : -1;
    });
    if (focus) tabs[index].focus();
    views[index][1]();
  }

  async function save() {
    clearTimeout(timer);
    if (broken) { check(); return; }
    button.disabled = true;
    try {
      const row = await call("PUT", `/policies/${policy.id}`,
        { ...draft, document, version: policy.version });
      isSaved = true;
      box.close();
      notice(`Saved as version ${row.version}`);
      saved();
    } catch (error) {
      if (error.faults?.length > 0) showFaults(error.faults, []);
      notice(error.message, true);
    } finally { button.disabled = false; }
  }

  let isSaved = false;
  const button = el("button", { type: "button", class: "main", click: save }, "Save");
  const leave = () => {
    if (isSaved || !isChanged()) return true;
    confirmed("Leave without saving?", "Leave").then((yes) => { if (yes) { isSaved = true; box.close(); } });
    return false;
  };
  const box = dialog(`Policy “${policy.name}”`, el("div", { class: "editor" },
    el("div", { class: "grid" },
      el("div", { class: "field" }, el("label", {}, el("span", {}, "Name"), el("input", {
        value: draft.name, input: (event) => { draft.name = event.target.value; } }))),
      el("div", { class: "field" }, el("label", {}, el("span", {}, "Priority"), el("input", {
        type: "number", value: draft.priority, min: -1000, max: 1000,
        input: (event) => { draft.priority = Number(event.target.value); } })),
        el("p", { class: "hint" }, "Of several active policies the lowest number is in force."))),
    el("div", { role: "tablist", class: "tabs", "aria-label": "How to edit" }, tabs), body,
    el("div", { class: "foot" }, verdict,
      el("div", { class: "row end" },
        el("button", { type: "button", click: () => { if (leave()) box.close(); } }, "Cancel"), button))),
  { wide: true, mayClose: leave });
  choose(0);
}
