package import ActivityEngine
package import CompiledPolicy
import DeviceActivity
package import ManagedSettings
package import SharedDirectory

/// The settings that a policy puts in force at times, as a function of what is running.
package enum PolicyShields {
  /// The complete settings of every such store: those of each condition that holds, and none for one that does not.
  ///
  /// - Parameter limits: The limits that are used up, with the extra time that was granted for them.
  package static func stores(
    of plan: PolicyPlan, running: [RunningActivity], limits: RunningLimits
  ) -> [ManagedSettingsStore.Name: SettingValues] {
    plan.conditional.reduce(into: [:]) { stores, conditional in
      let holds = occurrence(of: conditional, in: running, limits) != nil
      stores[conditional.store] = holds ? conditional.settings : [:]
    }
  }

  /// That the device is locked; nil if it is not. Of several causes the one that lasts longest counts.
  package static func lock(
    of plan: PolicyPlan, running: [RunningActivity], limits: RunningLimits
  ) -> DeviceLock? {
    plan.conditional.filter(\.deviceLocked).compactMap { conditional in
      occurrence(of: conditional, in: running, limits).map { activity in
        DeviceLock(
          cause: conditional.condition == .duringInterval ? .hours : .dailyLimit, end: activity.end)
      }
    }.max { $0.end < $1.end }
  }

  /// What a lock of the device shields; nil if this policy never locks it.
  package static func lockSettings(of plan: PolicyPlan) -> SettingValues? {
    plan.conditional.first(where: \.deviceLocked)?.settings
  }

  /// The running interval in which a condition holds; nil if it does not.
  private static func occurrence(
    of conditional: ConditionalSettings, in running: [RunningActivity], _ limits: RunningLimits
  ) -> RunningActivity? {
    running.first { activity in
      guard activity.activity == conditional.activity else { return false }
      switch conditional.condition {
      case .duringInterval: return activity.isInside
      case .afterEvent(let name):
        return activity.events.contains { $0.name == name && $0.hasReached }
          && !limits.isExtended(name, of: activity.activity)
      }
    }
  }
}
