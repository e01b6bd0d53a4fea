package import CompiledPolicy

/// What Pavise does for a rule category on a Linux machine, at its best, and why not more.
package struct MachineCapability: Equatable, Sendable {
  /// The best that a report says; nil for a category that no field of a policy addresses.
  package var best: MappingResult.Status?
  package var words: String
  /// What has to work on a machine for the best to be reached.
  package var engines: Set<Engine>

  /// What enforces, taken as one thing that works or does not.
  package enum Engine: String, CaseIterable, Codable, Sendable {
    case applications, allowlist, lock, use, notices
  }

  private init(
    _ best: MappingResult.Status?, _ words: String, by engines: Set<Engine> = []
  ) {
    self.best = best
    self.words = words
    self.engines = engines
  }

  private static let lock = MachineCapability(
    .enforced, "the login session is frozen and new logins are refused", by: [.lock])

  /// - Parameter engines: What does what follows a threshold.
  private static func measured(then engines: Engine...) -> MachineCapability {
    MachineCapability(
      .enforced, "by the window in front with an X11 display, in part by what runs elsewhere",
      by: Set(engines + [.use]))
  }

  private static let noStore = MachineCapability(
    .unsupported, "no store of this machine asks Pavise before a purchase")
  private static let noFilter = MachineCapability(
    .unsupported, "kept with the settings; no web filter on this machine reads it")
  private static let elsewhere = MachineCapability(
    .unsupported, "kept by the services that have the accounts, where a device reaches nothing")
  private static let noField = MachineCapability(nil, "no field of a policy speaks of it")

  package init(_ category: RuleCategory) {
    self =
      switch category {
      case .contentRating:
        Self(
          .partial, "refused and frozen by rating; applications without one are not judged",
          by: [.applications])
      case .contentBlockTitle:
        Self(
          .enforced, "refused by an access list and a gate, and frozen where they run",
          by: [.applications])
      case .contentAllowTitle: Self(.enforced, "left alone by every rule that shields others")
      case .contentAllowlistMode:
        Self(
          .partial, "all others are shielded; installing cannot be refused",
          by: [.applications, .allowlist])
      case .timeDailyLimit: .measured(then: .lock)
      case .timePerAppLimit: .measured(then: .applications)
      case .usageTimerNotification: .measured(then: .notices)
      case .timeScheduledHours, .timeDowntime: .lock
      case .purchaseApproval, .purchaseBlockIAP: .noStore
      case .purchaseSpendingCap: Self(.unsupported, "what is spent is not seen on this machine")
      case .socialChatControl:
        Self(
          .enforced,
          "where nobody may be written to, messaging applications are blocked;"
            + " to whom a message goes is not seen", by: [.applications])
      case .socialMultiplayer: Self(.unsupported, "there is no Game Center to ask")
      case .webSafeSearch, .webCategoryBlock, .webCustomAllowlist, .webCustomBlocklist,
        .webFilterLevel:
        .noFilter
      case .privacyLocation: Self(.unsupported, "no setting turns location sharing on")
      case .privacyProfileVisibility, .privacyDataSharing, .privacyAccountCreation, .dmRestriction:
        .elsewhere
      case .notificationCurfew:
        Self(.unsupported, "followed and reported; notifications cannot be silenced")
      case .contentDescriptorBlock, .socialContacts, .monitoringActivity, .monitoringAlerts,
        .algoFeedControl, .addictiveDesignControl, .targetedAdBlock, .ageGate,
        .dataDeletionRequest, .geolocationOptIn, .csamReporting, .libraryFilterCompliance,
        .aiMinorInteraction, .socialMediaMinAge, .imageRightsMinor, .parentalConsentGate,
        .parentalEventNotification, .screenTimeReport, .commercialDataBan, .algorithmicAudit:
        .noField
      }
  }
}
