import DeviceActivity
import FoundationEssentials
import ManagedSettings
import Testing

@testable import CompiledPolicy

@Suite struct `A section of a policy` {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let category: RuleCategory
    let status: MappingResult.Status?
    var always: SettingValues = [:]

    init(
      _ text: String, _ category: RuleCategory, _ status: MappingResult.Status?,
      _ always: SettingValues = [:]
    ) {
      (testDescription, self.category, self.status, self.always) = (text, category, status, always)
    }
  }

  private static let messengers = Set(
    NamedApps.messaging.map { Application(bundleIdentifier: $0) })

  @Test(arguments: [
    Case(#""social":{"multiplayer_mode":""}"#, .socialMultiplayer, nil),
    Case(#""social":{"multiplayer_mode":"everyone"}"#, .socialMultiplayer, .enforced),
    Case(
      #""social":{"multiplayer_mode":"none"}"#, .socialMultiplayer, .enforced,
      [.gameCenterDenyMultiplayerGaming: .bool(true)]),
    Case(
      #""social":{"multiplayer_mode":"contacts_only"}"#, .socialMultiplayer, .partial,
      [.gameCenterDenyAddingFriends: .bool(true)]),
    Case(
      #""social":{"multiplayer_mode":"telepathy"}"#, .socialMultiplayer, .partial,
      [.gameCenterDenyMultiplayerGaming: .bool(true)]),
    Case(
      #""social":{"chat_mode":"blocked"}"#, .socialChatControl, .enforced,
      [.applicationBlockedApplications: .applications(messengers)]),
    Case(#""social":{"chat_mode":"friends_only"}"#, .socialChatControl, .unsupported),
    Case(
      #""social":{"chat_mode":"none"},"screen_time":{"always_allowed_apps":["com.discord"]}"#,
      .socialChatControl, .partial,
      [
        .applicationBlockedApplications: .applications(
          messengers.subtracting([Application(bundleIdentifier: "com.discord")]))
      ]),
    Case(
      #""purchases":{"block_iap":true}"#, .purchaseBlockIAP, .enforced,
      [.appStoreDenyInAppPurchases: .bool(true)]),
    Case(#""purchases":{"block_iap":false}"#, .purchaseBlockIAP, nil),
    Case(#""purchases":{"spending_cap_usd":0}"#, .purchaseSpendingCap, nil),
    Case(#""purchases":{"spending_cap_usd":10}"#, .purchaseSpendingCap, .unsupported),
    Case(
      #""content_filter":{"age_rating":"9+","max_ratings":{"apple":"12+"}}"#, .contentRating,
      .enforced, [.appStoreMaximumRating: .number(200)]),
    Case(
      #""content_filter":{"max_ratings":{"esrb":"T","made_up":"Z"}}"#, .contentRating,
      .enforced, [.appStoreMaximumRating: .number(300)]),
    Case(
      #""content_filter":{"max_ratings":{"mpaa":"Z","tvpg":"TV-14"}}"#, .contentRating, .partial,
      [.mediaMaximumMovieRating: .number(100), .mediaMaximumTVShowRating: .number(500)]),
    Case(#""content_filter":{"age_rating":"","max_ratings":{}}"#, .contentRating, nil),
    Case(
      #""content_filter":{"allowed_apps":["a.b"],"blocked_apps":["a.b"]}"#, .contentAllowTitle,
      .partial,
      [.applicationBlockedApplications: .applications([Application(bundleIdentifier: "a.b")])]),
    Case(#""content_filter":{"allowed_apps":["a.b"]}"#, .contentAllowTitle, .enforced),
    Case(
      #""content_filter":{"allowlist_mode":true}"#, .contentAllowlistMode, .enforced,
      [
        .applicationDenyAppInstallation: .bool(true),
        .shieldApplicationCategories: .applicationCategories(.all(except: [])),
      ]),
    Case(
      #""screen_time":{"per_app_limits":[{"bundle_id":"a.b","daily_minutes":0}]}"#,
      .timePerAppLimit, .enforced, [.shieldApplications: .applicationTokens([app("a.b")])]),
    Case(
      #""screen_time":{"per_app_limits":[{"bundle_id":"a.b","daily_minutes":5}],"#
        + #""always_allowed_apps":["a.b"]}"#, .timePerAppLimit, .partial),
    Case(#""web_filter":{"level":"off"}"#, .webFilterLevel, .enforced),
    Case(
      #""web_filter":{"level":"light"}"#, .webFilterLevel, .enforced,
      [.webContentBlockedByFilter: .filter(.auto([], except: []))]),
    Case(
      #""web_filter":{"level":"off","safe_search":true}"#, .webSafeSearch, .enforced,
      [.webContentBlockedByFilter: .filter(.auto([], except: []))]),
    Case(
      #""web_filter":{"blocked_domains":["a.example"]}"#, .webCustomBlocklist, .enforced,
      [.webContentBlockedByFilter: .filter(.specific([WebDomain(domain: "a.example")]))]),
    Case(
      #""web_filter":{"blocked_domains":["a.example"],"allowed_domains":["b.a.example"]}"#,
      .webCustomAllowlist, .partial,
      [.webContentBlockedByFilter: .filter(.specific([WebDomain(domain: "a.example")]))]),
    Case(
      #""web_filter":{"blocked_domains":["a.example"],"allowed_domains":["a.example"],"#
        + #""level":"light"}"#, .webCustomAllowlist, .partial,
      [.webContentBlockedByFilter: .filter(.auto([WebDomain(domain: "a.example")], except: []))]),
    Case(
      #""web_filter":{"blocked_domains":["b.a.example"],"allowed_domains":["a.example"],"#
        + #""level":"light"}"#, .webCustomBlocklist, .partial,
      [
        .webContentBlockedByFilter: .filter(
          .auto([WebDomain(domain: "b.a.example")], except: [WebDomain(domain: "a.example")]))
      ]),
    Case(
      #""web_filter":{"blocked_categories":["Social Media","social_media"]}"#, .webCategoryBlock,
      .enforced,
      [
        .shieldWebDomainCategories: .webDomainCategories(
          .specific([category("social-media")], except: []))
      ]),
    Case(
      #""web_filter":{"blocked_categories":["knitting"]}"#, .webCategoryBlock, .partial,
      [
        .shieldWebDomainCategories: .webDomainCategories(
          .specific([category("knitting")], except: []))
      ]),
  ])
  func `becomes settings and an answer`(_ sample: Case) throws {
    let plan = try plan(document(sample.testDescription))
    #expect(plan.always == sample.always)
    #expect(plan.results[sample.category]?.status == sample.status)
    #expect(
      (plan.results[sample.category]?.detail == nil) == [nil, .enforced].contains(sample.status))
  }

  @Test func `locks the device for 24 hours from equal times of downtime`() throws {
    let plan = try plan(
      document(
        #""screen_time":{"downtime_windows":[{"days_of_week":["mon"],"start_time":"22:00","#
          + #""end_time":"22:00"}]}"#))
    #expect(plan.activities.map(\.name.rawValue) == ["phosra.daily", "phosra.locked.mon-2200"])
    #expect(plan.activities.last?.schedule.intervalEnd.weekday == 3)
    #expect(plan.activities.last?.schedule.intervalEnd.hour == 22)
  }

  @Test func `tells downtime from allowed hours though both are one lock`() throws {
    let plan = try plan(
      document(
        #""screen_time":{"downtime_windows":[{"days_of_week":["mon"],"start_time":"12:00","#
          + #""end_time":"12:10"}],"schedule":{"weekend":{"start":"08:00","end":"20:00"}}}"#))
    #expect(plan.results[.timeDowntime]?.status == .failed)
    #expect(plan.results[.timeDowntime]?.detail == "mon 12:00: shorter than 15 minutes")
    #expect(plan.results[.timeScheduledHours]?.status == .enforced)
    #expect(
      plan.results[.timeScheduledHours]?.demands == [
        .lock(during: .init("phosra.locked.sun-2000")),
        .lock(during: .init("phosra.locked.sat-0000")),
        .lock(during: .init("phosra.locked.sat-2000")),
      ])
  }

  @Test func `fails what 20 activities cannot hold and says so`() throws {
    let windows = (0..<4).map {
      #"{"days_of_week":["mon","tue","wed","thu","fri"],"start_time":"\#(8 + $0 * 2):00","#
        + #""end_time":"\#(9 + $0 * 2):\#($0)0"}"#
    }
    let plan = try plan(
      document(#""screen_time":{"downtime_windows":[\#(windows.joined(separator: ","))]}"#))
    #expect(plan.activities.count == 19)
    #expect(plan.results[.timeDowntime]?.status == .failed)
    #expect(plan.results[.timeDowntime]?.failed.count == 2)
    #expect(plan.results[.timeDowntime]?.demands.count == 18)
  }

  @Test func `reminds no closer than every five minutes`() throws {
    let plan = try plan(document(#""notifications":{"usage_timer_minutes":2}"#))
    #expect(plan.activities.first?.events.count == 288)
    #expect(plan.results[.usageTimerNotification]?.status == .partial)
  }

  @Test(arguments: [("20:00", "20:00", "daily-2000"), ("00:00", "24:00", "daily-0000")])
  func `silences the whole day`(start: String, end: String, name: String) throws {
    let plan = try plan(
      document(#""notifications":{"curfew_start":"\#(start)","curfew_end":"\#(end)"}"#))
    #expect(plan.conditional.count { $0.notificationsSilenced } == 1)
    #expect(plan.results[.notificationCurfew]?.status == .enforced)
  }
}
