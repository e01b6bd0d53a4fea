import DeviceActivity
import ManagedSettings

/// A false truth value and an empty word are what the service writes where there is no rule, so they address nothing.
extension PolicyMapping {
  mutating func mapPurchases() {
    if policy.purchases?.requireApproval == true {
      set(.appStoreRequirePasswordForPurchases, .bool(true), for: .purchaseApproval)
    }
    if policy.purchases?.blockIAP == true {
      set(.appStoreDenyInAppPurchases, .bool(true), for: .purchaseBlockIAP)
    }
    if reading.spendingCap != nil {
      unsupported(.purchaseSpendingCap, "what is spent is not seen on this device")
    }
  }

  mutating func mapPrivacy() {
    guard let section = policy.privacy else { return }
    if section.locationSharingEnabled == true {
      unsupported(.privacyLocation, "no setting turns location sharing on")
    }
    if !Words.trimmed(section.profileVisibility ?? "").isEmpty {
      unsupported(.privacyProfileVisibility, "profiles are kept by the services that have them")
    }
    if section.accountCreationApproval == true {
      unsupported(.privacyAccountCreation, "accounts are made with the services that have them")
    }
    if section.dataSharingRestricted == true {
      unsupported(.privacyDataSharing, "data is shared by the services that have it")
    }
  }

  mutating func mapSocial() {
    switch reading.chat {
    case .nobody: blockMessaging()
    case .known:
      unsupported(.socialChatControl, "to whom a message goes is not seen on this device")
    case .everyone: answer(.socialChatControl) { _ in }
    case nil: break
    }
    if !Words.trimmed(policy.social?.dmRestriction ?? "").isEmpty {
      unsupported(.dmRestriction, "direct messages are kept by the services that have them")
    }
    switch reading.multiplayer {
    case .nobody: set(.gameCenterDenyMultiplayerGaming, .bool(true), for: .socialMultiplayer)
    case .known:
      set(.gameCenterDenyAddingFriends, .bool(true), for: .socialMultiplayer)
      answer(.socialMultiplayer) {
        $0.partial.append("no friends can be added; whom a game brings together is not seen")
      }
    case .everyone: answer(.socialMultiplayer) { _ in }
    case nil: break
    }
  }

  /// Blocks the messaging applications that the service lists, except those that the policy allows by name.
  private mutating func blockMessaging() {
    let kept = NamedApps.messaging.intersection(reading.alwaysAllowed + reading.allowedApps)
    block(NamedApps.messaging.subtracting(kept), for: .socialChatControl)
    answer(.socialChatControl) {
      $0.framework = .managedSettings
      $0.partial += kept.sorted().map { "\($0) is allowed by name" }
    }
  }
}

extension PolicyMapping {
  /// The closest that reminders of use may be.
  private static let shortestTimer = 5

  mutating func mapNotifications() {
    if let curfew = reading.curfew {
      // A curfew is the same every day, hence one activity.
      let folding = ActivityFolding(curfew, budget: 1)
      for window in folding.windows {
        let name = DeviceActivityName("phosra.curfew.\(window.name)")
        plan.activities.append(PlannedActivity(name: name, schedule: window.schedule))
        plan.conditional.append(
          ConditionalSettings(
            activity: name, condition: .duringInterval, notificationsSilenced: true))
        demand(.notificationCurfew, .silence(during: name))
      }
      if !folding.tooShort.isEmpty {
        answer(.notificationCurfew) { $0.failed.append("shorter than 15 minutes") }
      }
    }
    if let timer = reading.usageTimer { remind(every: timer) }
  }

  private mutating func remind(every timer: Int) {
    let spacing = max(timer, Self.shortestTimer)
    for minutes in stride(from: spacing, through: ClockTime.minutesOfDay, by: spacing) {
      let name = DeviceActivityEvent.Name.usageTimer(minutes: minutes)
      watch(name, minutes: minutes)
      demand(.usageTimerNotification, .event(name, of: .policyDay))
    }
    if spacing != timer {
      answer(.usageTimerNotification) {
        $0.partial.append("reminded every \(spacing) minutes, not every \(timer)")
      }
    }
  }
}
