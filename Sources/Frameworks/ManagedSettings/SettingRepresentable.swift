/// The type of a setting's property, which ``SettingValue`` has a case for.
package protocol SettingRepresentable {
  /// Nil if `settingValue` is of another kind.
  init?(settingValue: SettingValue)
  var settingValue: SettingValue { get }
}

extension [SettingKey: SettingValue] {
  /// The setting as the property has it. One of another kind, which only a foreign writer could leave, reads as unset.
  package subscript<Property: SettingRepresentable>(setting key: SettingKey) -> Property? {
    get { self[key].flatMap(Property.init(settingValue:)) }
    set { self[key] = newValue?.settingValue }
  }
}

extension Bool: SettingRepresentable {
  package init?(settingValue: SettingValue) {
    guard case .bool(let value) = settingValue else { return nil }
    self = value
  }

  package var settingValue: SettingValue { .bool(self) }
}

extension Int: SettingRepresentable {
  package init?(settingValue: SettingValue) {
    guard case .number(let value) = settingValue else { return nil }
    self = value
  }

  package var settingValue: SettingValue { .number(self) }
}

extension SafariSettings.CookiePolicy: SettingRepresentable {
  package init?(settingValue: SettingValue) {
    guard case .cookiePolicy(let value) = settingValue else { return nil }
    self = value
  }

  package var settingValue: SettingValue { .cookiePolicy(self) }
}

extension WebContentSettings.FilterPolicy: SettingRepresentable {
  package init?(settingValue: SettingValue) {
    guard case .filter(let value) = settingValue else { return nil }
    self = value
  }

  package var settingValue: SettingValue { .filter(self) }
}
