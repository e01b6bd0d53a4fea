import ActivityEngine
import FoundationEssentials
import TimeZoneRules

/// Instants as the wall clock of the configured zone shows them.
struct LocalTimes {
  let zone: TimeZoneRules

  /// As `Sat 2026-03-28 21:00`, with seconds where there are some.
  func text(_ instant: Date) -> String {
    let time = zone.localTime(at: instant)
    let words = time.description
    let clock = time.second == 0 ? words.dropLast(3) : words[...]
    return "\(Self.weekdays[time.weekday - 1]) \(clock)"
  }

  /// With seconds, for lists in which they matter: `2026-03-28 21:00:00`.
  func exact(_ instant: Date) -> String {
    zone.localTime(at: instant).description
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
}
