// Signing in, choosing a child, and keeping what is shown up to date.

import { call, forgetToken, hasToken, setToken } from "./client.js";
import { screenTime } from "./chart.js";
import { confirmed, day, dialog, el, notice } from "./dom.js";
import { devices } from "./devices.js";
import { attempt, policies } from "./policies.js";

const content = document.getElementById("content");
const tabs = document.getElementById("children");
const signOut = document.getElementById("sign-out");
let children = [];
let chosen = null;
let shown = "";

function signIn(message = "") {
  children = [];
  shown = "";
  signOut.hidden = true;
  tabs.replaceChildren();
  const token = el("input", { type: "password", autocomplete: "current-password", required: true,
    "aria-describedby": "sign-in-hint" });
  content.replaceChildren(el("form", { class: "card narrow", submit: (event) => {
    event.preventDefault();
    setToken(token.value.trim());
    start();
  } }, el("h1", {}, "Sign in"),
  el("div", { class: "field" }, el("label", {}, el("span", {}, "Parent token"), token),
    el("p", { class: "hint", id: "sign-in-hint" },
      "The server printed it when it was started for the first time."),
    el("p", { class: "fault", role: "alert" }, message)),
  el("div", { class: "row end" }, el("button", { class: "main" }, "Sign in"))));
  token.focus();
}

async function start() {
  try {
    children = await call("GET", "/children");
  } catch (error) {
    forgetToken();
    signIn(error.status === 401 ? "That is not the parent token." : error.message);
    return;
  }
  signOut.hidden = false;
  if (!children.some((child) => child.id === chosen)) chosen = children[0]?.id ?? null;
  showTabs();
  await refresh(true);
}

function showTabs() {
  tabs.replaceChildren(...children.map((child) => el("button", { type: "button",
    "aria-current": child.id === chosen ? "page" : null,
    click: () => { chosen = child.id; showTabs(); refresh(true); } }, child.name)),
  el("button", { type: "button", class: "quiet", click: () => editChild(null) }, "+ Child"));
}

function editChild(child) {
  const name = el("input", { required: true, maxlength: 100, value: child?.name ?? "" });
  const birth = el("input", { type: "date", required: true, max: day(),
    value: child?.birth_date.slice(0, 10) ?? "" });
  const remove = async () => {
    if (!await confirmed(`Remove ${child.name}, with all devices, policies and reports?`, "Remove")) return;
    await call("DELETE", `/children/${child.id}`);
    box.close();
    start();
  };
  const box = dialog(child ? child.name : "A new child", el("form", { submit: (event) => {
    event.preventDefault();
    attempt(async () => {
      const body = { name: name.value, birth_date: birth.value };
      const row = await (child ? call("PUT", `/children/${child.id}`, body) : call("POST", "/children", body));
      chosen = row.id;
      box.close();
      start();
    });
  } },
  el("div", { class: "field" }, el("label", {}, el("span", {}, "Name"), name)),
  el("div", { class: "field" }, el("label", {}, el("span", {}, "Birth date"), birth),
    el("p", { class: "hint" }, "A new policy begins with what suits the age.")),
  el("div", { class: "row end" },
    child ? el("button", { type: "button", class: "danger", click: () => attempt(remove) }, "Remove") : null,
    el("button", { class: "main" }, "Save"))));
}

/** Shows the child anew, unless nothing is new; what was unfolded stays so. */
async function refresh(always = false) {
  const child = children.find((one) => one.id === chosen);
  if (!child) {
    content.replaceChildren(el("section", { class: "card narrow" }, el("h1", {}, "Welcome"),
      el("p", {}, "Add a child first; then give it a policy and pair its devices."),
      el("div", { class: "row end" }, el("button", { type: "button", class: "main",
        click: () => editChild(null) }, "Add a child"))));
    return;
  }
  const [list, rows, days] = await Promise.all([call("GET", `/children/${child.id}/devices`),
    call("GET", `/children/${child.id}/policies`),
    call("GET", `/children/${child.id}/screen-time?from=${day(-6)}&through=${day()}`)]);
  if (child.id !== chosen) return;
  const state = JSON.stringify([child, list, rows, days, Math.floor(Date.now() / 60000)]);
  if (!always && state === shown) return;
  shown = state;
  const open = [...content.querySelectorAll("details[open][data-key]")].map((one) => one.dataset.key);
  const changed = () => attempt(() => refresh(true));
  content.replaceChildren(
    el("div", { class: "row title" }, el("h1", {}, child.name),
      el("button", { type: "button", class: "quiet", click: () => editChild(child),
        "aria-label": `Edit ${child.name}` }, "Edit")),
    el("div", { class: "columns" },
      el("div", {}, screenTime(days), policies(child, rows, changed)),
      el("div", {}, devices(child, list, rows.find((row) => row.in_force), changed))));
  for (const one of content.querySelectorAll("details[data-key]")) one.open = open.includes(one.dataset.key);
}

signOut.addEventListener("click", () => { forgetToken(); signIn(); });
addEventListener("signed-out", () => signIn("The token is no longer good."));
setInterval(() => {
  // A button that has the focus would lose it.
  const isBusy = document.querySelector("dialog") || content.contains(document.activeElement);
  if (hasToken() && children.length > 0 && !document.hidden && !isBusy) {
    refresh().catch((error) => notice(error.message, true));
  }
}, 10000);

if (hasToken()) start(); else signIn();
