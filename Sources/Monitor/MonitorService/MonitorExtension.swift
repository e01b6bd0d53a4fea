public import DeviceActivity
import FoundationEssentials
public import ManagedSettingsUI
import SharedDirectory
import System

/// Runs a monitor extension of your own in place of `pavise-monitor`.
public enum MonitorExtension {
  /// Follows the clock, calls `monitor` back and enforces what its stores say, until SIGTERM or SIGINT.
  ///
  /// - Parameters:
  ///   - monitor: Its handlers are called one after the other; each must return before the next.
  ///   - shields: Asked for the words that a person sees when a shielded application is refused or stopped; nil for the
  ///     default ones.
  ///   - directory: The shared directory; nil for that of `PAVISE_DIRECTORY`, else `/var/lib/pavise`.
  /// - Throws: If another monitor works on the directory, or the directory cannot be used.
  public static func run(
    _ monitor: DeviceActivityMonitor, shields: ShieldConfigurationDataSource? = nil,
    directory: String? = nil
  ) throws {
    let root = directory ?? DirectoryLayout.root(in: ProcessInfo.processInfo.environment)
    try MonitorDaemon(
      root: root, log: .standardError(), monitor: monitor, shields: shields
    ).run()
  }
}
