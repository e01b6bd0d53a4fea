import ManagedSettings
import Testing

@Suite struct `Several stores together` {
  @Test(
    arguments: [
      (SettingKey.siriDenySiri, SettingValue.bool(false), SettingValue.bool(true), .bool(true)),
      (.siriDenySiri, .bool(false), .bool(false), .bool(false)),
      (.appStoreMaximumRating, .number(600), .number(200), .number(200)),
      (
        .safariCookiePolicy, .cookiePolicy(.visitedWebsites), .cookiePolicy(.currentWebsite),
        .cookiePolicy(.currentWebsite)
      ),
      (
        .applicationBlockedApplications, .applications([Application(bundleIdentifier: "a")]),
        .applications([Application(bundleIdentifier: "b")]),
        .applications([Application(bundleIdentifier: "a"), Application(bundleIdentifier: "b")])
      ),
      (
        .shieldApplications, .applicationTokens([token(1)]), .applicationTokens([token(2)]),
        .applicationTokens([token(1), token(2)])
      ),
      (
        .shieldWebDomains, .webDomainTokens([token(1)]), .webDomainTokens([]),
        .webDomainTokens([token(1)])
      ),
      (
        .shieldApplicationCategories, .applicationCategories(.all()), .applicationCategories(.none),
        nil
      ),
      (.webContentBlockedByFilter, .filter(.all()), .filter(.all()), nil),
    ] as [(SettingKey, SettingValue, SettingValue, SettingValue?)])
  func `have the more restrictive value`(
    key: SettingKey, first: SettingValue, second: SettingValue, merged: SettingValue?
  ) {
    #expect(SettingValues.merging([[key: first], [key: second]])[key] == merged)
    #expect(SettingValues.merging([[key: second], [key: first]])[key] == merged)
  }

  @Test func `have what only one of them sets, and nothing that none does`() {
    let merged = SettingValues.merging([[.siriDenySiri: .bool(true)], [:]])
    #expect(merged == [.siriDenySiri: .bool(true)])
    #expect(SettingValues.merging([]).isEmpty)
  }

  @Test func `order cookies from never to always`() {
    let policies: [SafariSettings.CookiePolicy] = [
      .always, .never, .visitedWebsites, .currentWebsite,
    ]
    #expect(policies.sorted() == [.never, .currentWebsite, .visitedWebsites, .always])
  }
}
