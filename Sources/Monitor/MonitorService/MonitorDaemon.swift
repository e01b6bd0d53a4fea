package import DeviceActivity
package import ManagedSettingsUI
import SharedDirectory
package import System

/// The monitor as a program: one loop on the real machine.
package struct MonitorDaemon: ~Copyable {
  private let alive: LivenessLock
  private let group: AppGroup<MonitorRole>
  private let machine: MonitorMachine
  private let monitor: DeviceActivityMonitor
  private let shields: ShieldConfigurationDataSource?

  /// - Parameters:
  ///   - root: Where the shared directory lies; created if it is missing.
  ///   - monitor: Called back. The policy's own shields need none: the loop recomputes them around every callback.
  ///   - shields: Asked for the words of a shield; nil for the default ones.
  /// - Throws: ``AlreadyRunning`` if another monitor works on this directory (rule D5).
  package init(
    root: String, log: Log, monitor: DeviceActivityMonitor = DeviceActivityMonitor(),
    shields: ShieldConfigurationDataSource? = nil
  ) throws {
    // First of all: signals must be blocked before anything else starts.
    let loop = try EventLoop.open()
    let group = AppGroup(root: root, as: MonitorRole.self, log: log)
    try group.directory.prepareLayout()
    let alive = try LivenessLock.acquire(as: MonitorRole.self, in: root)
    let machine = try MonitorMachine(root: root, loop: loop, log: log)
    self.alive = alive
    self.group = group
    self.machine = machine
    self.monitor = monitor
    self.shields = shields
  }

  /// Runs until SIGTERM or SIGINT. What is in force stays so.
  package func run() throws {
    group.install()
    var loop = try MonitorLoop(world: machine, group: group, monitor: monitor, shields: shields)
    try loop.run()
  }
}
