/// Source: Apple, *ManagedSettings.WebContentSettings*.
public struct WebContentSettings: ManagedSettingsGroup, BackedGroup, Equatable, Sendable {
  /// Which web sites are blocked.
  public enum FilterPolicy: Equatable, Sendable {
    case none
    /// The listed domains.
    case specific(_: Set<WebDomain>)
    /// Sites for adults and the listed domains; `except` overrides both.
    case auto(_: Set<WebDomain> = [], except: Set<WebDomain> = [])
    /// All sites but the listed ones.
    case all(except: Set<WebDomain> = [])
  }

  static let name = "webContent"

  package var values: SettingValues

  package init(values: SettingValues) {
    self.values = values
  }

  public static let blockedByFilter = SettingMetadata<FilterPolicy>(defaultValue: .none)

  public var blockedByFilter: FilterPolicy? {
    get { values[setting: .webContentBlockedByFilter] }
    set { values[setting: .webContentBlockedByFilter] = newValue }
  }
}
