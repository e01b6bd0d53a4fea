package import FoundationEssentials

extension DateComponents {
  /// The length that the components add up to, in seconds: a day is 24 hours and a week 7 days, whatever the zone.
  ///
  /// Months and longer have no length and add nothing, and neither does a weekday.
  package var lengthInSeconds: Double {
    let parts: [(count: Int?, seconds: Double)] = [
      (weekOfYear, 604_800), (weekOfMonth, 604_800), (day, 86_400), (hour, 3_600), (minute, 60),
      (second, 1), (nanosecond, 1e-9),
    ]
    return parts.reduce(0) { $0 + Double($1.count ?? 0) * $1.seconds }
  }
}
