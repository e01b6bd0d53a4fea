import ActivityEngine
import CompiledPolicy
import DeviceActivity
import FamilyControls
import FoundationEssentials
import ManagedSettings
import SharedDirectory
import SyncService
import System

/// The app of a story: the half that registers activities and fills stores, through Apple's frameworks' own backing.
///
/// What it remembers here is what an app keeps in files of its own, so that a kill does not touch it.
final class ScenarioApp {
  let group: AppGroup<SyncRole>
  private let guardian: Guardian
  private let clock: SimulatedClock
  /// The last error that a call threw.
  private(set) var lastError: String?
  /// What the extension shields while an activity's interval runs.
  private(set) var shields: [String: [String]] = [:]
  /// What a store's shield looks like.
  private(set) var looks: [String: String] = [:]
  private(set) var savedTokens: [String: ApplicationToken] = [:]
  /// The generations of each activity's registrations, in order.
  private(set) var generations: [String: [Int]] = [:]
  private var owners: [String: String?] = [:]
  private var storeOwners: [String: String?] = [:]
  private(set) var uninstalled: Set<String> = []
  private var tokens: [String: ApplicationToken] = [:]
  private var tokensGrant: String?

  init(storage: any Storage, clock: SimulatedClock) {
    self.clock = clock
    let world = AppGroupWorld(
      now: { clock.wall }, zones: { clock.zones }, log: .silent)
    group = AppGroup(SharedDirectory(storage: storage, as: SyncRole.self), world: world)
    guardian = Guardian(
      directory: SharedDirectory(storage: storage, as: ControlRole.self),
      caller: Caller(user: "root", isRoot: true, groups: []), now: { clock.wall })
  }

  // MARK: Authorization

  func grant() throws { try guardian.grant(to: .individual) }

  /// Revoking what was not granted changes nothing.
  func revoke() { try? guardian.revoke() }

  private var grantInForce: String? {
    (try? group.directory.read(.authorization))?.grantInForce
  }

  // MARK: Tokens

  /// The tokens that stand for applications of these names, or were saved under them. Without authorization they stand
  /// for nothing.
  func tokens(for names: [String]) -> [ApplicationToken] {
    let missing = names.filter { savedTokens[$0] == nil && tokens[$0] == nil }
    let grant = grantInForce
    if grant != tokensGrant || !missing.isEmpty { mint(names, grant: grant) }
    return names.map { savedTokens[$0] ?? tokens[$0] ?? ApplicationToken(data: Data($0.utf8)) }
  }

  func subject(for name: String) -> UseSubject {
    .application(
      tokens[name] ?? savedTokens[name] ?? tokens(for: [name]).first
        ?? ApplicationToken(data: Data(name.utf8)))
  }

  /// Forgets which tokens stand for what, after a grant or a revocation.
  func forgetTokens() {
    tokens = [:]
    tokensGrant = nil
  }

  private func mint(_ names: [String], grant: String?) {
    if grant != tokensGrant { forgetTokens() }
    tokensGrant = grant
    guard let grant else { return }
    try? group.directory.withLocks(.vault) { locked in
      let old = try locked.read(.vault)
      var vault = old.flatMap { $0.grant == grant ? $0 : nil } ?? Vault(grant: grant)
      for name in names where tokens[name] == nil {
        tokens[name] = ApplicationToken(data: vault.token(for: .application(name)))
      }
      if vault != old { try locked.write(.vault, vault) }
    }
  }

  func makeToken(of app: String, savedAs name: String) {
    savedTokens[name] = tokens(for: [app]).first
  }

  func saveSelection(_ names: [String]) throws {
    var selection = FamilyActivitySelection()
    selection.applicationTokens = Set(tokens(for: names))
    let stored = try StoredSelection(selection, grant: grantInForce, pickedAt: clock.wall)
    try SharedDirectory(storage: group.directory.storage, as: ControlRole.self)
      .write(.selection("scenario"), stored)
  }

  // MARK: Activities

  /// - Returns: The error in a word; nil if there was none.
  func start(_ monitoring: StoryAction.Monitoring, resettingCounters isResetting: Bool) -> String? {
    let name = DeviceActivityName(monitoring.activity)
    if owners[monitoring.activity] != nil { noteGenerations() }
    do {
      if isResetting, group.schedule(for: name) == monitoring.schedule {
        try group.start(name, during: monitoring.schedule, events: [:])
      }
      try group.start(name, during: monitoring.schedule, events: events(of: monitoring))
    } catch {
      lastError = MonitoringErrorWord.word(for: error)
      return lastError
    }
    // The extension can make no tokens, it only uses them.
    _ = tokens(for: monitoring.shields ?? [])
    owners[monitoring.activity] = .some(monitoring.client)
    shields[monitoring.activity] = monitoring.shields
    return nil
  }

  private func events(
    of monitoring: StoryAction.Monitoring
  ) -> [DeviceActivityEvent.Name: DeviceActivityEvent] {
    monitoring.events.reduce(into: [:]) { events, item in
      events[.init(item.key)] = DeviceActivityEvent(
        applications: Set(tokens(for: item.value.tokens)), threshold: item.value.threshold,
        includesPastActivity: item.value.includesPast)
    }
  }

  /// An empty list means all.
  func stop(_ activities: [String]) {
    noteGenerations()
    group.stop(activities.map { DeviceActivityName($0) })
  }

  /// Notes the generations of what is registered, which is then changed or stopped and perhaps never heard of.
  private func noteGenerations() {
    let ledger = (try? group.directory.read(SharedFile<ActivityLedger, SyncRole>.activities)) ?? nil
    for registration in ledger?.records.compactMap(\.registration) ?? [] {
      note(registration.generation, of: registration.activity.rawValue)
    }
  }

  /// Which registration of its activity a generation is, from 1.
  func ordinal(of generation: Int, _ activity: String) -> Int {
    note(generation, of: activity)
    return 1 + (generations[activity]?.firstIndex(of: generation) ?? 0)
  }

  func latestGeneration(of activity: String) -> Int {
    noteGenerations()
    return generations[activity]?.last ?? 0
  }

  private func note(_ generation: Int, of activity: String) {
    if generations[activity]?.contains(generation) != true {
      generations[activity, default: []].append(generation)
    }
  }

  func apply(_ policy: ReceivedPolicy) throws {
    guard let grant = grantInForce else { return }
    noteGenerations()
    _ = try PolicyApplication(group: group).apply(policy, grant: grant)
  }

  // MARK: Stores

  func set(_ shield: StoryAction.Shield) {
    let key = SettingKey.shieldApplications
    group.change(
      .init(shield.store), [key: Set(tokens(for: shield.apps)).settingValue])
    looks[shield.store] = shield.look
    storeOwners[shield.store] = .some(shield.client)
  }

  func clear(_ store: String) {
    group.clear(.init(store))
    looks[store] = nil
  }

  // MARK: Uninstalling

  /// Lifts and unregisters everything of a client, and of nobody in particular; its extension is gone (rule S5).
  ///
  /// - Returns: The activities that were unregistered.
  func uninstall(_ client: String) -> Set<String> {
    uninstalled.insert(client)
    let activities = owners.filter { isOwner(client, $0.value) }.map(\.key)
    if !activities.isEmpty { stop(activities.sorted()) }
    for activity in activities { shields[activity] = nil }
    for store in storeOwners.filter({ isOwner(client, $0.value) }).keys.sorted() { clear(store) }
    clear(ScenarioMonitor.store.rawValue)
    return Set(activities)
  }

  private func isOwner(_ client: String, _ owner: String?) -> Bool {
    owner == nil || owner == client
  }

  /// Whether there is still an extension that an activity's callbacks can go to.
  func hasExtension(for activity: String) -> Bool {
    guard !uninstalled.isEmpty, let owner = owners[activity] else { return true }
    return owner.map { !uninstalled.contains($0) } ?? false
  }
}
