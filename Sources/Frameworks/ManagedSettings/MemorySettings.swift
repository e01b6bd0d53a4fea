import Synchronization

/// Keeps the stores in the memory of this process.
package final class MemorySettings: SettingsBacking {
  private let stores = Mutex<[ManagedSettingsStore.Name: SettingValues]>([:])

  package init() {}

  package func settings(of store: ManagedSettingsStore.Name) -> SettingValues {
    stores.withLock { $0[store] ?? [:] }
  }

  package func change(
    _ store: ManagedSettingsStore.Name, _ changes: [SettingKey: SettingValue?]
  ) {
    stores.withLock { stores in
      for (key, value) in changes { stores[store, default: [:]][key] = value }
    }
  }

  package func clear(_ store: ManagedSettingsStore.Name) {
    stores.withLock { _ = $0.removeValue(forKey: store) }
  }

  package var effectiveSettings: SettingValues {
    stores.withLock { .merging($0.values) }
  }
}
