/// A rule category of the service, by its name on the wire.
public enum RuleCategory: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  case contentRating = "content_rating"
  case contentBlockTitle = "content_block_title"
  case contentAllowTitle = "content_allow_title"
  case contentAllowlistMode = "content_allowlist_mode"
  case contentDescriptorBlock = "content_descriptor_block"
  case timeDailyLimit = "time_daily_limit"
  case timeScheduledHours = "time_scheduled_hours"
  case timePerAppLimit = "time_per_app_limit"
  case timeDowntime = "time_downtime"
  case purchaseApproval = "purchase_approval"
  case purchaseBlockIAP = "purchase_block_iap"
  case purchaseSpendingCap = "purchase_spending_cap"
  case socialContacts = "social_contacts"
  case socialChatControl = "social_chat_control"
  case socialMultiplayer = "social_multiplayer"
  case webSafeSearch = "web_safesearch"
  case webCategoryBlock = "web_category_block"
  case webCustomAllowlist = "web_custom_allowlist"
  case webCustomBlocklist = "web_custom_blocklist"
  case webFilterLevel = "web_filter_level"
  case privacyLocation = "privacy_location"
  case privacyProfileVisibility = "privacy_profile_visibility"
  case privacyDataSharing = "privacy_data_sharing"
  case privacyAccountCreation = "privacy_account_creation"
  case monitoringActivity = "monitoring_activity"
  case monitoringAlerts = "monitoring_alerts"
  case algoFeedControl = "algo_feed_control"
  case addictiveDesignControl = "addictive_design_control"
  case notificationCurfew = "notification_curfew"
  case usageTimerNotification = "usage_timer_notification"
  case targetedAdBlock = "targeted_ad_block"
  case dmRestriction = "dm_restriction"
  case ageGate = "age_gate"
  case dataDeletionRequest = "data_deletion_request"
  case geolocationOptIn = "geolocation_opt_in"
  case csamReporting = "csam_reporting"
  case libraryFilterCompliance = "library_filter_compliance"
  case aiMinorInteraction = "ai_minor_interaction"
  case socialMediaMinAge = "social_media_min_age"
  case imageRightsMinor = "image_rights_minor"
  case parentalConsentGate = "parental_consent_gate"
  case parentalEventNotification = "parental_event_notification"
  case screenTimeReport = "screen_time_report"
  case commercialDataBan = "commercial_data_ban"
  case algorithmicAudit = "algorithmic_audit"
}

extension RuleCategory {
  public enum Group: String, CaseIterable, Codable, Sendable {
    case content, time, purchase, social, web, privacy, monitoring, engagement, notification
    case legislation, compliance, parental
  }

  /// The framework that serves a category, as reports name it.
  public enum Framework: String, CaseIterable, Codable, Sendable {
    case managedSettings = "ManagedSettings"
    case deviceActivity = "DeviceActivity"
    case familyControls = "FamilyControls"
    case none
  }

  public var group: Group {
    switch self {
    case .contentRating, .contentBlockTitle, .contentAllowTitle, .contentAllowlistMode,
      .contentDescriptorBlock:
      .content
    case .timeDailyLimit, .timeScheduledHours, .timePerAppLimit, .timeDowntime: .time
    case .purchaseApproval, .purchaseBlockIAP, .purchaseSpendingCap: .purchase
    case .socialContacts, .socialChatControl, .socialMultiplayer: .social
    case .webSafeSearch, .webCategoryBlock, .webCustomAllowlist, .webCustomBlocklist,
      .webFilterLevel:
      .web
    case .privacyLocation, .privacyProfileVisibility, .privacyDataSharing, .privacyAccountCreation:
      .privacy
    case .monitoringActivity, .monitoringAlerts: .monitoring
    case .algoFeedControl, .addictiveDesignControl: .engagement
    case .notificationCurfew, .usageTimerNotification: .notification
    case .targetedAdBlock, .dmRestriction, .ageGate, .dataDeletionRequest, .geolocationOptIn:
      .legislation
    case .csamReporting, .libraryFilterCompliance, .aiMinorInteraction, .socialMediaMinAge,
      .imageRightsMinor:
      .compliance
    case .parentalConsentGate, .parentalEventNotification, .screenTimeReport, .commercialDataBan,
      .algorithmicAudit:
      .parental
    }
  }

  /// The framework that the service's mapping for Apple names.
  public var framework: Framework { platform.framework }
  /// The programming interface that the service's mapping for Apple names; nil if it names none.
  public var interface: String? { platform.interface }
  /// The iOS version that the service's mapping for Apple asks for.
  public var minimumSystem: String? { platform.minimumSystem }

  private struct Platform {
    var framework = Framework.none
    var interface: String?
    var minimumSystem: String?

    static func settings(_ interface: String, since version: String = "16.0") -> Self {
      Self(framework: .managedSettings, interface: interface, minimumSystem: version)
    }

    static func activity(_ interface: String) -> Self {
      Self(framework: .deviceActivity, interface: interface, minimumSystem: "16.0")
    }

    static let authorization = Self(
      framework: .familyControls, interface: "AuthorizationCenter", minimumSystem: "16.0")
  }

  private var platform: Platform {
    switch self {
    case .contentRating:
      .settings("ManagedSettingsStore.application / appStore.maximumRating")
    case .contentBlockTitle: .settings("application.blockedApplications")
    case .contentAllowTitle, .contentAllowlistMode: .settings("application.denyAppInstallation")
    case .contentDescriptorBlock: .settings("ManagedSettingsStore.application")
    case .timeDailyLimit, .timeScheduledHours, .timePerAppLimit, .timeDowntime:
      .activity("DeviceActivitySchedule")
    case .purchaseApproval: .settings("appStore.requirePasswordForPurchases")
    case .purchaseBlockIAP: .settings("appStore.denyInAppPurchases")
    case .purchaseSpendingCap: Platform(interface: "tracked in the app")
    case .socialContacts, .parentalConsentGate: .authorization
    case .socialChatControl: Platform(interface: "block messaging apps")
    case .socialMultiplayer: .settings("gameCenter.denyMultiplayerGaming")
    case .webSafeSearch: .settings("webContent auto filter")
    case .webCategoryBlock: .settings("webContent.blockedByFilter")
    case .webCustomAllowlist: .settings("webContent allowed domains")
    case .webCustomBlocklist: .settings("webContent blocked domains")
    case .webFilterLevel: .settings("webContent")
    case .monitoringActivity, .screenTimeReport: .activity("DeviceActivityReport")
    case .monitoringAlerts, .parentalEventNotification: .activity("DeviceActivityMonitor")
    case .algoFeedControl, .addictiveDesignControl:
      Platform(interface: "block or limit the offending apps")
    case .notificationCurfew: .settings("notification settings", since: "16.4")
    case .usageTimerNotification: .activity("DeviceActivityMonitor events")
    case .libraryFilterCompliance: .settings("as web filtering")
    case .privacyLocation, .privacyProfileVisibility, .privacyDataSharing, .privacyAccountCreation,
      .targetedAdBlock, .dmRestriction, .ageGate, .dataDeletionRequest, .geolocationOptIn,
      .csamReporting, .aiMinorInteraction, .socialMediaMinAge, .imageRightsMinor,
      .commercialDataBan, .algorithmicAudit:
      Platform()
    }
  }
}
