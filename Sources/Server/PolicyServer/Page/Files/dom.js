// Elements without markup in strings: what a device or a person has written is only ever text.

const svgTags = new Set(["svg", "g", "rect", "text", "title", "line", "path"]);

/** An element. Attributes that are functions listen for events; null and false are left out. */
export function el(tag, attributes = {}, ...children) {
  const node = svgTags.has(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else if (name === "value") node.value = value;
    else if (name === "checked") node.checked = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

let timer = 0;

/** Says something that goes away by itself. */
export function notice(text, isBad = false) {
  const place = document.getElementById("notice");
  place.textContent = text;
  place.className = isBad ? "shown bad" : "shown";
  clearTimeout(timer);
  timer = setTimeout(() => { place.className = ""; }, isBad ? 8000 : 4000);
}

/** Opens a dialog and removes it when it is closed, by a button of its own or by Escape. */
export function dialog(title, content, options = {}) {
  const id = `title-${Math.random().toString(36).slice(2)}`;
  const close = el("button", { type: "button", class: "quiet", "aria-label": "Close",
    click: () => box.close() }, "✕");
  const box = el("dialog", { class: options.wide ? "wide" : null, "aria-labelledby": id,
    close: () => { box.remove(); options.closed?.(); } },
    el("div", { class: "head" }, el("h2", { id }, title), close), content);
  if (options.mayClose) {
    box.addEventListener("cancel", (event) => { if (!options.mayClose()) event.preventDefault(); });
    close.addEventListener("click", (event) => {
      if (!options.mayClose()) event.stopImmediatePropagation();
    }, { capture: true });
  }
  document.body.append(box);
  box.showModal();
  // Not the button that closes it, which comes first.
  content.querySelector("input:not([readonly]), select, textarea, button")?.focus();
  return box;
}

/** Asks before something is lost. */
export function confirmed(question, verb) {
  return new Promise((resolve) => {
    let answer = false;
    const box = dialog(question, el("div", { class: "row end" },
      el("button", { type: "button", click: () => box.close() }, "Cancel"),
      el("button", { type: "button", class: "danger", click: () => { answer = true; box.close(); } },
        verb)), { closed: () => resolve(answer) });
  });
}

/** "5 minutes ago". */
export function ago(time) {
  if (!time) return "never";
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (seconds < 60) return "just now";
  if (seconds < 3600) return words.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86400) return words.format(-Math.floor(seconds / 3600), "hour");
  return words.format(-Math.floor(seconds / 86400), "day");
}

/** The day in the browser's zone, `offset` days from today, as 2026-03-01. */
export function day(offset = 0) {
  const date = new Date();
  date.setDate(date.getDate() + offset);
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** "1 h 25 min". */
export function duration(minutes) {
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  if (hours === 0) return `${whole} min`;
  return whole % 60 === 0 ? `${hours} h` : `${hours} h ${whole % 60} min`;
}
