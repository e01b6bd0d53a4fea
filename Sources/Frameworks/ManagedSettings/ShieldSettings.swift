/// What is covered by a shield when it is opened. All of it counts: an application that is listed is shielded even if a
/// category policy excepts it.
///
/// Source: Apple, *ManagedSettings.ShieldSettings*.
public struct ShieldSettings: ManagedSettingsGroup, BackedGroup, Equatable, Sendable {
  /// Which activities are shielded for their category.
  public enum ActivityCategoryPolicy<Activity>: Equatable, Sendable {
    case none
    /// All activities of these categories but the listed ones.
    case specific(Set<ActivityCategoryToken>, except: Set<Token<Activity>> = [])
    /// All activities but the listed ones.
    case all(except: Set<Token<Activity>> = [])
  }

  static let name = "shield"

  package var values: SettingValues

  package init(values: SettingValues) {
    self.values = values
  }

  public static let applications = SettingMetadata<Set<ApplicationToken>>(defaultValue: [])

  public var applications: Set<ApplicationToken>? {
    get { values[setting: .shieldApplications] }
    set { values[setting: .shieldApplications] = newValue }
  }

  public static let applicationCategories =
    SettingMetadata<ActivityCategoryPolicy<Application>>(defaultValue: .none)

  public var applicationCategories: ActivityCategoryPolicy<Application>? {
    get { values[setting: .shieldApplicationCategories] }
    set { values[setting: .shieldApplicationCategories] = newValue }
  }

  public static let webDomains = SettingMetadata<Set<WebDomainToken>>(defaultValue: [])

  public var webDomains: Set<WebDomainToken>? {
    get { values[setting: .shieldWebDomains] }
    set { values[setting: .shieldWebDomains] = newValue }
  }

  public static let webDomainCategories =
    SettingMetadata<ActivityCategoryPolicy<WebDomain>>(defaultValue: .none)

  public var webDomainCategories: ActivityCategoryPolicy<WebDomain>? {
    get { values[setting: .shieldWebDomainCategories] }
    set { values[setting: .shieldWebDomainCategories] = newValue }
  }
}
