package import ManagedSettings
import System

extension AppGroup: SettingsBacking {
  package func settings(of store: ManagedSettingsStore.Name) -> SettingValues {
    reading("store \(store.rawValue)", else: [:]) {
      StoreDocument.merged(try directory.validDocuments(of: store.rawValue))
    }
  }

  package func change(
    _ store: ManagedSettingsStore.Name, _ changes: [SettingKey: SettingValue?]
  ) {
    logging(store) { try edit(store) { _ in changes } }
  }

  package func clear(_ store: ManagedSettingsStore.Name) {
    logging(store) { try edit(store) { merged in merged.mapValues { _ in nil } } }
  }

  /// Makes a store hold exactly `settings`.
  ///
  /// - Throws: A failure of the directory, with nothing changed.
  package func replace(_ store: ManagedSettingsStore.Name, with settings: SettingValues) throws {
    try edit(store) { merged in
      var changes: [SettingKey: SettingValue?] = merged.mapValues { _ in nil }
      for (key, value) in settings { changes[key] = .some(value) }
      return changes
    }
  }

  package var effectiveSettings: SettingValues {
    reading("stores", else: [:]) {
      SettingValues.merging(try directory.mergedStores().map(\.settings))
    }
  }

  /// Changes this writer's document of a store, under the lock of all stores, so that generations count the changes of
  /// every process in one order (rule S3). Without authorization nothing is written (rule A8).
  private func edit(
    _ store: ManagedSettingsStore.Name,
    _ changes: (SettingValues) -> [SettingKey: SettingValue?]
  ) throws {
    try directory.withLocks(.authorization, .stores) { locked in
      guard let grant = try locked.read(.authorization)?.grantInForce else {
        return world.log(
          .warning, "settings dropped without authorization", ["store": store.rawValue])
      }
      let documents = try locked.validDocuments(of: store.rawValue)
      let file = SharedFile<StoreDocument, Role>.store(store.rawValue)
      var mine = try locked.read(file) ?? StoreDocument(grant: grant)
      if mine.grant != grant { mine = StoreDocument(grant: grant) }
      let merged = StoreDocument.merged(documents)
      if mine.apply(
        changes(merged), over: merged, after: StoreDocument.latestGeneration(documents))
      {
        try locked.write(file, mine)
        writes.increase()
      }
    }
  }

  /// Apple's declarations leave no other way to say that a store was not written.
  private func logging(_ store: ManagedSettingsStore.Name, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      world.log(
        .error, "settings not written", ["store": store.rawValue, "error": "\(error)"])
    }
  }
}
