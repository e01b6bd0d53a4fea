import ActivityEngine
import DeviceActivity
import EffectiveSettings
import FamilyControls
import FoundationEssentials
import ManagedSettings
import SharedDirectory

extension SimulatedWorld {
  /// What is found in place of `fact`, in words, and whether that is as it should be.
  func found(_ fact: StoryExpectation.Fact) -> (words: String, isSo: Bool) {
    switch fact {
    case .activities(let wanted):
      let found = Set(app.group.activities.map(\.rawValue))
      return ("activities \(list(found))", found == wanted)
    case .shielded(let wanted):
      let found = shielded
      return ("shielded \(list(found))", found == wanted)
    case .shieldedCount(let wanted):
      let found = shielded.count
      return ("shieldedCount \(found)", found == wanted)
    case .access(let token, let wanted):
      let found = shielded.contains(token)
      return ("\(token) \(found ? "shielded" : "allowed")", found == wanted)
    case .nextInterval(let wanted):
      let found = nextInterval
      let words = found.map { "\(time($0.from)) to \(time($0.to))" } ?? "none"
      return ("nextInterval \(words)", found == wanted)
    case .authorization(let wanted):
      let found = deliveries.status ?? app.group.status.word
      return ("authorization \(found)", found == wanted)
    case .lastError(let wanted):
      return ("lastError \(app.lastError ?? "none")", app.lastError == wanted)
    case .quarantined(let wanted):
      let found = ((try? disk.list("aside")) ?? []).count { $0.hasSuffix(".json") }
      return ("quarantined \(found)", found == wanted)
    case .equal(let names):
      let tokens = names.map { app.savedTokens[$0] }
      let isSo = !tokens.contains(nil) && Set(tokens).count <= 1
      return ("\(names.joined(separator: ", ")) \(isSo ? "equal" : "not equal")", isSo)
    case .tokenExpiryMessages(let wanted):
      let found = expiryMessages
      return ("tokenExpiryMessages \(found)", found == wanted)
    case .config(let wanted):
      let found = enforcement.showing.first.flatMap { app.looks[$0] }
      return ("config \(found ?? "none")", found == wanted)
    }
  }

  /// What is shielded now. While the monitor is dead this is what the saved state and the clock say, which is what the
  /// monitor will put in force once it is back (rule D3): the stores, and what the app shields while intervals run.
  private var shielded: Set<String> {
    if isMonitorAlive || !deliveries.quirks.isEmpty { return enforcement.shielded }
    let directory = app.group.directory
    guard let stores = try? directory.mergedStores(), let vault = try? directory.read(.vault) else {
      return enforcement.shielded
    }
    let others = stores.filter { $0.name != ScenarioMonitor.store.rawValue }
    let settings = EffectiveSettings(
      stores: others.map { EffectiveSettings.Store(name: $0.name, settings: $0.settings) },
      identities: { vault.identity(of: $0) })
    let isHeld = story.delivery == .onFirstUse && !recorder.isDeviceInUse
    return enforcement.shielded(by: settings).union(
      app.group.activities.filter { isRunning($0, isStartHeld: isHeld) }
        .flatMap { app.shields[$0.rawValue] ?? [] })
  }

  private func isRunning(_ activity: DeviceActivityName, isStartHeld: Bool) -> Bool {
    if isStartHeld, !monitor.running.contains(activity.rawValue) { return false }
    guard let schedule = app.group.schedule(for: activity),
      let interval = app.group.nextInterval(of: schedule)
    else { return false }
    return interval.start <= clock.wall && clock.wall < interval.end
  }

  /// The earliest interval that the monitor says is running or comes next; before its first pass, what the schedule says.
  private var nextInterval: Stretch? {
    let activities = app.group.activities
    let edges = ((try? app.group.directory.read(.inForce)) ?? nil)?.edges ?? []
    let known =
      !isMonitorAlive
      ? nil : edges.filter { activities.contains($0.activity) }.min { $0.start < $1.start }
    if let known { return Stretch(from: known.start, to: known.end) }
    let intervals = activities.compactMap { app.group.schedule(for: $0) }
      .compactMap { app.group.nextInterval(of: $0) }
    return intervals.min { $0.start < $1.start }.map { Stretch(from: $0.start, to: $0.end) }
  }

  /// Pavise never says that tokens have expired; this counts what was said.
  private var expiryMessages: Int {
    let directory = app.group.directory
    let faults =
      (((try? directory.read(SharedFile<Health, MonitorRole>.health)) ?? nil)?.faults ?? [])
      + (((try? directory.read(SharedFile<Health, SyncRole>.health)) ?? nil)?.faults ?? [])
    return faults.count { $0.code.hasPrefix("token.") }
  }

  private func list(_ names: Set<String>) -> String {
    names.count > 8 ? "\(names.count) names" : "[\(names.sorted().joined(separator: ", "))]"
  }

  private func time(_ instant: Date) -> String { clock.zone.text(of: instant) }
}
