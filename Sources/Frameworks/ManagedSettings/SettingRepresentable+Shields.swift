/// What a set of which is a setting.
package protocol SettingElement: Hashable {
  static func elements(of value: SettingValue) -> Set<Self>?
  static func settingValue(of elements: Set<Self>) -> SettingValue
}

extension Set: SettingRepresentable where Element: SettingElement {
  package init?(settingValue: SettingValue) {
    guard let elements = Element.elements(of: settingValue) else { return nil }
    self = elements
  }

  package var settingValue: SettingValue { Element.settingValue(of: self) }
}

extension Application: SettingElement {
  package static func elements(of value: SettingValue) -> Set<Self>? {
    guard case .applications(let elements) = value else { return nil }
    return elements
  }

  package static func settingValue(of elements: Set<Self>) -> SettingValue {
    .applications(elements)
  }
}

/// An activity whose tokens and category policies are settings.
package protocol ShieldableActivity {
  static func tokens(of value: SettingValue) -> Set<Token<Self>>?
  static func settingValue(of tokens: Set<Token<Self>>) -> SettingValue
  static func policy(of value: SettingValue) -> ShieldSettings.ActivityCategoryPolicy<Self>?
  static func settingValue(of policy: ShieldSettings.ActivityCategoryPolicy<Self>) -> SettingValue
}

extension Token: SettingElement where T: ShieldableActivity {
  package static func elements(of value: SettingValue) -> Set<Self>? { T.tokens(of: value) }

  package static func settingValue(of elements: Set<Self>) -> SettingValue {
    T.settingValue(of: elements)
  }
}

extension ShieldSettings.ActivityCategoryPolicy: SettingRepresentable
where Activity: ShieldableActivity {
  package init?(settingValue: SettingValue) {
    guard let policy = Activity.policy(of: settingValue) else { return nil }
    self = policy
  }

  package var settingValue: SettingValue { Activity.settingValue(of: self) }
}

extension Application: ShieldableActivity {
  package static func tokens(of value: SettingValue) -> Set<ApplicationToken>? {
    guard case .applicationTokens(let tokens) = value else { return nil }
    return tokens
  }

  package static func settingValue(of tokens: Set<ApplicationToken>) -> SettingValue {
    .applicationTokens(tokens)
  }

  package static func policy(
    of value: SettingValue
  ) -> ShieldSettings.ActivityCategoryPolicy<Application>? {
    guard case .applicationCategories(let policy) = value else { return nil }
    return policy
  }

  package static func settingValue(
    of policy: ShieldSettings.ActivityCategoryPolicy<Application>
  ) -> SettingValue {
    .applicationCategories(policy)
  }
}

extension WebDomain: ShieldableActivity {
  package static func tokens(of value: SettingValue) -> Set<WebDomainToken>? {
    guard case .webDomainTokens(let tokens) = value else { return nil }
    return tokens
  }

  package static func settingValue(of tokens: Set<WebDomainToken>) -> SettingValue {
    .webDomainTokens(tokens)
  }

  package static func policy(
    of value: SettingValue
  ) -> ShieldSettings.ActivityCategoryPolicy<WebDomain>? {
    guard case .webDomainCategories(let policy) = value else { return nil }
    return policy
  }

  package static func settingValue(
    of policy: ShieldSettings.ActivityCategoryPolicy<WebDomain>
  ) -> SettingValue {
    .webDomainCategories(policy)
  }
}
