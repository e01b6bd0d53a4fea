import DeviceActivity

/// What the monitor calls in a replay. What it was called with it already knows from the world.
final class Receiver: DeviceActivityMonitor {
  private let world: SimulatedWorld

  init(world: SimulatedWorld) {
    self.world = world
  }

  override func intervalDidStart(for activity: DeviceActivityName) { world.receive() }
  override func intervalDidEnd(for activity: DeviceActivityName) { world.receive() }
  override func intervalWillStartWarning(for activity: DeviceActivityName) { world.receive() }
  override func intervalWillEndWarning(for activity: DeviceActivityName) { world.receive() }
  override func eventDidReachThreshold(
    _ event: DeviceActivityEvent.Name, activity: DeviceActivityName
  ) { world.receive() }
  override func eventWillReachThresholdWarning(
    _ event: DeviceActivityEvent.Name, activity: DeviceActivityName
  ) { world.receive() }
}
