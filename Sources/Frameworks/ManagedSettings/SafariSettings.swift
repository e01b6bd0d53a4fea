/// Source: Apple, *ManagedSettings.SafariSettings*.
public struct SafariSettings: ManagedSettingsGroup, BackedGroup, Equatable, Sendable {
  /// When a browser accepts cookies, the strictest first.
  public enum CookiePolicy: String, Codable, Comparable, Sendable {
    case never
    case currentWebsite
    case visitedWebsites
    case always

    public static func < (first: Self, second: Self) -> Bool {
      first.permissiveness < second.permissiveness
    }

    private var permissiveness: Int {
      switch self {
      case .never: 0
      case .currentWebsite: 1
      case .visitedWebsites: 2
      case .always: 3
      }
    }
  }

  static let name = "safari"

  package var values: SettingValues

  package init(values: SettingValues) {
    self.values = values
  }

  public static let cookiePolicy = SettingMetadata<CookiePolicy>(defaultValue: .always)

  public var cookiePolicy: CookiePolicy? {
    get { values[setting: .safariCookiePolicy] }
    set { values[setting: .safariCookiePolicy] = newValue }
  }

  public static let denyAutoFill = SettingMetadata<Bool>(defaultValue: false)

  /// Forms and passwords are not filled in.
  public var denyAutoFill: Bool? {
    get { values[setting: .safariDenyAutoFill] }
    set { values[setting: .safariDenyAutoFill] = newValue }
  }
}
