import ManagedSettings
import Testing

@Suite struct `A setting that nobody sets` {
  @Test(arguments: [
    AccountSettings.lockAccounts, ApplicationSettings.denyAppInstallation,
    ApplicationSettings.denyAppRemoval, AppStoreSettings.denyInAppPurchases,
    AppStoreSettings.requirePasswordForPurchases, CellularSettings.lockAppCellularData,
    CellularSettings.lockCellularPlan, CellularSettings.lockESIM,
    DateAndTimeSettings.requireAutomaticDateAndTime, GameCenterSettings.denyAddingFriends,
    GameCenterSettings.denyMultiplayerGaming, MediaSettings.denyBookstoreErotica,
    MediaSettings.denyExplicitContent, MediaSettings.denyMusicService,
    PasscodeSettings.lockPasscode, SafariSettings.denyAutoFill, SiriSettings.denySiri,
  ])
  func `restricts nothing, if it is a switch`(metadata: SettingMetadata<Bool>) {
    #expect(metadata.defaultValue == false)
  }

  @Test(arguments: [
    AppStoreSettings.maximumRating, MediaSettings.maximumMovieRating,
    MediaSettings.maximumTVShowRating,
  ])
  func `allows all, if it is a rating`(metadata: BoundedSettingMetadata<Int>) {
    #expect(metadata.defaultValue == 1000)
    #expect(metadata.bounds == 0...1000)
  }

  @Test func `names nothing, if it is a list or a policy`() {
    #expect(ApplicationSettings.blockedApplications.defaultValue.isEmpty)
    #expect(ShieldSettings.applications.defaultValue.isEmpty)
    #expect(ShieldSettings.webDomains.defaultValue.isEmpty)
    #expect(ShieldSettings.applicationCategories.defaultValue == .none)
    #expect(ShieldSettings.webDomainCategories.defaultValue == .none)
    #expect(WebContentSettings.blockedByFilter.defaultValue == .none)
    #expect(SafariSettings.cookiePolicy.defaultValue == .always)
  }
}
