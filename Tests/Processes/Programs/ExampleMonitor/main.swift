// A monitor extension as its iOS source looks, and the line that runs it here.
import DeviceActivity
import ManagedSettings
import MonitorService

final class FocusMonitor: DeviceActivityMonitor {
  private let store = ManagedSettingsStore(named: .init("focus"))

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    store.application.blockedApplications = [Application(bundleIdentifier: "org.example.game")]
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    store.clearAllSettings()
  }
}

try MonitorExtension.run(FocusMonitor())
