package import DeviceActivity
package import FoundationEssentials
import TimeZoneRules

/// One interval of an activity, resolved once and then kept (rule I3). Half-open: at `end` it is over.
package struct Occurrence: Codable, Equatable, Sendable {
  package var start: Date
  package var end: Date
  /// The wall-clock time of the end, to find it again in another zone (rule I11); nil where the schedule names a zone.
  var localEnd: CivilTime?

  package func contains(_ instant: Date) -> Bool {
    start <= instant && instant < end
  }
}

/// A schedule's two ends as patterns, and the search for its occurrences.
package struct OccurrencePattern: Codable, Equatable, Sendable {
  let start: WallClockPattern
  let end: WallClockPattern

  /// - Throws: ``WallClockPattern``'s reason if either side names no time of any calendar.
  package init(_ schedule: DeviceActivitySchedule) throws {
    start = try WallClockPattern(schedule.start)
    end = try WallClockPattern(schedule.end)
  }

  /// The occurrence that is running at `now`, else the next one; nil if none will come (rule I2).
  package func occurrence(at now: Date, in zones: Zones) -> Occurrence? {
    let rules = zones.rules(for: start)
    if let begun = rules.previous(start, before: now, inclusive: true),
      let running = occurrence(startingAt: begun, in: zones), running.contains(now)
    {
      return running
    }
    return rules.next(start, after: now).flatMap { occurrence(startingAt: $0, in: zones) }
  }

  /// The occurrence that follows one that started at `previous`, leaving out those that are over at `now`.
  ///
  /// It starts after `previous` whatever the clock says, so that no edge comes twice (rules I3, I12).
  func occurrence(after previous: Date, at now: Date, in zones: Zones) -> Occurrence? {
    if let current = occurrence(at: now, in: zones), current.start > previous { return current }
    let rules = zones.rules(for: start)
    return rules.next(start, after: max(previous, now)).flatMap {
      occurrence(startingAt: $0, in: zones)
    }
  }

  private func occurrence(startingAt begun: Date, in zones: Zones) -> Occurrence? {
    let rules = zones.rules(for: end)
    guard var over = rules.next(end, after: begun) else { return nil }
    if let nominal = nominalLength, !isSameDay(begun, over, in: rules) {
      over = begun.addingTimeInterval(nominal)
    }
    return Occurrence(
      start: begun, end: over, localEnd: end.zone == nil ? rules.localTime(at: over) : nil)
  }

  /// Seconds from start to end where both are times of the same day, so that a skipped hour cannot make a day of
  /// three quarters of an hour (rule I4); else nil.
  private var nominalLength: TimeInterval? {
    guard let from = start.secondOfDay, let to = end.secondOfDay, from < to else { return nil }
    return TimeInterval(to - from)
  }

  private func isSameDay(_ first: Date, _ second: Date, in rules: TimeZoneRules) -> Bool {
    let (one, other) = (rules.localTime(at: first), rules.localTime(at: second))
    return (one.year, one.month, one.day) == (other.year, other.month, other.day)
  }
}

extension WallClockPattern {
  /// With the zone by its name, which a process without Foundation's tables cannot make a `TimeZone` of.
  fileprivate init(_ kept: WallClockComponents) throws {
    let pattern = try WallClockPattern(kept.components)
    try self.init(
      year: pattern.year, month: pattern.month, day: pattern.day, weekday: pattern.weekday,
      weekdayOrdinal: pattern.weekdayOrdinal, hour: pattern.hour, minute: pattern.minute,
      second: pattern.second, zone: pattern.zone ?? kept.timeZone)
  }

  /// Seconds since midnight, if it names a time of day and nothing else.
  fileprivate var secondOfDay: Int? {
    guard let hour, year == nil, month == nil, day == nil, weekday == nil else { return nil }
    return hour * 3600 + (minute ?? 0) * 60 + (second ?? 0)
  }
}
