extension PolicyReading {
  mutating func read(_ section: CompiledPolicy.ScreenTime) {
    dailyLimit = minutes(
      section.dailyLimitMinutes, .timeDailyLimit, "screen_time.daily_limit_minutes")
    alwaysAllowed = identifiers(
      section.alwaysAllowedApps, .timeDowntime, "screen_time.always_allowed_apps")
    for (index, limit) in (section.perAppLimits ?? []).enumerated() {
      read(limit, "screen_time.per_app_limits[\(index)]")
    }
    for (index, window) in (section.downtimeWindows ?? []).enumerated() {
      read(window, "screen_time.downtime_windows[\(index)]")
    }
    if let schedule = section.schedule { read(schedule) }
  }

  /// Of two limits for one application the lower one counts.
  ///
  /// A limit of 0 for a named application is no use at all: no limit is said by no entry.
  private mutating func read(_ limit: CompiledPolicy.AppLimit, _ field: String) {
    let name = Words.trimmed(limit.bundleID ?? "")
    guard Self.isIdentifier(name) else {
      return fail(
        .timePerAppLimit, "\(field).bundle_id", limit.bundleID.map(PolicyFault.excerpt) ?? "absent",
        name.isEmpty ? "names no application" : "is no bundle identifier")
    }
    guard let minutes = limit.dailyMinutes else {
      return fail(.timePerAppLimit, "\(field).daily_minutes", "absent", "gives no limit")
    }
    if minutes == 0 {
      appLimits[name] = 0
    } else if let minutes = self.minutes(minutes, .timePerAppLimit, "\(field).daily_minutes") {
      appLimits[name] = min(minutes, appLimits[name] ?? minutes)
    }
  }

  /// Nil for 0, which is "unlimited" or "off", and for what no day has.
  mutating func minutes(_ value: Int?, _ category: RuleCategory, _ field: String) -> Int? {
    guard let value, value != 0 else { return nil }
    guard (1...ClockTime.minutesOfDay).contains(value) else {
      fail(category, field, String(value), "is not between 0 and 1440 minutes")
      return nil
    }
    return value
  }

  private mutating func read(_ window: CompiledPolicy.DowntimeWindow, _ field: String) {
    let span = span(
      window.startTime, window.endTime, .timeDowntime, field, ("start_time", "end_time"))
    var days: Set<Weekday> = []
    for (index, name) in (window.daysOfWeek ?? []).enumerated() where !Words.trimmed(name).isEmpty {
      if let day = Weekday(name: name) {
        days.insert(day)
      } else {
        fail(
          .timeDowntime, "\(field).days_of_week[\(index)]", PolicyFault.excerpt(of: name),
          "is no day of the week")
      }
    }
    let isEveryDay = window.daysOfWeek?.allSatisfy { Words.trimmed($0).isEmpty } ?? true
    guard let span, isEveryDay || !days.isEmpty else { return }
    var pattern = downtime ?? WeekPattern()
    pattern.insert(span, on: isEveryDay ? Weekday.allCases : Array(days))
    downtime = pattern
  }

  /// A half of the week whose both times are blank has no hours: the service writes it so when only the other one is set.
  private mutating func read(_ schedule: CompiledPolicy.Schedule) {
    var allowed = WeekPattern()
    var isLimited = false
    for (hours, days, name) in [
      (schedule.weekday, Weekday.weekdays, "weekday"),
      (schedule.weekend, Weekday.weekend, "weekend"),
    ] {
      let isUnset =
        Words.trimmed(hours?.start ?? "").isEmpty && Words.trimmed(hours?.end ?? "").isEmpty
      let span =
        isUnset
        ? nil
        : span(
          hours?.start, hours?.end, .timeScheduledHours, "screen_time.schedule.\(name)",
          ("start", "end"))
      isLimited = isLimited || span != nil
      allowed.insert(span ?? .day, on: days)
    }
    if isLimited { outsideHours = allowed.inverted }
  }

  /// The minutes from one time of day to another. An end at or before the start is on the next day, as for
  /// any schedule (rule I2), so equal times are 24 hours.
  mutating func span(
    _ start: String?, _ end: String?, _ category: RuleCategory, _ field: String,
    _ names: (start: String, end: String)
  ) -> DaySpan? {
    let from = time(start, category, "\(field).\(names.start)", isEnd: false)
    let to = time(end, category, "\(field).\(names.end)", isEnd: true)
    guard let from, let to else { return nil }
    return DaySpan(start: from, length: to > from ? to - from : to - from + ClockTime.minutesOfDay)
  }

  private mutating func time(
    _ text: String?, _ category: RuleCategory, _ field: String, isEnd: Bool
  ) -> Int? {
    if let text, let minute = ClockTime.minute(of: text, isEnd: isEnd) { return minute }
    fail(
      category, field, text.map(PolicyFault.excerpt) ?? "absent", "is no time of day like 21:00")
    return nil
  }
}
