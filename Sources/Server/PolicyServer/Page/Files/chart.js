// Screen time as inline SVG. Each chart has its figures as words too, for who cannot see it.

import { day, duration, el } from "./dom.js";

const weekday = (date) =>
  new Date(`${date}T12:00:00`).toLocaleDateString("en", { weekday: "short" });

/** A bar for each of the last seven days. */
export function weekChart(days) {
  const dates = [-6, -5, -4, -3, -2, -1, 0].map(day);
  const minutes = dates.map((date) => days.find((one) => one.date === date)?.total_minutes ?? 0);
  const top = Math.max(60, ...minutes);
  const step = top > 360 ? 120 : top > 120 ? 60 : 30;
  const full = Math.ceil(top / step) * step;
  const [width, height, left, bottom] = [280, 150, 34, 22];
  const y = (value) => 8 + (height - bottom - 8) * (1 - value / full);
  const slot = (width - left) / dates.length;
  const lines = [];
  for (let value = 0; value <= full; value += step) {
    lines.push(
      el("line", { class: "grid", x1: left, x2: width, y1: y(value), y2: y(value) }),
      el("text", { class: "axis", x: left - 6, y: y(value) + 4, "text-anchor": "end" },
        value % 60 === 0 ? `${value / 60} h` : `${value} m`));
  }
  const bars = dates.map((date, index) => {
    const x = left + slot * index + slot * 0.18;
    return el("g", {},
      el("rect", { class: date === day() ? "bar today" : "bar", x, y: y(minutes[index]),
        width: slot * 0.64, height: Math.max(0, y(0) - y(minutes[index])), rx: 3 },
        el("title", {}, `${date}: ${duration(minutes[index])}`)),
      el("text", { class: "axis", x: x + slot * 0.32, y: height - 6, "text-anchor": "middle" },
        date === day() ? "today" : weekday(date)));
  });
  return el("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", class: "week",
    "aria-label": "Screen time of the last seven days: "
      + dates.map((date, index) => `${weekday(date)} ${duration(minutes[index])}`).join(", ") },
    lines, bars);
}

/** Names with a bar each, the longest first. */
export function bars(title, sums) {
  const entries = Object.entries(sums).filter(([, minutes]) => minutes > 0)
    .sort((one, other) => other[1] - one[1]);
  if (entries.length === 0) return null;
  const shown = entries.slice(0, 6);
  const rest = entries.slice(6).reduce((sum, [, minutes]) => sum + minutes, 0);
  if (rest > 0) shown.push([`${entries.length - 6} more`, rest]);
  const [width, line] = [280, 34];
  const most = Math.max(...shown.map(([, minutes]) => minutes));
  const rows = shown.map(([name, minutes], index) => {
    const y = index * line;
    return el("g", {},
      el("title", {}, `${name}: ${duration(minutes)}`),
      el("text", { class: "name", x: 0, y: y + 12 }, name.length > 26 ? `${name.slice(0, 25)}…` : name),
      el("text", { class: "figure", x: width, y: y + 12, "text-anchor": "end" }, duration(minutes)),
      el("rect", { class: "track", x: 0, y: y + 18, width, height: 6, rx: 3 }),
      el("rect", { class: "bar today", x: 0, y: y + 18, height: 6, rx: 3,
        width: Math.max(6, width * minutes / most) }));
  });
  return el("figure", {}, el("figcaption", {}, title),
    el("svg", { viewBox: `0 0 ${width} ${shown.length * line}`, role: "img",
      "aria-label": `${title}: `
        + shown.map(([name, minutes]) => `${name} ${duration(minutes)}`).join(", ") }, rows));
}

/** The card for a child's screen time. */
export function screenTime(days) {
  const today = days.find((one) => one.date === day());
  const latest = today ?? days.at(-1);
  const heading = today ? "Today" : latest ? `Last report: ${latest.date}` : "Today";
  return el("section", { class: "card", "aria-labelledby": "screen-time" },
    el("h2", { id: "screen-time" }, "Screen time"),
    el("div", { class: "figures" },
      el("div", {},
        el("p", { class: "label" }, heading),
        el("p", { class: "big" }, latest ? duration(latest.total_minutes) : "nothing reported yet"),
        weekChart(days)),
      latest ? el("div", {}, bars("By category", latest.by_category), bars("By app", latest.top_apps))
        : null));
}
