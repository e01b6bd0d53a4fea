import ActivityEngine
import DeviceActivity
import ManagedSettings

/// The extension of a story: shields what the app said, while the intervals run.
///
/// It computes its store anew from what runs at each callback, so a doubled or repeated one changes nothing.
final class ScenarioMonitor: DeviceActivityMonitor {
  static let store = ManagedSettingsStore.Name("scenario")

  private let app: ScenarioApp
  /// The activities whose start was delivered and whose end was not.
  var running: Set<String> = []

  init(app: ScenarioApp) {
    self.app = app
  }

  override func intervalDidStart(for activity: DeviceActivityName) {
    running.insert(activity.rawValue)
    recompute()
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    running.remove(activity.rawValue)
    recompute()
  }

  /// Calls the handler that `callback` is for.
  func call(_ callback: ActivityCallback) {
    switch callback.call {
    case .intervalDidStart: intervalDidStart(for: callback.activity)
    case .intervalDidEnd: intervalDidEnd(for: callback.activity)
    default: recompute()
    }
  }

  private func recompute() {
    let names = Set(running.flatMap { app.shields[$0] ?? [] }).sorted()
    let store = ManagedSettingsStore(named: Self.store)
    guard !names.isEmpty || hasShielded else { return }
    hasShielded = true
    store.shield.applications = names.isEmpty ? nil : Set(app.tokens(for: names))
  }

  private var hasShielded = false
}
