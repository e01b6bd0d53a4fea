/// Where a ``ManagedSettingsStore`` keeps its settings.
package protocol SettingsBacking: Sendable {
  /// All settings of the named store, as every process that shares it sees them.
  func settings(of store: ManagedSettingsStore.Name) -> SettingValues

  /// Changes the settings given and no other; nil deletes one. Dropped and logged without authorization (rule A8).
  func change(_ store: ManagedSettingsStore.Name, _ changes: [SettingKey: SettingValue?])

  /// Deletes every setting of the named store.
  func clear(_ store: ManagedSettingsStore.Name)

  /// The settings in force on the device, all stores taken together.
  var effectiveSettings: SettingValues { get }
}

/// Which backing the stores of this process use.
package enum SettingsBackingProvider {
  /// Holds for the task that sets it, before any other.
  @TaskLocal package static var scoped: (any SettingsBacking)?

  private static let slot = BackingSlot<any SettingsBacking>(fallback: MemorySettings())

  /// Makes `backing` the one of the whole process.
  package static func install(_ backing: any SettingsBacking) { slot.install(backing) }

  /// The scoped one, the installed one, the shared directory if the program is linked with it, or else
  /// one that keeps everything in the memory of this process, so that an app's unit tests run anywhere.
  package static var current: any SettingsBacking { scoped ?? slot.current }
}
