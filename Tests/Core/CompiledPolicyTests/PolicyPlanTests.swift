import DeviceActivity
import Foundation
import ManagedSettings
import TestSupport
import Testing

@testable import CompiledPolicy

@Suite struct `A plan` {
  private let lock = DeviceActivityName("phosra.locked.mon-2100")

  @Test func `of the worked example has everything in its place`() throws {
    let plan = try plan(SamplePolicies.tween)
    let exempt: Set = [
      app("com.apple.mobilephone"), app("com.apple.MobileSMS"), app("com.apple.Maps"),
    ]
    let everythingElse: SettingValues = [
      .shieldApplicationCategories: .applicationCategories(.all(except: exempt))
    ]
    #expect(
      plan.always == [
        .appStoreMaximumRating: .number(200),
        .mediaMaximumMovieRating: .number(200),
        .appStoreRequirePasswordForPurchases: .bool(true),
        .gameCenterDenyAddingFriends: .bool(true),
        .webContentBlockedByFilter: .filter(
          .auto(
            [WebDomain(domain: "reddit.com")], except: [WebDomain(domain: "khanacademy.org")])),
        .shieldWebDomainCategories: .webDomainCategories(
          .specific(
            [category("gambling"), category("adult")], except: [site("khanacademy.org")])),
      ])
    let locks = [
      "mon-2100", "tue-2100", "wed-2100", "thu-2100", "fri-2100", "sat-2200", "sun-2200",
    ]
    #expect(
      Set(plan.activities.map(\.name.rawValue))
        == Set(["phosra.daily", "phosra.curfew.daily-2100"] + locks.map { "phosra.locked.\($0)" }))
    #expect(
      plan.conditional.first { $0.activity == lock }
        == ConditionalSettings(
          activity: lock, condition: .duringInterval, settings: everythingElse, deviceLocked: true))
    #expect(
      plan.conditional.first { $0.condition == .afterEvent(.dailyLimit) }
        == ConditionalSettings(
          activity: .policyDay, condition: .afterEvent(.dailyLimit), settings: everythingElse,
          deviceLocked: true))
    #expect(
      plan.conditional.filter(\.notificationsSilenced).map(\.activity.rawValue) == [
        "phosra.curfew.daily-2100"
      ])
    let day = try #require(plan.activities.first)
    #expect(day.name == .policyDay)
    #expect(day.schedule.intervalStart == DateComponents(hour: 0, minute: 0))
    #expect(day.schedule.intervalEnd == DateComponents(hour: 0, minute: 0))
    #expect(
      day.events[.dailyLimit]
        == DeviceActivityEvent(threshold: DateComponents(minute: 120), includesPastActivity: true))
    #expect(
      day.events.keys.compactMap(\.usageTimerMinutes).sorted()
        == Array(stride(from: 30, through: 1440, by: 30)))
  }

  @Test func `of the worked example answers for every category`() throws {
    let plan = try plan(SamplePolicies.tween)
    #expect(Set(plan.results.keys) == Set(RuleCategory.allCases))
    let answers = plan.results.compactMapValues(\.status)
    #expect(
      answers == [
        .contentRating: .enforced, .timeDailyLimit: .enforced, .timeDowntime: .enforced,
        .timeScheduledHours: .enforced, .purchaseApproval: .enforced,
        .purchaseSpendingCap: .unsupported, .privacyLocation: .unsupported,
        .privacyProfileVisibility: .unsupported, .privacyAccountCreation: .unsupported,
        .privacyDataSharing: .unsupported, .socialChatControl: .unsupported,
        .dmRestriction: .unsupported, .socialMultiplayer: .partial,
        .notificationCurfew: .enforced, .usageTimerNotification: .enforced,
        .webFilterLevel: .enforced, .webSafeSearch: .enforced, .webCustomBlocklist: .enforced,
        .webCustomAllowlist: .enforced, .webCategoryBlock: .enforced,
      ])
    #expect(plan.results[.timeDowntime]?.demands.contains(.lock(during: lock)) == true)
    #expect(plan.results[.timeDowntime]?.demands.count == 5)
    #expect(plan.results[.timeScheduledHours]?.demands.count == 7)
    #expect(plan.results[.timeDailyLimit]?.demands == [.event(.dailyLimit, of: .policyDay)])
  }

  @Test(arguments: Documents.all.map(\.name))
  func `keeps the limits of activities`(name: String) throws {
    let text = try #require(Documents.all.first { $0.name == name }?.text)
    let plan = try plan(text)
    #expect(plan.activities.count <= IntervalLimits.activities)
    #expect(Set(plan.activities.map(\.name)).count == plan.activities.count)
    #expect(plan.activities.first?.name == .policyDay)
    let names = Set(plan.activities.map(\.name))
    #expect(plan.conditional.allSatisfy { names.contains($0.activity) })
    for (category, result) in plan.results {
      for demand in result.demands {
        switch demand {
        case .setting(let key): #expect(plan.always[key] != nil, "\(category)")
        case .lock(let activity):
          #expect(plan.conditional.contains { $0.activity == activity && $0.deviceLocked })
        case .silence(let activity):
          #expect(plan.conditional.contains { $0.activity == activity && $0.notificationsSilenced })
        case .event(let event, let activity):
          #expect(
            plan.activities.first { $0.name == activity }?.events[event] != nil, "\(category)")
        }
      }
    }
  }

  @Test(arguments: Documents.all.map(\.name))
  func `is the same each time, and after encoding and decoding`(name: String) throws {
    let text = try #require(Documents.all.first { $0.name == name }?.text)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let first = try plan(text)
    let encoded = try encoder.encode(first)
    #expect(try JSONDecoder().decode(PolicyPlan.self, from: encoded) == first)
    #expect(try encoder.encode(plan(text)) == encoded)
  }

  @Test func `of allowlist mode shields what is not allowed`() throws {
    let plan = try plan(SamplePolicies.limits)
    let allowed = [
      "org.mozilla.firefox", "org.kde.gcompris", "com.apple.mobilephone", "com.apple.MobileSMS",
      "com.apple.Maps",
    ]
    #expect(
      plan.always[.shieldApplicationCategories]
        == .applicationCategories(.all(except: Set(allowed.map(app)))))
    #expect(plan.always[.applicationDenyAppInstallation] == .bool(true))
    #expect(
      plan.always[.applicationBlockedApplications]
        == .applications([
          Application(bundleIdentifier: "com.burbn.instagram"),
          Application(bundleIdentifier: "org.supertuxproject.SuperTux"),
        ]))
    #expect(plan.results[.contentAllowlistMode]?.status == .enforced)
    #expect(plan.results[.contentAllowTitle]?.demands.isEmpty == false)
    #expect(
      plan.results[.contentAllowTitle]?.partial == ["the age rating holds for allowed titles too"])
  }

  @Test func `of limits of applications watches and shields each`() throws {
    let plan = try plan(SamplePolicies.limits)
    let event = DeviceActivityEvent.Name.limit(of: "com.google.ios.youtube")
    let youtube: Set = [app("com.google.ios.youtube")]
    #expect(
      plan.activities.first?.events[event]
        == DeviceActivityEvent(
          applications: youtube, threshold: DateComponents(minute: 30), includesPastActivity: true))
    #expect(
      plan.conditional.first { $0.condition == .afterEvent(event) }
        == ConditionalSettings(
          activity: .policyDay, condition: .afterEvent(event),
          settings: [.shieldApplications: .applicationTokens(youtube)]))
    #expect(plan.results[.timePerAppLimit]?.demands.count == 2)
  }

  @Test(arguments: ["paused", "draft", "archived", ""])
  func `of a policy that is not active restricts nothing and monitors the day`(status: String)
    throws
  {
    let text = SamplePolicies.limits.replacing(
      #""status":"active""#, with: #""status":"x\#(status)""#)
    for plan in [try plan(text), try plan(Documents.paused)] {
      #expect(plan.always.isEmpty)
      #expect(plan.conditional.isEmpty)
      #expect(plan.activities.map(\.name) == [.policyDay])
      #expect(plan.activities.first?.events.isEmpty == true)
      #expect(plan.results.count == 45)
      #expect(plan.results.values.allSatisfy { !$0.isAddressed })
    }
  }

  @Test func `of a policy without rules addresses the ratings alone`() throws {
    let plan = try plan(Documents.empty)
    #expect(plan.results.filter(\.value.isAddressed).map(\.key) == [.contentRating])
    #expect(
      plan.always == [
        .appStoreMaximumRating: .number(300), .mediaMaximumMovieRating: .number(300),
        .mediaMaximumTVShowRating: .number(500),
      ])
  }

  @Test func `of odd values applies what can be meant and fails the rest`() throws {
    let plan = try plan(Documents.oddValues)
    let failed = plan.results.filter { $0.value.status == .failed }.map(\.key)
    #expect(
      Set(failed) == [
        .timeDailyLimit, .timePerAppLimit, .timeDowntime, .timeScheduledHours,
        .purchaseSpendingCap, .usageTimerNotification, .notificationCurfew, .webCustomBlocklist,
      ])
    let detail = try #require(plan.results[.timeDailyLimit]?.detail)
    #expect(detail.contains("screen_time.daily_limit_minutes is -5"))
    #expect(plan.results[.webFilterLevel]?.status == .partial)
    #expect(plan.results[.webFilterLevel]?.detail?.contains("nonsense") == true)
    #expect(plan.results[.webCategoryBlock]?.status == .enforced)
    #expect(plan.results[.contentRating]?.status == .enforced)
  }

  @Test func `keeps the last good value in force while its category fails`() throws {
    let lastGood = try received(SamplePolicies.tween).policy
    let received = try received(document(#""screen_time":{"daily_limit_minutes":-5}"#))
    let policy = received.policy.substituting(received.faults, from: lastGood)
    let plan = PolicyPlan(policy, faults: received.faults, token: { mint($0) })
    #expect(plan.results[.timeDailyLimit]?.status == .failed)
    #expect(plan.results[.timeDailyLimit]?.demands == [.event(.dailyLimit, of: .policyDay)])
    #expect(plan.activities.first?.events[.dailyLimit]?.threshold == DateComponents(minute: 120))
  }

  @Test func `asks tokens for what the policy names alone`() throws {
    let received = try received(SamplePolicies.limits)
    var asked: Set<Identity> = []
    _ = PolicyPlan(received.policy, faults: received.faults) {
      asked.insert($0)
      return mint($0)
    }
    #expect(
      asked == [
        .application("org.mozilla.firefox"), .application("org.kde.gcompris"),
        .application("com.apple.mobilephone"), .application("com.apple.MobileSMS"),
        .application("com.apple.Maps"), .application("com.google.ios.youtube"),
        .webDomain("khanacademy.org"), .category("gambling"), .category("adult"),
      ])
  }
}
