package import ActivityEngine
package import CompiledPolicy
package import DeviceActivity
package import FoundationEssentials
package import SharedDirectory

/// The limits of a policy that run now, with the extra time that was granted for them.
package struct RunningLimits: Equatable, Sendable {
  private struct Limit: Equatable, Sendable {
    var activity: DeviceActivityName
    var event: DeviceActivityEvent.Name
    /// Nil for the daily limit.
    var application: String?
    var start: Date
    var end: Date
    var used: TimeInterval
    /// With extra time. Seconds.
    var allowed: TimeInterval
    var isExtended: Bool
    var isCounting: Bool

    var left: TimeInterval { allowed - used }
  }

  private var limits: [Limit] = []

  private static let marks = DeviceTimeEnd.marks

  /// None.
  package init() {}

  package init(of plan: PolicyPlan, running: [RunningActivity], extensions: TimeExtensions?) {
    for conditional in plan.conditional {
      guard case .afterEvent(let name) = conditional.condition,
        let activity = running.first(where: { $0.activity == conditional.activity }),
        let event = activity.events.first(where: { $0.name == name })
      else { continue }
      let application = name.limitedApplication
      let extra = extensions?.seconds(for: application, from: activity.start, to: activity.end) ?? 0
      limits.append(
        Limit(
          activity: activity.activity, event: name, application: application,
          start: activity.start, end: activity.end, used: event.used,
          allowed: event.threshold + extra, isExtended: extra > 0, isCounting: event.isCounting))
    }
  }

  /// Whether extra time was granted for a limit, and is not used up.
  package func isExtended(_ event: DeviceActivityEvent.Name, of activity: DeviceActivityName)
    -> Bool
  {
    limits.contains {
      $0.event == event && $0.activity == activity && $0.isExtended && $0.left > 0
    }
  }

  /// Whether the daily limit is used up, extra time included.
  package var isDayUsedUp: Bool {
    limits.contains { $0.application == nil && $0.left <= 0 }
  }

  /// When the next limit ends, or comes close enough for a notice, if what is in use stays so.
  package func nextInstant(after now: Date) -> Date? {
    limits.filter(\.isCounting).flatMap { limit in
      (Self.marks.map { limit.left - TimeInterval($0 * 60) } + [limit.left])
        .filter { $0 > 0 }.map { now.addingTimeInterval($0) }
    }.min()
  }

  /// What is to be told at this moment, each with a key that is the same as long as it need not be told again, and with
  /// the instant after which the key cannot come up any more.
  ///
  /// A mark that is past when the limit, or its extra time, begins is skipped.
  package var notices: [(notice: TimeNotice, key: String, end: Date)] {
    limits.compactMap { limit in
      let key = "\(limit.activity.rawValue) \(limit.event.rawValue) \(Int(limit.allowed))"
      guard limit.left > 0 else {
        return (.usedUp(application: limit.application), "\(key) 0", limit.end)
      }
      // What is not in use runs out of nothing.
      let mark = Self.marks.last { limit.left <= TimeInterval($0 * 60) }
      guard limit.isCounting, let mark, limit.allowed > TimeInterval(mark * 60),
        limit.left > TimeInterval(mark * 60) - DeviceTimeEnd.lateness
      else { return nil }
      return (.left(minutes: mark, application: limit.application), "\(key) \(mark)", limit.end)
    }
  }
}
