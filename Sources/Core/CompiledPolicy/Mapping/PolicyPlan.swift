package import DeviceActivity
package import ManagedSettings

/// A policy in the terms of the frameworks: settings and activities, and which rule category each of them serves.
///
/// Equal policies give equal plans, so a plan may be compared with the one in force. An activity's name says what it is
/// for and when it starts, so that one whose end alone changed goes on (rule I6).
package struct PolicyPlan: Codable, Equatable, Sendable {
  /// In force the whole time.
  package var always: SettingValues = [:]
  package var conditional: [ConditionalSettings] = []
  /// At most 20 (rule P7): the day, the curfew, and up to 18 for the hours in which the device is locked.
  package var activities: [PlannedActivity] = []
  /// An answer for each of the rule categories.
  package var results: [RuleCategory: MappingResult] = [:]
  package var faults: [PolicyFault] = []
}

/// Settings that are in force at times.
package struct ConditionalSettings: Codable, Equatable, Sendable {
  package enum Condition: Codable, Hashable, Sendable {
    /// While an interval of the activity is running.
    case duringInterval
    /// From the event's threshold to the end of the interval in which it was reached.
    case afterEvent(DeviceActivityEvent.Name)
  }

  package var activity: DeviceActivityName
  package var condition: Condition
  package var settings: SettingValues = [:]
  /// Nothing but the exceptions in `settings` may be used on the device.
  package var deviceLocked = false
  package var notificationsSilenced = false

  /// Begins the names of the stores that belong to a policy's times.
  package static let storePrefix = "phosra.when."

  /// The store that holds `settings` while the condition does.
  package var store: ManagedSettingsStore.Name {
    switch condition {
    case .duringInterval: .init(Self.storePrefix + activity.rawValue)
    case .afterEvent(let event):
      .init(Self.storePrefix + activity.rawValue + "." + event.rawValue)
    }
  }
}

package struct PlannedActivity: Codable, Equatable, Sendable {
  package var name: DeviceActivityName
  package var schedule: DeviceActivitySchedule
  package var events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [:]
}

extension DeviceActivityName {
  /// The local day, from midnight to midnight. It carries every limit and is monitored whatever the policy says.
  package static let policyDay = Self("phosra.daily")
}

extension DeviceActivityEvent.Name {
  /// The daily limit is used up.
  package static let dailyLimit = Self("limit.daily")

  /// The application's own limit is used up.
  package static func limit(of application: String) -> Self { Self("limit.app.\(application)") }

  /// Use has reached a multiple of the usage timer.
  package static func usageTimer(minutes: Int) -> Self { Self("timer.\(minutes)") }

  /// The application whose own limit it is; nil for other events.
  package var limitedApplication: String? {
    rawValue.hasPrefix("limit.app.") ? String(rawValue.dropFirst("limit.app.".count)) : nil
  }

  /// The minutes of use that a person is told of; nil for other events.
  package var usageTimerMinutes: Int? {
    rawValue.hasPrefix("timer.") ? Int(rawValue.dropFirst("timer.".count)) : nil
  }
}
