/// Source: Apple, *ManagedSettings.SiriSettings*.
public struct SiriSettings: ManagedSettingsGroup, BackedGroup, Equatable, Sendable {
  static let name = "siri"

  package var values: SettingValues

  package init(values: SettingValues) {
    self.values = values
  }

  public static let denySiri = SettingMetadata<Bool>(defaultValue: false)

  /// No voice assistant.
  public var denySiri: Bool? {
    get { values[setting: .siriDenySiri] }
    set { values[setting: .siriDenySiri] = newValue }
  }
}
