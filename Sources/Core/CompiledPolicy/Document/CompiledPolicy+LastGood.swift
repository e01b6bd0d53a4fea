extension CompiledPolicy {
  /// This policy with the fields of every failed category as `lastGood` has them (rule P4).
  ///
  /// Used before a plan is made. A category that `lastGood` itself cannot be trusted in, or any if there is no
  /// last good policy, is left as it is; then what of it can be read is applied.
  ///
  /// - Parameter lastGood: What was in force before, itself the result of this function.
  public func substituting(
    _ faults: [PolicyFault], from lastGood: CompiledPolicy?
  ) -> CompiledPolicy {
    guard let lastGood else { return self }
    let unreliable = Set(lastGood.faults.map(\.category))
    var result = self
    for category in Set(faults.map(\.category)).subtracting(unreliable) {
      result.take(category, from: lastGood)
    }
    return result
  }

  private mutating func take(_ category: RuleCategory, from other: CompiledPolicy) {
    switch category {
    case .contentRating:
      take(\.contentFilter, \.ageRating, from: other)
      take(\.contentFilter, \.maxRatings, from: other)
    case .contentBlockTitle: take(\.contentFilter, \.blockedApps, from: other)
    case .contentAllowTitle: take(\.contentFilter, \.allowedApps, from: other)
    case .contentAllowlistMode: take(\.contentFilter, \.allowlistMode, from: other)
    case .timeDailyLimit: take(\.screenTime, \.dailyLimitMinutes, from: other)
    case .timePerAppLimit: take(\.screenTime, \.perAppLimits, from: other)
    case .timeDowntime:
      take(\.screenTime, \.downtimeWindows, from: other)
      take(\.screenTime, \.alwaysAllowedApps, from: other)
    case .timeScheduledHours: take(\.screenTime, \.schedule, from: other)
    case .purchaseApproval: take(\.purchases, \.requireApproval, from: other)
    case .purchaseBlockIAP: take(\.purchases, \.blockIAP, from: other)
    case .purchaseSpendingCap: take(\.purchases, \.spendingCapUSD, from: other)
    case .privacyLocation: take(\.privacy, \.locationSharingEnabled, from: other)
    case .privacyProfileVisibility: take(\.privacy, \.profileVisibility, from: other)
    case .privacyAccountCreation: take(\.privacy, \.accountCreationApproval, from: other)
    case .privacyDataSharing: take(\.privacy, \.dataSharingRestricted, from: other)
    case .socialChatControl: take(\.social, \.chatMode, from: other)
    case .dmRestriction: take(\.social, \.dmRestriction, from: other)
    case .socialMultiplayer: take(\.social, \.multiplayerMode, from: other)
    case .notificationCurfew:
      take(\.notifications, \.curfewStart, from: other)
      take(\.notifications, \.curfewEnd, from: other)
    case .usageTimerNotification: take(\.notifications, \.usageTimerMinutes, from: other)
    case .webFilterLevel: take(\.webFilter, \.level, from: other)
    case .webSafeSearch: take(\.webFilter, \.safeSearch, from: other)
    case .webCustomBlocklist: take(\.webFilter, \.blockedDomains, from: other)
    case .webCustomAllowlist: take(\.webFilter, \.allowedDomains, from: other)
    case .webCategoryBlock: take(\.webFilter, \.blockedCategories, from: other)
    case .contentDescriptorBlock, .socialContacts, .monitoringActivity, .monitoringAlerts,
      .algoFeedControl, .addictiveDesignControl, .targetedAdBlock, .ageGate, .dataDeletionRequest,
      .geolocationOptIn, .csamReporting, .libraryFilterCompliance, .aiMinorInteraction,
      .socialMediaMinAge, .imageRightsMinor, .parentalConsentGate, .parentalEventNotification,
      .screenTimeReport, .commercialDataBan, .algorithmicAudit:
      break  // The document has no field for these.
    }
  }

  private mutating func take<Section, Value>(
    _ section: WritableKeyPath<CompiledPolicy, Section?>,
    _ field: WritableKeyPath<Section, Value?>, from other: CompiledPolicy
  ) {
    self[keyPath: section]?[keyPath: field] = other[keyPath: section]?[keyPath: field]
  }
}
