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
