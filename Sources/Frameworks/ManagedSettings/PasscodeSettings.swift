/// Source: Apple, *ManagedSettings.PasscodeSettings*.
public struct PasscodeSettings: ManagedSettingsGroup, BackedGroup, Equatable, Sendable {
  static let name = "passcode"

  package var values: SettingValues

  package init(values: SettingValues) {
    self.values = values
  }

  public static let lockPasscode = SettingMetadata<Bool>(defaultValue: false)

  /// The user cannot change the passcode.
  public var lockPasscode: Bool? {
    get { values[setting: .passcodeLockPasscode] }
    set { values[setting: .passcodeLockPasscode] = newValue }
  }
}
