// What is in force on each device, as the device has read it back and reported it.

import { call } from "./client.js";
import { ago, confirmed, dialog, el, notice } from "./dom.js";

const marks = { enforced: "✓", partial: "◐", failed: "✕", unsupported: "–" };
const order = ["failed", "partial", "unsupported", "enforced"];

export const pill = (status, text = status) =>
  el("span", { class: `pill ${status}` },
    el("span", { "aria-hidden": "true" }, `${marks[status] ?? "•"} `), text);

/** The results of a report or of a check, the worst first. */
export function resultTable(results) {
  const sorted = [...results].sort((one, other) =>
    order.indexOf(one.status) - order.indexOf(other.status)
    || one.category.localeCompare(other.category));
  return el("div", { class: "scroll" }, el("table", {},
    el("thead", {}, el("tr", {},
      ["Rule", "Status", "Framework", "Detail"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, sorted.map((result) => el("tr", {},
      el("th", { scope: "row" }, String(result.category).replaceAll("_", " ")),
      el("td", {}, pill(result.status)),
      el("td", {}, result.framework === "none" ? "" : String(result.framework ?? "")),
      el("td", {}, String(result.detail ?? "")))))));
}

function summary(results) {
  const counts = order.map((status) =>
    [status, results.filter((result) => result.status === status).length]);
  return counts.filter(([, count]) => count > 0)
    .map(([status, count]) => pill(status, `${count} ${status}`));
}

function progress(device, served) {
  if (device.status !== "active") return "The key is revoked";
  if (!device.last_seen_at) return "Waiting for its first contact";
  if (!served) return "No policy is active";
  const has = device.last_policy_version;
  return has === served.version ? `Up to date: version ${has}`
    : `Has version ${has || "none"}; version ${served.version} is current`;
}

function deviceCard(device, served, changed) {
  const results = Array.isArray(device.enforcement_summary?.results)
    ? device.enforcement_summary.results : [];
  const about = [device.device_model, device.os_version, device.app_version].filter(Boolean);
  const isActive = device.status === "active";
  const revoke = async () => {
    if (!await confirmed(`Revoke the key of “${device.device_name || "this device"}”?`, "Revoke")) return;
    await call("DELETE", `/devices/${device.id}`);
    notice("The key is revoked. The device keeps its last policy until it is registered again.");
    changed();
  };
  return el("li", { class: isActive ? "device" : "device gone" },
    el("div", { class: "row" },
      el("div", {},
        el("h3", {}, device.device_name || "Unnamed device"),
        el("p", { class: "label" }, about.join(" · "))),
      isActive ? el("button", { type: "button", class: "quiet", click: revoke,
        "aria-label": `Revoke the key of ${device.device_name || "this device"}` }, "Revoke") : null),
    el("p", {}, progress(device, served), device.last_seen_at
      ? el("span", { class: "label" }, ` · seen ${ago(device.last_seen_at)}`) : null),
    results.length > 0 ? el("details", { "data-key": device.id },
      el("summary", {}, el("span", { class: "pills" }, summary(results)),
        el("span", { class: "label" },
          `in force for version ${device.enforcement_summary.policy_version}`)),
      resultTable(results))
      : el("p", { class: "label" }, "It has not reported yet what is in force."));
}

async function pair(child) {
  const pairing = await call("POST", `/children/${child.id}/pairing-tokens`);
  const line = (name, value) => el("div", { class: "copy" },
    el("label", {}, name, el("input", { readonly: true, value, focus: (event) => event.target.select() })),
    el("button", { type: "button", click: async () => {
      try {
        await navigator.clipboard.writeText(value);
        notice(`${name} copied`);
      } catch { notice("Copying is not allowed here: select the text instead", true); }
    } }, "Copy"));
  dialog(`Pair a device for ${child.name}`, el("div", {},
    el("p", {}, "Enter these on the device. The token registers one device and is good until ",
      new Date(pairing.expires_at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }), "."),
    line("Server", `${location.origin}/api/v1`), line("Child", child.id),
    line("Pairing token", pairing.token)));
}

/** The card for a child's devices. Those that are revoked come last, folded up. */
export function devices(child, list, served, changed) {
  const active = list.filter((device) => device.status === "active");
  const gone = list.filter((device) => device.status !== "active");
  const cards = (some) => el("ul", { class: "devices" },
    some.map((device) => deviceCard(device, served, changed)));
  return el("section", { class: "card", "aria-labelledby": "devices" },
    el("div", { class: "row" }, el("h2", { id: "devices" }, "Devices"),
      el("button", { type: "button", click: () => pair(child).catch((error) => notice(error.message, true)) },
        "Pair a device")),
    active.length > 0 ? cards(active) : el("p", { class: "empty" }, "No device yet."),
    gone.length > 0 ? el("details", { "data-key": "revoked" },
      el("summary", {}, `${gone.length} revoked`), cards(gone)) : null);
}
