/// Starts and stops the monitoring of activities. All instances are equivalent.
///
/// Source: Apple, *DeviceActivity.DeviceActivityCenter*.
public struct DeviceActivityCenter: Sendable {
  public init() {}

  /// The monitored activities, in the order in which they were registered.
  public var activities: [DeviceActivityName] { ActivityBackingProvider.current.activities }

  /// The schedule of an activity; nil if it is not monitored.
  public func schedule(for activity: DeviceActivityName) -> DeviceActivitySchedule? {
    ActivityBackingProvider.current.schedule(for: activity)
  }

  /// The events of an activity; none if it is not monitored.
  public func events(
    for activity: DeviceActivityName
  ) -> [DeviceActivityEvent.Name: DeviceActivityEvent] {
    ActivityBackingProvider.current.events(for: activity)
  }

  /// Starts calling back at the edges of `schedule` and at the thresholds of `events`; replaces what the name stood for.
  ///
  /// - Parameter schedule: At least 15 minutes and at most a week long, in the device's local time.
  /// - Throws: ``MonitoringError``, with what was in force still in force (rule I6).
  public func startMonitoring(
    _ activity: DeviceActivityName, during schedule: DeviceActivitySchedule,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [:]
  ) throws {
    try ActivityBackingProvider.current.start(activity, during: schedule, events: events)
  }

  /// Stops monitoring, which ends a running interval (rule I7). Unknown names are ignored.
  ///
  /// - Parameter activities: An empty array means all.
  public func stopMonitoring(_ activities: [DeviceActivityName] = []) {
    ActivityBackingProvider.current.stop(activities)
  }
}
