/// Wall-clock times that agree in the fields that are set: `hour: 9` is every day at nine, `weekday: 2, hour: 0` the
/// beginning of every Monday, and a full date and time a single moment.
///
/// - Fields larger than all that are set may have any value.
/// - Any other field that is not set has its lowest value: `hour: 9` means 09:00:00, `month: 3` the first of March,
///   `month: 3, weekday: 2` the first Monday of March, `hour: 9, second: 30` only 09:00:30.
/// - A day that a month lacks is the first of the next month, at the same time of day: the 31st is also 1 May, and
///   29 February 1 March in other years than leap years. That is what the documented matching policy asks for.
///   With a weekday too, both must be right, and nothing moves.
/// - 30 February and the like, which no year has, are refused.
///
/// This agrees with the matching of Foundation, but for three things: Foundation accepts the last kind, moves a date with
/// a weekday too if the weekday is right after the move, and continues past the year that is set (`year: 2027, hour: 5`
/// is here one match, the first of January).
public struct WallClockPattern: Hashable, Sendable {
  public let year: Int?
  public let month: Int?
  public let day: Int?
  /// 1 for Sunday to 7 for Saturday.
  public let weekday: Int?
  /// Which of the month's days with that weekday: 1 to 5.
  public let weekdayOrdinal: Int?
  public let hour: Int?
  public let minute: Int?
  public let second: Int?
  /// The identifier of the zone whose clock is meant; nil means the device's.
  public let zone: String?

  private let days: MatchingDays
  private let times: MatchingTimes

  public init(
    year: Int? = nil, month: Int? = nil, day: Int? = nil, weekday: Int? = nil,
    weekdayOrdinal: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil,
    zone: String? = nil
  ) throws(WallClockPatternError) {
    let fields: [(name: String, value: Int?, range: ClosedRange<Int>)] = [
      ("year", year, 1...9999), ("month", month, 1...12), ("day", day, 1...31),
      ("weekday", weekday, 1...7), ("weekdayOrdinal", weekdayOrdinal, 1...5),
      ("hour", hour, 0...23), ("minute", minute, 0...59), ("second", second, 0...59),
    ]
    guard fields.contains(where: { $0.value != nil }) else { throw .nothingSet }
    for case (let name, let value?, let range) in fields where !range.contains(value) {
      throw .outOfRange(field: name, value: value)
    }
    if weekdayOrdinal != nil, weekday == nil { throw .ordinalWithoutWeekday }
    if let day {
      // 2000 was a leap year.
      if let month, day > CivilTime.daysInMonth(year: 2000, month: month) {
        throw .impossibleDate(month: month, day: day)
      }
      if let weekdayOrdinal, weekdayOrdinal != (day + 6) / 7 {
        throw .contradiction(day: day, weekdayOrdinal: weekdayOrdinal)
      }
    }
    (self.year, self.month, self.day) = (year, month, day)
    (self.weekday, self.weekdayOrdinal) = (weekday, weekdayOrdinal)
    (self.hour, self.minute, self.second) = (hour, minute, second)
    self.zone = zone
    days = MatchingDays(
      year: year, month: month, day: day, weekday: weekday, weekdayOrdinal: weekdayOrdinal)
    times = MatchingTimes(hour: hour ?? (days == .all ? nil : 0), minute: minute, second: second)
  }
}

/// Why there is no pattern of these fields.
public enum WallClockPatternError: Error, Hashable, Sendable {
  case nothingSet
  case outOfRange(field: String, value: Int)
  /// No year has this date.
  case impossibleDate(month: Int, day: Int)
  case ordinalWithoutWeekday
  /// The first Monday, say, is never the 8th.
  case contradiction(day: Int, weekdayOrdinal: Int)
  /// A field that depends on where weeks begin, or on another calendar.
  case unsupported(field: String)
  /// Neither Gregorian nor ISO 8601.
  case unsupportedCalendar(String)
}

// MARK: Matching

extension WallClockPattern {
  /// Whether there is a match in every hour.
  var isHourly: Bool { times.hour == nil }

  /// The first match at or after a local time, all as seconds since 1970 by the clock that shows them.
  func firstLocal(onOrAfter local: Int) -> Int? {
    let day = floorDivide(local, secondsPerDay)
    guard var match = days.first(onOrAfter: day) else { return nil }
    if match == day {
      if let time = times.first(onOrAfter: local - day * secondsPerDay) {
        return day * secondsPerDay + time
      }
      guard let next = days.first(onOrAfter: day + 1) else { return nil }
      match = next
    }
    return match * secondsPerDay + times.earliest
  }

  /// The last match at or before a local time.
  func lastLocal(onOrBefore local: Int) -> Int? {
    let day = floorDivide(local, secondsPerDay)
    guard var match = days.last(onOrBefore: day) else { return nil }
    if match == day {
      if let time = times.last(onOrBefore: local - day * secondsPerDay) {
        return day * secondsPerDay + time
      }
      guard let previous = days.last(onOrBefore: day - 1) else { return nil }
      match = previous
    }
    return match * secondsPerDay + times.latest
  }
}
