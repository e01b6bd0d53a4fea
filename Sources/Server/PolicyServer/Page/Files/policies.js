// The policies of a child, in the order in which they would be in force.

import { call } from "./client.js";
import { confirmed, dialog, el, notice } from "./dom.js";
import { edit } from "./editor.js";

const words = { draft: "Draft", active: "Active", paused: "Paused" };

/** Does something with the server and says what went wrong. */
export async function attempt(action) {
  try { await action(); } catch (error) { notice(error.message, true); }
}

function policyRow(policy, changed) {
  const act = (verb, path) => el("button", { type: "button", "aria-label": `${verb} ${policy.name}`,
    click: () => attempt(async () => {
      await call("POST", `/policies/${policy.id}/${path}`);
      changed();
    }) }, verb);
  const remove = () => attempt(async () => {
    if (!await confirmed(`Delete the policy “${policy.name}”?`, "Delete")) return;
    await call("DELETE", `/policies/${policy.id}`);
    changed();
  });
  return el("li", { class: policy.in_force ? "policy current" : "policy" },
    el("div", {}, el("h3", {}, policy.name),
      el("p", { class: "label" }, policy.in_force ? el("strong", {}, "In force") : words[policy.status],
        !policy.in_force && policy.status === "active" ? ", behind another one" : "",
        ` · version ${policy.version} · priority ${policy.priority}`)),
    el("div", { class: "row" },
      el("button", { type: "button", "aria-label": `Edit ${policy.name}`,
        click: () => attempt(async () => edit(await call("GET", `/policies/${policy.id}`), changed)) }, "Edit"),
      policy.status === "active" ? act("Pause", "pause") : act("Activate", "activate"),
      el("button", { type: "button", class: "quiet", "aria-label": `Delete ${policy.name}`, click: remove },
        "Delete")));
}

function add(child, changed) {
  const name = el("input", { required: true, maxlength: 100, value: "" });
  const box = dialog(`A new policy for ${child.name}`, el("form", { submit: (event) => {
    event.preventDefault();
    attempt(async () => {
      const row = await call("POST", `/children/${child.id}/policies`, { name: name.value });
      box.close();
      changed();
      edit(await call("GET", `/policies/${row.id}`), changed);
    });
  } }, el("div", { class: "field" }, el("label", {}, el("span", {}, "Name"), name),
    el("p", { class: "hint" }, "It begins as a draft with what suits the child's age.")),
    el("div", { class: "row end" }, el("button", { class: "main" }, "Create"))));
}

/** The card for a child's policies. */
export function policies(child, list, changed) {
  return el("section", { class: "card", "aria-labelledby": "policies" },
    el("div", { class: "row" }, el("h2", { id: "policies" }, "Policies"),
      el("button", { type: "button", click: () => add(child, changed) }, "New policy")),
    list.length > 0 ? el("ul", { class: "policies" }, list.map((policy) => policyRow(policy, changed)))
      : el("p", { class: "empty" }, "No policy yet: nothing is restricted."));
}
