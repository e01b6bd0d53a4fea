/// Is told of the edges of monitored activities. Subclasses override what they care about.
///
/// Source: Apple, *DeviceActivity.DeviceActivityMonitor*.
open class DeviceActivityMonitor {
  public init() {}

  open func intervalDidStart(for activity: DeviceActivityName) {}

  open func intervalDidEnd(for activity: DeviceActivityName) {}

  open func eventDidReachThreshold(
    _ event: DeviceActivityEvent.Name, activity: DeviceActivityName
  ) {}

  open func intervalWillStartWarning(for activity: DeviceActivityName) {}

  open func intervalWillEndWarning(for activity: DeviceActivityName) {}

  open func eventWillReachThresholdWarning(
    _ event: DeviceActivityEvent.Name, activity: DeviceActivityName
  ) {}
}
