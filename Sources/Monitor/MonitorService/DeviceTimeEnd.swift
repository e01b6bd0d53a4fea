package import ActivityEngine
package import CompiledPolicy
package import DeviceActivity
package import FoundationEssentials
import TimeZoneRules

/// When device time ends next: downtime begins, or the allowed hours are over.
///
/// A function of the plan, of what runs or comes next, and of the time, so that a person is told at the same instants
/// whatever happened to the monitor in between. While the device is locked no device time is left that could end.
package struct DeviceTimeEnd: Equatable, Sendable {
  private struct Lock: Equatable, Sendable {
    var start: Date
    var cause: TimeNotice.Lock
    /// As the clock on the wall shows it, with the weekday if it is more than a day away.
    var begins: String
    var until: String
    /// Before the start the person is told, in seconds; the longest first.
    var marks: [TimeInterval]
  }

  private var locks: [Lock] = []

  /// Minutes before the end at which the person is told, beside the schedule's own warning time (rule I14).
  package static let marks = [15, 5, 1]
  /// How long after its mark a notice still says what is true, in seconds.
  package static let lateness: TimeInterval = 30

  /// - Parameters:
  ///   - running: What is running at `now`.
  ///   - occurrences: The running or next occurrence of each activity.
  ///   - isUsedUp: Whether the daily limit locks the device already.
  package init(
    of plan: PolicyPlan, running: [RunningActivity],
    occurrences: [(activity: DeviceActivityName, occurrence: Occurrence)], isUsedUp: Bool,
    at now: Date, in zones: Zones
  ) {
    let names = plan.locks
    guard !isUsedUp, !running.contains(where: { $0.isInside && names.contains($0.activity) })
    else { return }
    let coming = occurrences.filter { names.contains($0.activity) && $0.occurrence.start > now }
    for (name, occurrence) in coming {
      let start = occurrence.start
      // What begins within another lock, or at its end, ends no device time.
      guard !coming.contains(where: { $0.occurrence.start < start && start <= $0.occurrence.end }),
        !locks.contains(where: { $0.start == start })
      else { continue }
      let end = plan.endOfLock(after: coming.map(\.occurrence).end(from: occurrence), in: zones)
      let warning = plan.activities.first { $0.name == name }?.schedule.warningSeconds
      let marks = Set(Self.marks.map { TimeInterval($0 * 60) } + [warning].compactMap(\.self))
      locks.append(
        Lock(
          start: start, cause: plan.cause(of: name),
          begins: zones.local.clock(at: start, seenFrom: now),
          until: zones.local.clock(at: end, seenFrom: start), marks: marks.sorted(by: >)))
    }
  }

  /// When the next notice is to be given.
  package func nextInstant(after now: Date) -> Date? {
    locks.flatMap { lock in lock.marks.map { lock.start.addingTimeInterval(-$0) } }
      .filter { $0 > now }.min()
  }

  /// What is to be told at this moment; as ``RunningLimits/notices``.
  ///
  /// A mark that is past when device time begins, or when the monitor comes back, is skipped.
  package func notices(at now: Date) -> [(notice: TimeNotice, key: String, end: Date)] {
    locks.compactMap { lock in
      let left = lock.start.timeIntervalSince(now)
      guard let mark = lock.marks.last(where: { left <= $0 }), left > mark - Self.lateness
      else { return nil }
      let notice = TimeNotice.locking(
        lock.cause, seconds: Int(mark), begins: lock.begins, until: lock.until)
      return (notice, "lock \(Int(lock.start.timeIntervalSince1970)) \(Int(mark))", lock.start)
    }
  }
}

extension PolicyPlan {
  /// The activities that lock the device while they run.
  fileprivate var locks: Set<DeviceActivityName> {
    Set(conditional.filter { $0.deviceLocked && $0.condition == .duringInterval }.map(\.activity))
  }

  /// What locks the device during `activity`, if it is one thing only.
  fileprivate func cause(of activity: DeviceActivityName) -> TimeNotice.Lock {
    let causes = [RuleCategory.timeDowntime, .timeScheduledHours].filter {
      results[$0]?.demands.contains(.lock(during: activity)) ?? false
    }
    return switch causes {
    case [.timeDowntime]: .downtime
    case [.timeScheduledHours]: .outsideHours
    default: .both
    }
  }

  /// The end of the last lock that follows without a gap on one that ends at `end`.
  fileprivate func endOfLock(after end: Date, in zones: Zones) -> Date {
    let patterns = activities.filter { locks.contains($0.name) }
      .compactMap { try? OccurrencePattern($0.schedule) }
    var end = end
    // A week that is locked throughout has no end to name.
    for _ in 0..<2 * patterns.count {
      let later = patterns.compactMap { $0.occurrence(at: end, in: zones) }
        .filter { $0.contains(end) }.map(\.end).max()
      guard let later, later > end else { break }
      end = later
    }
    return end
  }
}

extension [Occurrence] {
  /// The latest end of those that overlap `first`, one after the other.
  fileprivate func end(from first: Occurrence) -> Date {
    sorted { $0.start < $1.start }.reduce(first.end) { end, other in
      other.start >= first.start && other.start <= end ? Swift.max(end, other.end) : end
    }
  }
}

extension TimeZoneRules {
  /// Like `21:00`, and like `Mon 21:00` if that is a day or more after `origin`.
  fileprivate func clock(at instant: Date, seenFrom origin: Date) -> String {
    let time = localTime(at: instant)
    let digits = [time.hour, time.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
    guard instant.timeIntervalSince(origin) >= 86400 else { return digits }
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    return "\(names[time.weekday - 1]) \(digits)"
  }
}
