/// The name of one setting, as `group.property` in Apple's spelling: `shield.applications`.
package struct SettingKey: RawRepresentable, Hashable, Comparable, Codable, CodingKeyRepresentable,
  Sendable
{
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
  package init(_ rawValue: String) { self.rawValue = rawValue }

  package static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

extension SettingKey {
  package static let accountLockAccounts = Self("account.lockAccounts")
  package static let applicationBlockedApplications = Self("application.blockedApplications")
  package static let applicationDenyAppInstallation = Self("application.denyAppInstallation")
  package static let applicationDenyAppRemoval = Self("application.denyAppRemoval")
  package static let appStoreDenyInAppPurchases = Self("appStore.denyInAppPurchases")
  package static let appStoreMaximumRating = Self("appStore.maximumRating")
  package static let appStoreRequirePasswordForPurchases =
    Self("appStore.requirePasswordForPurchases")
  package static let cellularLockAppCellularData = Self("cellular.lockAppCellularData")
  package static let cellularLockCellularPlan = Self("cellular.lockCellularPlan")
  package static let cellularLockESIM = Self("cellular.lockESIM")
  package static let dateAndTimeRequireAutomaticDateAndTime =
    Self("dateAndTime.requireAutomaticDateAndTime")
  package static let gameCenterDenyAddingFriends = Self("gameCenter.denyAddingFriends")
  package static let gameCenterDenyMultiplayerGaming = Self("gameCenter.denyMultiplayerGaming")
  package static let mediaDenyBookstoreErotica = Self("media.denyBookstoreErotica")
  package static let mediaDenyExplicitContent = Self("media.denyExplicitContent")
  package static let mediaDenyMusicService = Self("media.denyMusicService")
  package static let mediaMaximumMovieRating = Self("media.maximumMovieRating")
  package static let mediaMaximumTVShowRating = Self("media.maximumTVShowRating")
  package static let passcodeLockPasscode = Self("passcode.lockPasscode")
  package static let safariCookiePolicy = Self("safari.cookiePolicy")
  package static let safariDenyAutoFill = Self("safari.denyAutoFill")
  package static let shieldApplicationCategories = Self("shield.applicationCategories")
  package static let shieldApplications = Self("shield.applications")
  package static let shieldWebDomainCategories = Self("shield.webDomainCategories")
  package static let shieldWebDomains = Self("shield.webDomains")
  package static let siriDenySiri = Self("siri.denySiri")
  package static let webContentBlockedByFilter = Self("webContent.blockedByFilter")

  /// Every setting there is, in order of the name.
  package static let all: [SettingKey] = [
    .accountLockAccounts, .appStoreDenyInAppPurchases, .appStoreMaximumRating,
    .appStoreRequirePasswordForPurchases, .applicationBlockedApplications,
    .applicationDenyAppInstallation, .applicationDenyAppRemoval, .cellularLockAppCellularData,
    .cellularLockCellularPlan, .cellularLockESIM, .dateAndTimeRequireAutomaticDateAndTime,
    .gameCenterDenyAddingFriends, .gameCenterDenyMultiplayerGaming, .mediaDenyBookstoreErotica,
    .mediaDenyExplicitContent, .mediaDenyMusicService, .mediaMaximumMovieRating,
    .mediaMaximumTVShowRating, .passcodeLockPasscode, .safariCookiePolicy, .safariDenyAutoFill,
    .shieldApplicationCategories, .shieldApplications, .shieldWebDomainCategories,
    .shieldWebDomains, .siriDenySiri, .webContentBlockedByFilter,
  ]

  /// The group's name, as the property of ``ManagedSettingsStore``.
  var group: Substring { rawValue.prefix { $0 != "." } }
}
