package import FoundationEssentials

/// Where a ``DeviceActivityCenter`` keeps its registrations.
package protocol ActivityBacking: Sendable {
  /// Names in order of registration.
  var activities: [DeviceActivityName] { get }
  func schedule(for activity: DeviceActivityName) -> DeviceActivitySchedule?
  func events(for activity: DeviceActivityName) -> [DeviceActivityEvent.Name: DeviceActivityEvent]

  /// Registers in one transaction: if it throws, what was in force still is (rule I6).
  /// - Throws: ``DeviceActivityCenter/MonitoringError``, in the order of rule I5.
  func start(
    _ activity: DeviceActivityName, during schedule: DeviceActivitySchedule,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent]) throws

  /// Unknown names are ignored; an empty array means all.
  func stop(_ activities: [DeviceActivityName])

  /// The running or next interval of `schedule` now; nil if its components match no future date.
  func nextInterval(of schedule: DeviceActivitySchedule) -> DateInterval?
}
