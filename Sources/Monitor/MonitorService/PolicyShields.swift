package import ActivityEngine
package import CompiledPolicy
import DeviceActivity
package import ManagedSettings

/// The settings that a policy puts in force at times, as a function of what is running.
package enum PolicyShields {
  /// Begins the names of the stores that belong to a policy's times.
  package static let prefix = "phosra.when."

  /// The complete settings of every such store: those of each condition that holds, and none for one that does not.
  ///
  /// - Parameter limits: The limits that are used up, with the extra time that was granted for them.
  package static func stores(
    of plan: PolicyPlan, running: [RunningActivity], limits: RunningLimits
  ) -> [ManagedSettingsStore.Name: SettingValues] {
    plan.conditional.reduce(into: [:]) { stores, conditional in
      let holds = running.contains { activity in
        guard activity.activity == conditional.activity else { return false }
        switch conditional.condition {
        case .duringInterval: return activity.isInside
        case .afterEvent(let name):
          return activity.events.contains { $0.name == name && $0.hasReached }
            && !limits.isExtended(name, of: activity.activity)
        }
      }
      stores[name(of: conditional)] = holds ? conditional.settings : [:]
    }
  }

  private static func name(of conditional: ConditionalSettings) -> ManagedSettingsStore.Name {
    switch conditional.condition {
    case .duringInterval: .init(prefix + conditional.activity.rawValue)
    case .afterEvent(let event):
      .init(prefix + conditional.activity.rawValue + "." + event.rawValue)
    }
  }
}
