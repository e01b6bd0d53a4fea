package import FoundationEssentials
package import TimeZoneRules

/// Which days of screen time were reported, and when the next are (rule M4). Days are by name, like `2026-03-28`.
///
/// A day is reported from the day after it on, at an instant that is drawn once and kept: some minutes to two hours after
/// midnight, or after the machine is there again, so that the devices of a fleet do not all report at one moment.
package struct ScreenTimeProgress: Codable, Equatable, Sendable {
  /// The grant under which days are reported; those before it was given are nobody's business.
  package private(set) var grant: String
  /// The last day that is done with.
  package private(set) var reportedThrough: String
  /// When the days that are over by then are to be reported.
  package private(set) var due: Date?
  /// Begins the idempotency key of every day.
  package private(set) var seed: String

  /// The wait, in seconds.
  package static let delays: ClosedRange<Double> = 300...7200

  package init(grant: String, seed: String, at now: Date, in rules: TimeZoneRules) {
    self.grant = grant
    self.seed = seed
    reportedThrough = Self.day(of: now, back: 1, in: rules)
  }

  /// The same at each attempt, whatever was lost in between.
  package func key(of day: String) -> String { "\(seed)-\(day)" }

  /// Draws the instant of the next report, unless that was done.
  ///
  /// - Parameter days: Those of which something is known.
  package mutating func plan(
    _ days: [String], at now: Date, in rules: TimeZoneRules,
    using generator: inout some RandomNumberGenerator
  ) {
    let midnight = Self.midnight(after: now, in: rules)
    // One that lies further ahead was drawn under a clock that was wrong.
    if let due, due <= midnight.addingTimeInterval(Self.delays.upperBound) { return }
    let start = waiting(days, at: now, in: rules).isEmpty ? midnight : now
    due = start.addingTimeInterval(.random(in: Self.delays, using: &generator))
  }

  /// The days to report now, in order.
  package func days(of days: [String], at now: Date, in rules: TimeZoneRules) -> [String] {
    guard let due, due <= now else { return [] }
    return waiting(days, at: now, in: rules)
  }

  /// Takes note that `day` was handed in, or can never be.
  package mutating func finish(_ day: String) { reportedThrough = max(reportedThrough, day) }

  /// Takes note that every day that was over is done with.
  package mutating func finishRound() { due = nil }

  private func waiting(_ days: [String], at now: Date, in rules: TimeZoneRules) -> [String] {
    let today = Self.day(of: now, back: 0, in: rules)
    return days.filter { reportedThrough < $0 && $0 < today }.sorted()
  }

  private static func day(of now: Date, back: Int, in rules: TimeZoneRules) -> String {
    let time = rules.localTime(at: now)
    let day = CivilTime(year: time.year, month: time.month, day: time.day - back)
    return String(day.description.prefix { $0 != " " })
  }

  private static func midnight(after now: Date, in rules: TimeZoneRules) -> Date {
    let time = rules.localTime(at: now)
    return rules.instant(of: CivilTime(year: time.year, month: time.month, day: time.day + 1))
      .instant
  }
}
