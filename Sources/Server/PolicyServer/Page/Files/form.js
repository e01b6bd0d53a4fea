// The sections of a policy as a form.

import { el } from "./dom.js";

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const short = (name) => name[0].toUpperCase() + name.slice(1, 3);

const appleRatings = [["", "No limit"], ["4+", "4 and over"], ["9+", "9 and over"],
  ["12+", "12 and over"], ["17+", "17 and over"]];
const plain = (...words) => [["", "No limit"], ...words.map((word) => [word, word])];
const contact = [["", "Not said"], ["none", "Nobody"], ["contacts_only", "Contacts only"],
  ["friends_only", "Friends only"], ["everyone", "Everyone"]];
const categories = [["adult", "Adult"], ["gambling", "Gambling"], ["dating", "Dating"],
  ["social-media", "Social media"], ["messaging", "Messaging"], ["video-streaming", "Video"]];
const apps = "One identifier a line, like org.mozilla.firefox";

const section = (title, ...content) => el("details", { open: true, class: "part" },
  el("summary", {}, title), el("div", { class: "grid" }, content));

function downtime(fields) {
  const wide = fields.rows("screen_time.downtime_windows", "Downtime", "Add downtime",
    () => ({ days_of_week: [...days], start_time: "21:00", end_time: "07:00" }),
    (entry) => el("div", { class: "grid" },
      entry.boxes("days_of_week", "Days", days.map((name) => [name, short(name)])),
      entry.time("start_time", "From"), entry.time("end_time", "Until")));
  wide.classList.add("whole");
  return wide;
}

function limits(fields) {
  const wide = fields.rows("screen_time.per_app_limits", "Limits for single apps", "Add a limit",
    () => ({ bundle_id: "", daily_minutes: 30 }),
    (entry) => el("div", { class: "grid" },
      el("div", { class: "field", "data-path": "bundle_id" },
        el("label", {}, el("span", {}, "App"), el("input", { value: entry.document.bundle_id ?? "",
          spellcheck: "false", input: (event) => {
            entry.document.bundle_id = event.target.value.trim();
            entry.changed();
          } })), el("p", { class: "fault" })),
      el("div", { class: "field", "data-path": "daily_minutes" },
        el("label", {}, el("span", {}, "Minutes a day"), el("input", { type: "number", min: 0, max: 1440,
          value: entry.document.daily_minutes ?? 0, input: (event) => {
            entry.document.daily_minutes = Number(event.target.value);
            entry.changed();
          } })), el("p", { class: "fault" }))));
  wide.classList.add("whole");
  return wide;
}

export function policyForm(fields) {
  return el("div", { class: "form" },
    section("Screen time",
      fields.number("screen_time.daily_limit_minutes", "Minutes a day",
        { hint: "All apps together. Empty is no limit." }),
      fields.lines("screen_time.always_allowed_apps", "Always allowed", apps),
      downtime(fields), limits(fields),
      fields.time("screen_time.schedule.weekday.start", "Weekdays allowed from"),
      fields.time("screen_time.schedule.weekday.end", "until"),
      fields.time("screen_time.schedule.weekend.start", "Weekends allowed from"),
      fields.time("screen_time.schedule.weekend.end", "until")),
    section("Apps and content",
      fields.choice("content_filter.age_rating", "Apps rated up to", appleRatings,
        "content_filter.max_ratings.apple"),
      fields.choice("content_filter.max_ratings.mpaa", "Movies up to", plain("G", "PG", "PG-13", "R", "NC-17")),
      fields.choice("content_filter.max_ratings.tvpg", "TV shows up to",
        plain("TV-Y", "TV-Y7", "TV-G", "TV-PG", "TV-14", "TV-MA")),
      fields.choice("content_filter.max_ratings.esrb", "Games up to", plain("E", "E10+", "T", "M", "AO")),
      fields.lines("content_filter.blocked_apps", "Blocked apps", apps),
      fields.lines("content_filter.allowed_apps", "Allowed apps", apps),
      fields.check("content_filter.allowlist_mode", "Only allowed apps may be used")),
    section("Web",
      fields.choice("web_filter.level", "Filter", [["", "Not said"], ["off", "Off"],
        ["light", "Light: adult sites"], ["moderate", "Moderate: and gambling"], ["strict", "Strict: and dating"]]),
      fields.check("web_filter.safe_search", "Safe search"),
      fields.lines("web_filter.blocked_domains", "Blocked sites", "One domain a line"),
      fields.lines("web_filter.allowed_domains", "Allowed sites", "One domain a line"),
      fields.boxes("web_filter.blocked_categories", "Blocked kinds of sites", categories)),
    section("Messages and play",
      fields.choice("social.chat_mode", "Chat with", contact),
      fields.choice("social.dm_restriction", "Direct messages from", contact),
      fields.choice("social.multiplayer_mode", "Play with", contact)),
    section("Quiet hours",
      fields.time("notifications.curfew_start", "No notifications from"),
      fields.time("notifications.curfew_end", "until"),
      fields.number("notifications.usage_timer_minutes", "Remind every … minutes of use")),
    section("Purchases",
      fields.check("purchases.require_approval", "Ask before each purchase"),
      fields.check("purchases.block_iap", "No purchases inside apps"),
      fields.number("purchases.spending_cap_usd", "At most, in dollars a month",
        { max: 1000000, step: 0.01 })),
    section("Privacy",
      fields.check("privacy.location_sharing_enabled", "May share the location"),
      fields.check("privacy.account_creation_approval", "Ask before an account is made"),
      fields.check("privacy.data_sharing_restricted", "Restrict data sharing"),
      fields.choice("privacy.profile_visibility", "Profiles are visible to",
        [["", "Not said"], ["private", "Nobody"], ["friends", "Friends"], ["public", "Everyone"]])));
}
