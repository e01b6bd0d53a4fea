package import TimeZoneRules

/// The device's zone, and how to find another one by name.
package struct Zones: Sendable {
  package var local: TimeZoneRules
  /// The rules of a named zone; nil if there is none of that name.
  package var named: @Sendable (String) -> TimeZoneRules?

  package init(
    local: TimeZoneRules, named: @escaping @Sendable (String) -> TimeZoneRules? = { _ in nil }
  ) {
    self.local = local
    self.named = named
  }

  /// The rules that a pattern is read in: its own zone where it names one that exists, else the device's (rule I1).
  func rules(for pattern: WallClockPattern) -> TimeZoneRules {
    pattern.zone.flatMap(named) ?? local
  }
}
