package import FoundationEssentials

/// What Apple allows an interval to be (rule I5).
package enum IntervalLimits {
  package static let activities = 20
  package static let shortest = 900.0
  package static let longestInDays = 7

  /// - Throws: ``DeviceActivityCenter/MonitoringError`` `.intervalTooShort` or `.intervalTooLong`.
  package static func check(_ interval: DateInterval, in calendar: Calendar) throws {
    if interval.duration < shortest { throw DeviceActivityCenter.MonitoringError.intervalTooShort }
    // As days of the calendar, because the week of the autumn change has an hour more.
    let latest = calendar.date(byAdding: .day, value: longestInDays, to: interval.start)
    if let latest, interval.end > latest {
      throw DeviceActivityCenter.MonitoringError.intervalTooLong
    }
  }
}
