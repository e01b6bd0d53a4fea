import FoundationEssentials

/// The name of one setting, as `group.property` in Apple's spelling: `shield.applications`.
package struct SettingKey: RawRepresentable, Hashable, Comparable, Codable, CodingKeyRepresentable,
  Sendable
{
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
  package init(_ rawValue: String) { self.rawValue = rawValue }

  package static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// The value of one setting, whatever its type. A setting without a value is absent, not a case of this (rule S1).
package enum SettingValue: Equatable, Sendable {
  case bool(Bool)
  case number(Int)
  case cookiePolicy(SafariSettings.CookiePolicy)
  case applications(Set<Application>)
  case applicationTokens(Set<ApplicationToken>)
  case webDomainTokens(Set<WebDomainToken>)
  case applicationCategories(ShieldSettings.ActivityCategoryPolicy<Application>)
  case webDomainCategories(ShieldSettings.ActivityCategoryPolicy<WebDomain>)
  case filter(WebContentSettings.FilterPolicy)
}

/// What one store holds: a value for each setting that it has an opinion on.
package typealias SettingValues = [SettingKey: SettingValue]

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
