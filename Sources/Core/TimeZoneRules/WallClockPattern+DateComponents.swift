public import FoundationEssentials

extension WallClockPattern {
  /// The pattern that components describe when a schedule is matched with them (rule I1).
  ///
  /// The zone is that of `timeZone`, else that of `calendar`, unless the calendar just follows the device. Nanoseconds
  /// are ignored. Weeks of a month or a year, quarters, days of a year, leap months and eras before this one are refused.
  public init(_ components: DateComponents) throws(WallClockPatternError) {
    if let calendar = components.calendar?.identifier, calendar != .gregorian, calendar != .iso8601
    {
      throw .unsupportedCalendar("\(calendar)")
    }
    let refused: [(name: String, isSet: Bool)] = [
      ("era", (components.era ?? 1) != 1), ("quarter", components.quarter != nil),
      ("weekOfMonth", components.weekOfMonth != nil), ("weekOfYear", components.weekOfYear != nil),
      ("yearForWeekOfYear", components.yearForWeekOfYear != nil),
      ("dayOfYear", components.dayOfYear != nil), ("isLeapMonth", components.isLeapMonth == true),
    ]
    if let field = refused.first(where: \.isSet) { throw .unsupported(field: field.name) }
    let zoneOfCalendar = components.calendar.map(\.timeZone)
    try self.init(
      year: components.year, month: components.month, day: components.day,
      weekday: components.weekday, weekdayOrdinal: components.weekdayOrdinal,
      hour: components.hour, minute: components.minute, second: components.second,
      zone: [components.timeZone, zoneOfCalendar].lazy.compactMap(\.self)
        .first { $0 != .autoupdatingCurrent }?.identifier)
  }
}
