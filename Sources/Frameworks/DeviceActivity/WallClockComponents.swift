package import FoundationEssentials

/// Date components as a schedule keeps them: those that are set, without nanoseconds, and the zone by its identifier.
///
/// The identifier is kept beside the components because a process without the zone tables cannot make a `TimeZone` of it
/// again. A zone that the components' calendar names counts as theirs, unless it just follows the device (rule I1).
package struct WallClockComponents: Sendable {
  package let components: DateComponents
  /// Identifier of the zone that the components are meant in; nil means the device's zone at the time of asking.
  package let timeZone: String?
  /// Identifier of a calendar other than the Gregorian one, as in `buddhist`.
  package let calendar: String?

  package init(_ components: DateComponents) {
    var kept = components
    kept.nanosecond = nil
    self.components = kept
    timeZone =
      [components.timeZone, components.calendar?.timeZone].lazy.compactMap(\.self)
      .first { $0 != .autoupdatingCurrent }?.identifier
    calendar = components.calendar.map(\.identifier).flatMap {
      $0 == .gregorian || $0 == .iso8601 ? nil : "\($0)"
    }
  }
}

extension WallClockComponents: Equatable {
  /// Whether the same is set to the same, field by field: what compares a day of callbacks must not go by key paths.
  package static func == (first: Self, second: Self) -> Bool {
    let (one, other) = (first.components, second.components)
    return one.hour == other.hour && one.minute == other.minute && one.second == other.second
      && one.era == other.era && one.year == other.year && one.month == other.month
      && one.day == other.day && one.weekday == other.weekday
      && one.weekdayOrdinal == other.weekdayOrdinal && one.quarter == other.quarter
      && one.weekOfMonth == other.weekOfMonth && one.weekOfYear == other.weekOfYear
      && one.yearForWeekOfYear == other.yearForWeekOfYear && one.dayOfYear == other.dayOfYear
      && first.timeZone == second.timeZone && first.calendar == second.calendar
  }
}

/// Encoded as an object that has only what is set: `{"hour":9,"minute":0,"timeZone":"Europe/Berlin"}`.
extension WallClockComponents: Codable {
  private enum CodingKeys: CodingKey {
    case era, year, month, day, weekday, weekdayOrdinal, hour, minute, second
    case quarter, weekOfMonth, weekOfYear, yearForWeekOfYear, dayOfYear
    case timeZone, calendar

    static var numbers: [(key: CodingKeys, path: WritableKeyPath<DateComponents, Int?>)] {
      [
        (.era, \.era), (.year, \.year), (.month, \.month), (.day, \.day), (.weekday, \.weekday),
        (.weekdayOrdinal, \.weekdayOrdinal), (.hour, \.hour), (.minute, \.minute),
        (.second, \.second), (.quarter, \.quarter), (.weekOfMonth, \.weekOfMonth),
        (.weekOfYear, \.weekOfYear), (.yearForWeekOfYear, \.yearForWeekOfYear),
        (.dayOfYear, \.dayOfYear),
      ]
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var components = DateComponents()
    for (key, path) in CodingKeys.numbers {
      components[keyPath: path] = try container.decodeIfPresent(Int.self, forKey: key)
    }
    timeZone = try container.decodeIfPresent(String.self, forKey: .timeZone)
    calendar = try container.decodeIfPresent(String.self, forKey: .calendar)
    components.timeZone = timeZone.flatMap { TimeZone(identifier: $0) }
    self.components = components
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    for (key, path) in CodingKeys.numbers {
      try container.encodeIfPresent(components[keyPath: path], forKey: key)
    }
    try container.encodeIfPresent(timeZone, forKey: .timeZone)
    try container.encodeIfPresent(calendar, forKey: .calendar)
  }
}
