/// Source: Apple, *ManagedSettings.AccountSettings*.
public struct AccountSettings: ManagedSettingsGroup, BackedGroup, Equatable, Sendable {
  static let name = "account"

  package var values: SettingValues

  package init(values: SettingValues) {
    self.values = values
  }

  public static let lockAccounts = SettingMetadata<Bool>(defaultValue: false)

  /// The user cannot change accounts.
  public var lockAccounts: Bool? {
    get { values[setting: .accountLockAccounts] }
    set { values[setting: .accountLockAccounts] = newValue }
  }
}
