import FamilyControls
import ManagedSettings
import SharedDirectory

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

  /// Makes a store hold exactly `settings` (rule S3).
  ///
  /// - Parameter check: Called with the grant in force, before anything is written.
  private func replaceStore(
    _ store: String, with settings: SettingValues, check: (String) throws -> Void = { _ in }
  ) throws {
    try directory.withLocks(.authorization, .stores) { locked in
      guard let grant = try locked.read(.authorization)?.grantInForce else {
        throw ControlFailure.unauthorized
      }
      try check(grant)
      let documents = try locked.validDocuments(of: store)
      let merged = StoreDocument.merged(documents)
      var changes: [SettingKey: SettingValue?] = merged.mapValues { _ in nil }
      for (key, value) in settings { changes[key] = .some(value) }
      let file = SharedFile<StoreDocument, ControlRole>.store(store)
      var mine = try locked.read(file).flatMap { $0.grant == grant ? $0 : nil }
      mine = mine ?? StoreDocument(grant: grant)
      let generation = StoreDocument.latestGeneration(documents)
      if var mine, mine.apply(changes, over: merged, after: generation) {
        try locked.write(file, mine)
      }
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
