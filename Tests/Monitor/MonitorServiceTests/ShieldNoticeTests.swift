import CompiledPolicy
import DeviceActivity
import EffectiveSettings
import FamilyControls
import Foundation
import ManagedSettings
import ManagedSettingsUI
import MonitorService
import TestSupport
import Testing

@testable import SharedDirectory

@Suite struct `What a person sees when something is refused` {
  let home: MonitorHome
  /// Downtime from nine to ten, and a game that is blocked.
  private static let policy = """
    {"version":1,"policy_id":"p","status":"active",
    "content_filter":{"blocked_apps":["org.example.blocked"]},
    "screen_time":{"daily_limit_minutes":600,"always_allowed_apps":["org.example.reader"],
    "downtime_windows":[{"days_of_week":["monday"],"start_time":"09:00","end_time":"10:00"}],
    "per_app_limits":[{"bundle_id":"org.example.game","daily_minutes":30}]}}
    """
  private let plan: PolicyPlan

  init() throws {
    home = try MonitorHome()
    try home.guardian.grant(to: .child)
    let received = try ReceivedPolicy(parsing: Array(Self.policy.utf8))
    let grant = try #require(try home.control.directory.read(.authorization)?.grantInForce)
    var vault = Vault(grant: grant)
    plan = PolicyPlan(received.policy, faults: []) { vault.token(for: $0) }
    try home.sync.directory.write(.vault, vault)
    try home.sync.replaceActivities(with: plan.activities)
    try home.sync.directory.write(
      .policy,
      PolicyDocument(
        policy: received.policy, plan: plan, grant: grant, appliedAt: home.clock.now))
  }

  private func application(_ name: String, _ rules: RestrictingRule...) -> RefusedApplication {
    RefusedApplication(
      desktopID: "org.example.\(name)", name: name.capitalized,
      identifiers: ["org.example.\(name)"], categories: ["Games"], rules: rules)
  }

  private let blocked = RestrictingRule(
    store: "phosra.policy", setting: .applicationBlockedApplications)
  private var downtime: RestrictingRule {
    RestrictingRule(
      store: plan.conditional.filter(\.deviceLocked).compactMap { conditional in
        conditional.condition == .duringInterval
          ? "phosra.when.\(conditional.activity.rawValue)" : nil
      }[0], setting: .shieldApplicationCategories, isForAll: true)
  }

  /// Who tries what at an instant, and what is then told.
  private func told(
    _ refusals: [(String, Refusal)], shields: ShieldConfigurationDataSource? = nil,
    refused: [RefusedApplication] = []
  ) throws -> [String] {
    var world = ScriptedWorld(home.clock, until: MonitorHome.at("11:00"))
    world.refusals = refusals.map { (MonitorHome.at($0.0), [$0.1]) }
    world.refusedApplications = refused
    try home.monitor.directory.prepare()
    var loop = try MonitorLoop(
      world: world, group: home.monitor, monitor: DeviceActivityMonitor(), shields: shields)
    try loop.run()
    return loop.world.shieldNotices.map {
      "\($0.at.formatted(.iso8601).dropFirst(11).prefix(8)) \($0.notice.words)"
    }
  }

  @Test func `is the application, the reason and the end of it`() throws {
    let limit = RestrictingRule(
      store: "phosra.when.phosra.daily.limit.app.org.example.game", setting: .shieldApplications)
    let everything = RestrictingRule(
      store: "phosra.policy", setting: .shieldApplicationCategories, isForAll: true)
    let own = RestrictingRule(store: "pick.games", setting: .shieldApplications)
    let rating = RestrictingRule(store: "phosra.policy", setting: .appStoreMaximumRating)
    #expect(
      try told([
        ("08:10", .start(application("blocked", blocked))),
        ("08:11", .start(application("game", limit))),
        ("08:12", .start(application("other", everything))),
        ("08:13", .start(application("third", own))),
        ("08:14", .start(application("fourth", rating))),
        ("08:15", .unlisted(stores: ["phosra.policy"])),
        ("09:30", .freeze(application("game", downtime))),
        ("09:31", .start(application("blocked", blocked, downtime))),
        ("09:32", .unlisted(stores: [downtime.store])),
      ]) == [
        "08:10:00 Blocked: It is blocked.",
        "08:11:00 Game: Its time is used up until 00:00.",
        "08:12:00 Other: Only what is allowed can be opened.",
        "08:13:00 Third: It is shielded.",
        "08:14:00 Fourth: It is not for this age.",
        "08:15:00 Only installed programs can be started: Only what is allowed can be opened.",
        "09:30:00 Game: Downtime until 10:00.",
        "09:31:00 Blocked: It is blocked.",
        "09:32:00 Only installed programs can be started: Downtime until 10:00.",
      ])
    let notes = try Journal(storage: home.disk, name: CallbackJournal.name).read().lines
    #expect(notes.contains { $0.contains("Game: Downtime until 10:00.") })
  }

  @Test func `comes once in ten seconds for each application`() throws {
    let game = Refusal.start(application("game", blocked))
    let other = Refusal.start(application("other", blocked))
    #expect(
      try told([
        ("08:10:00", game), ("08:10:01", game), ("08:10:02", other), ("08:10:09.9", game),
        ("08:10:10", game),
      ]).map { $0.prefix(13) } == ["08:10:00 Game", "08:10:02 Othe", "08:10:10 Game"])
  }

  @Test func `is told once when downtime begins, for all that it refuses, in whatever life`() throws
  {
    let refused = ["game", "blocked", "third", "fourth"].map { name in
      name == "blocked" ? application(name, blocked, downtime) : application(name, downtime)
    }
    home.clock.set(MonitorHome.at("08:59"))
    #expect(
      try told([], refused: refused) == [
        "09:00:00 Downtime until 10:00: Closed: Fourth, Game, Third"
      ])
    home.clock.set(MonitorHome.at("09:20"))
    #expect(try told([], refused: refused) == [])
  }

  private final class Shields: ShieldConfigurationDataSource {
    override func configuration(shielding application: Application) -> ShieldConfiguration {
      ShieldConfiguration(
        title: .init(text: "\(application.localizedDisplayName ?? "?") can wait", color: .white))
    }

    override func configuration(
      shielding application: Application, in category: ActivityCategory
    ) -> ShieldConfiguration {
      ShieldConfiguration(
        subtitle: .init(text: "No \(category.localizedDisplayName ?? "?") now", color: .white))
    }
  }

  @Test func `is what the hosting program says of shields, and not of what is blocked`() throws {
    let own = RestrictingRule(store: "pick.games", setting: .shieldApplications)
    #expect(
      try told(
        [
          ("08:10", .start(application("game", own))),
          ("09:10", .start(application("other", downtime))),
          ("09:11", .start(application("third", blocked))),
        ], shields: Shields()) == [
          "08:10:00 Game can wait: It is shielded.",
          "09:10:00 Other: No Games now",
          "09:11:00 Third: It is blocked.",
        ])
  }
}
