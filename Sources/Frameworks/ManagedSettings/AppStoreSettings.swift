/// Source: Apple, *ManagedSettings.AppStoreSettings*.
public struct AppStoreSettings: ManagedSettingsGroup, BackedGroup, Equatable, Sendable {
  static let name = "appStore"

  package var values: SettingValues

  package init(values: SettingValues) {
    self.values = values
  }

  public static let denyInAppPurchases = SettingMetadata<Bool>(defaultValue: false)

  /// Nothing can be bought inside applications.
  public var denyInAppPurchases: Bool? {
    get { values[setting: .appStoreDenyInAppPurchases] }
    set { values[setting: .appStoreDenyInAppPurchases] = newValue }
  }

  public static let maximumRating = BoundedSettingMetadata<Int>.rating

  /// The highest rating of an application that may be used: 1000 all, 600 17+, 300 12+, 200 9+, 100
  /// 4+, 0 none.
  /// A value out of bounds becomes the nearest bound.
  public var maximumRating: Int? {
    get { values[setting: .appStoreMaximumRating] }
    set { values[setting: .appStoreMaximumRating] = newValue.map(Self.maximumRating.clamp) }
  }

  public static let requirePasswordForPurchases = SettingMetadata<Bool>(defaultValue: false)

  /// Each purchase asks for the password.
  public var requirePasswordForPurchases: Bool? {
    get { values[setting: .appStoreRequirePasswordForPurchases] }
    set { values[setting: .appStoreRequirePasswordForPurchases] = newValue }
  }
}
