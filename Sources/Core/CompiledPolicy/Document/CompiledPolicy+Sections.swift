extension CompiledPolicy {
  public struct ContentFilter: Codable, Equatable, Sendable {
    /// Like `9+`.
    public var ageRating: String?
    /// The highest rating by rating system: `apple`, `mpaa`, `tvpg`, `esrb` and others.
    public var maxRatings: [String: String]?
    public var blockedApps: [String]?
    public var allowedApps: [String]?
    /// Nothing but `allowedApps` and the apps that are always allowed may be used.
    public var allowlistMode: Bool?

    enum CodingKeys: String, CodingKey {
      case ageRating = "age_rating"
      case maxRatings = "max_ratings"
      case blockedApps = "blocked_apps"
      case allowedApps = "allowed_apps"
      case allowlistMode = "allowlist_mode"
    }
  }

  public struct ScreenTime: Codable, Equatable, Sendable {
    /// 0 is unlimited.
    public var dailyLimitMinutes: Int?
    public var perAppLimits: [AppLimit]?
    public var downtimeWindows: [DowntimeWindow]?
    /// Exempt from limits, downtime, allowed hours and allowlist mode.
    public var alwaysAllowedApps: [String]?
    public var schedule: Schedule?

    enum CodingKeys: String, CodingKey {
      case schedule
      case dailyLimitMinutes = "daily_limit_minutes"
      case perAppLimits = "per_app_limits"
      case downtimeWindows = "downtime_windows"
      case alwaysAllowedApps = "always_allowed_apps"
    }
  }

  public struct AppLimit: Codable, Equatable, Sendable {
    public var bundleID: String?
    public var dailyMinutes: Int?

    enum CodingKeys: String, CodingKey {
      case bundleID = "bundle_id"
      case dailyMinutes = "daily_minutes"
    }
  }

  public struct DowntimeWindow: Codable, Equatable, Sendable {
    /// Empty and absent mean every day.
    public var daysOfWeek: [String]?
    public var startTime: String?
    public var endTime: String?

    enum CodingKeys: String, CodingKey {
      case daysOfWeek = "days_of_week"
      case startTime = "start_time"
      case endTime = "end_time"
    }
  }

  /// The allowed hours.
  public struct Schedule: Codable, Equatable, Sendable {
    public var weekday: Hours?
    public var weekend: Hours?
  }

  public struct Hours: Codable, Equatable, Sendable {
    public var start: String?
    public var end: String?
  }

  public struct Purchases: Codable, Equatable, Sendable {
    public var requireApproval: Bool?
    public var blockIAP: Bool?
    /// 0 is none.
    public var spendingCapUSD: Double?

    enum CodingKeys: String, CodingKey {
      case requireApproval = "require_approval"
      case blockIAP = "block_iap"
      case spendingCapUSD = "spending_cap_usd"
    }
  }

  public struct Privacy: Codable, Equatable, Sendable {
    public var locationSharingEnabled: Bool?
    public var profileVisibility: String?
    public var accountCreationApproval: Bool?
    public var dataSharingRestricted: Bool?

    enum CodingKeys: String, CodingKey {
      case locationSharingEnabled = "location_sharing_enabled"
      case profileVisibility = "profile_visibility"
      case accountCreationApproval = "account_creation_approval"
      case dataSharingRestricted = "data_sharing_restricted"
    }
  }

  public struct Social: Codable, Equatable, Sendable {
    public var chatMode: String?
    public var dmRestriction: String?
    public var multiplayerMode: String?

    enum CodingKeys: String, CodingKey {
      case chatMode = "chat_mode"
      case dmRestriction = "dm_restriction"
      case multiplayerMode = "multiplayer_mode"
    }
  }

  public struct Notifications: Codable, Equatable, Sendable {
    public var curfewStart: String?
    public var curfewEnd: String?
    /// 0 is off.
    public var usageTimerMinutes: Int?

    enum CodingKeys: String, CodingKey {
      case curfewStart = "curfew_start"
      case curfewEnd = "curfew_end"
      case usageTimerMinutes = "usage_timer_minutes"
    }
  }

  public struct WebFilter: Codable, Equatable, Sendable {
    /// `strict`, `moderate`, `light`, `off` or empty.
    public var level: String?
    public var safeSearch: Bool?
    public var blockedDomains: [String]?
    public var allowedDomains: [String]?
    public var blockedCategories: [String]?

    enum CodingKeys: String, CodingKey {
      case level
      case safeSearch = "safe_search"
      case blockedDomains = "blocked_domains"
      case allowedDomains = "allowed_domains"
      case blockedCategories = "blocked_categories"
    }
  }
}
