package import CompiledPolicy

/// What Pavise does for a rule category on a Linux machine, at its best, and why not more.
package struct MachineCapability: Equatable, Sendable {
  /// The best that a report says; nil for a category that no field of a policy addresses.
  package var best: MappingResult.Status?
  package var words: String

  private init(_ best: MappingResult.Status?, _ words: String) {
    self.best = best
    self.words = words
  }

  private static let lock = MachineCapability(
    .enforced, "the login session is frozen and new logins are refused")
  private static let measured = MachineCapability(
    .enforced, "by the window in front with an X11 display, in part by what runs elsewhere")
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
        Self(.partial, "refused and frozen by rating; applications without one are not judged")
      case .contentBlockTitle:
        Self(.enforced, "refused by an access list and a gate, and frozen where they run")
      case .contentAllowTitle: Self(.enforced, "left alone by every rule that shields others")
      case .contentAllowlistMode:
        Self(.partial, "all others are shielded; installing cannot be refused")
      case .timeDailyLimit, .timePerAppLimit, .usageTimerNotification: .measured
      case .timeScheduledHours, .timeDowntime: .lock
      case .purchaseApproval, .purchaseBlockIAP: .noStore
      case .purchaseSpendingCap: Self(.unsupported, "what is spent is not seen on this machine")
      case .socialChatControl:
        Self(
          .enforced,
          "where nobody may be written to, messaging applications are blocked;"
            + " to whom a message goes is not seen")
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
