package import DeviceActivity
package import FoundationEssentials
import TimeZoneRules

/// Whether a schedule may be monitored (rule I5).
package enum ScheduleCheck {
  /// The interval that `schedule` has at `now`: the running one, else the next.
  ///
  /// The whole interval is measured, not what remains of it. A week that holds the autumn change counts as a week.
  ///
  /// - Throws: `invalidDateComponents`, `intervalTooShort` or `intervalTooLong`, in this order.
  package static func interval(
    of schedule: DeviceActivitySchedule, at now: Date, in zones: Zones
  ) throws(DeviceActivityCenter.MonitoringError) -> Occurrence {
    guard let pattern = try? OccurrencePattern(schedule),
      let occurrence = pattern.occurrence(at: now, in: zones)
    else { throw .invalidDateComponents }
    if occurrence.end.timeIntervalSince(occurrence.start) < IntervalLimits.shortest {
      throw .intervalTooShort
    }
    let rules = zones.rules(for: pattern.end)
    var longest = rules.localTime(at: occurrence.start)
    longest.day += IntervalLimits.longestInDays
    if occurrence.end > max(rules.instant(of: longest).instant, occurrence.start + 7 * 86400) {
      throw .intervalTooLong
    }
    return occurrence
  }
}
