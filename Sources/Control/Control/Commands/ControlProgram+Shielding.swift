import FamilyControls
import ManagedSettings
import SharedDirectory
import System

extension ControlProgram {
  /// The settings store that shields the selection of that name.
  func shieldStore(_ selection: String) -> String { "pick.\(selection)" }

  /// Shields what is in a stored selection.
  func shield(_ name: String) throws {
    try prepareToChange("shield applications")
    guard let stored = try directory.read(.selection(name)) else {
      throw ControlFailure.unknownSelection(
        name, suggestion: Suggestion.words(for: name, among: try directory.selectionNames()))
    }
    if stored.isVoid { throw ControlFailure.voidSelection(name) }
    let selection: FamilyActivitySelection
    do { selection = try stored.decoded() } catch {
      throw ControlFailure.damagedSelection(name, reason: "\(error)")
    }
    try replaceStore(shieldStore(name), with: SettingValues(shielding: selection)) { grant in
      // A revocation may not have come to the selection yet.
      if stored.grant != grant { throw ControlFailure.voidSelection(name) }
    }
    say("shielded “\(name)”: \(stored.counts.words)")
    try warnIfMonitorIsDead("the shield is put in force when it runs")
  }

  /// Lifts such a shield; one that is not there is lifted already.
  func unshield(_ name: String) throws {
    try prepareToChange("lift a shield")
    let store = shieldStore(name)
    guard try directory.mergedStores().contains(where: { $0.name == store }) else {
      guard try directory.read(.selection(name)) != nil else {
        throw ControlFailure.unknownSelection(
          name, suggestion: Suggestion.words(for: name, among: try directory.selectionNames()))
      }
      return say("“\(name)” was not shielded")
    }
    try replaceStore(store, with: [:])
    say("no longer shielded: “\(name)”")
    try warnIfMonitorIsDead("the shield is lifted when it runs")
  }

  /// Makes a store hold exactly `settings`, under the grant in force.
  ///
  /// - Parameter check: Called with that grant, before anything is written.
  private func replaceStore(
    _ store: String, with settings: SettingValues, check: (String) throws -> Void = { _ in }
  ) throws {
    guard let grant = try directory.read(.authorization)?.grantInForce else {
      throw ControlFailure.unauthorized
    }
    try check(grant)
    let now = world.now
    let zones = try world.zones(configured: nil)
    let group = AppGroup(
      directory, world: AppGroupWorld(now: { now }, zones: { zones }, log: .silent))
    try group.replace(.init(store), with: settings)
    // Revoked in between, it was not written.
    guard try directory.read(.authorization)?.grantInForce == grant else {
      throw ControlFailure.unauthorized
    }
  }
}

extension SettingValues {
  /// What shields everything in `selection`.
  init(shielding selection: FamilyActivitySelection) {
    var shield = ShieldSettings(values: [:])
    if !selection.applicationTokens.isEmpty { shield.applications = selection.applicationTokens }
    if !selection.webDomainTokens.isEmpty { shield.webDomains = selection.webDomainTokens }
    if !selection.categoryTokens.isEmpty {
      shield.applicationCategories = .specific(selection.categoryTokens)
      shield.webDomainCategories = .specific(selection.categoryTokens)
    }
    self = shield.values
  }
}
