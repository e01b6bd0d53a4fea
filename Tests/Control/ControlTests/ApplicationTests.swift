@testable import CompiledPolicy
import DeviceActivity
import Foundation
import ManagedSettings
import SharedDirectory
import System
import Testing

@testable import Control
@testable import Enforcement

@Suite struct `What is in force on applications` {
  let desk = Desk()

  init() throws {
    try desk.prepareEvening()
    desk.world.catalogue = ApplicationCatalogue(
      applications: [
        application("org.example.chess", "Chess", ["com.example.chess"], rating: .nine),
        application("org.example.go", "Go", ["com.example.board"]),
        application("org.example.reversi", "Reversi", ["com.example.board"]),
        application("org.gnome.Shell", "Shell", [], isEssential: true),
      ], table: .shipped)
    desk.world.style.columns = 100
  }

  private func application(
    _ desktopID: String, _ name: String, _ bundles: Set<String>, rating: ApplicationRating? = nil,
    isEssential: Bool = false
  ) -> InstalledApplication {
    var application = InstalledApplication(
      desktopID: desktopID, name: name, identifiers: bundles.union([desktopID]))
    application.rating = rating
    application.categories = ["games"]
    application.isEssential = isEssential
    application.executables = [
      ExecutableFile(
        path: "/usr/games/\(name.lowercased())", identity: FileIdentity(device: 1, inode: 1),
        owner: 0)
    ]
    return application
  }

  /// The policy blocks Instagram and rates chess too high; at night all but Go is shielded, and the limit of chess is
  /// used up; Reversi was picked by hand.
  private func restrict() throws {
    var vault = Vault(grant: Desk.grant)
    func token(_ identifier: String) -> ApplicationToken {
      ApplicationToken(data: vault.token(for: .application(identifier)))
    }
    let night: SettingValues = [
      .shieldApplicationCategories: .applicationCategories(.all(except: [token("org.example.go")]))
    ]
    let limited: SettingValues = [
      .shieldApplications: .applicationTokens([token("com.example.chess")])
    ]
    let picked: SettingValues = [
      .shieldApplications: .applicationTokens([token("org.example.reversi")])
    ]
    let always: SettingValues = [
      .applicationBlockedApplications: .applications([
        Application(bundleIdentifier: "com.burbn.instagram")
      ]), .appStoreMaximumRating: .number(100),
    ]
    let limit = DeviceActivityEvent.Name.limit(of: "com.example.chess")
    var plan = PolicyPlan()
    plan.always = always
    plan.conditional = [
      ConditionalSettings(
        activity: Desk.night, condition: .duringInterval, settings: night, deviceLocked: true),
      ConditionalSettings(activity: .policyDay, condition: .afterEvent(limit), settings: limited),
    ]
    func answer(_ category: RuleCategory, _ demand: MappingResult.Demand) {
      plan.results[category, default: MappingResult(category)].demands.append(demand)
    }
    answer(.contentRating, .setting(.appStoreMaximumRating))
    answer(.contentBlockTitle, .setting(.applicationBlockedApplications))
    answer(.timeDowntime, .lock(during: Desk.night))
    answer(.timePerAppLimit, .event(limit, of: .policyDay))
    try desk.sync.update(.policy) { old in
      var policy = try #require(old)
      policy.plan = plan
      return policy
    }
    try desk.control.write(.vault, vault)
    for (name, settings) in [
      ("phosra.policy", always), (plan.conditional[0].store.rawValue, night),
      (plan.conditional[1].store.rawValue, limited), ("pick.board", picked),
    ] {
      var document = StoreDocument(grant: Desk.grant)
      _ = document.apply(settings.mapValues { $0 }, over: [:], after: 0)
      try desk.control.write(SharedFile<StoreDocument, ControlRole>.store(name), document)
    }
    try desk.monitor.update(.inForce) { old in
      var inForce = old ?? InForce()
      inForce.backends.append(
        BackendReport(
          BackendReport.unknownIdentifiers,
          items: [.init("com.burbn.instagram", .unsupported("it is no program here"))]))
      return inForce
    }
  }

  @Test func `are listed with what each is`() throws {
    try restrict()
    #expect(
      try desk.output("apps") == """
        Chess (org.example.chess)
          games; rated 9+; also com.example.chess
          blocked by the policy, the whole time and 2 more; refuse-to-start enforced; freeze failed:
          cgroup.freeze: Permission denied
        Go (org.example.go)
          games; not rated; also com.example.board
          allowed
        Reversi (org.example.reversi)
          games; not rated; also com.example.board
          shielded by the policy, during phosra.locked.night until Sat 2026-03-28 07:00 and 1 more; not in
          force

        3 applications, of which 2 may not be used now.
        Rated by age: 1. The other 2 are judged by no rating.

        Named by settings and not on this machine
          com.burbn.instagram  unsupported: it is no program here

        """)
    #expect(try desk.output("apps", "--all").contains("a part of the session"))
  }

  @Test func `are explained from the policy to the file`() throws {
    try restrict()
    #expect(
      try desk.output("why", "Chess") == """
        Chess (org.example.chess)
          blocked

        Blocked by
          from       the policy, the whole time
          section    content_filter
          rules      content_rating
          store      phosra.policy
          setting    appStore.maximumRating is 100, and this is rated 200
          lifted by  a policy that no longer says so

        Shielded by
          from       the policy, since the limit of com.example.chess is used up
          section    screen_time
          rules      time_per_app_limit
          store      phosra.when.phosra.daily.limit.app.com.example.chess
          setting    shield.applications lists com.example.chess
          lifted by  the end of the day, or extra time: “pavise extend com.example.chess MINUTES”

        Shielded by
          from       the policy, during phosra.locked.night
          section    screen_time
          rules      time_downtime
          store      phosra.when.phosra.locked.night
          setting    shield.applicationCategories has all that it does not except
          lifted by  the end of the interval, Sat 2026-03-28 07:00

        Held by
          refuse-to-start  enforced
          freeze           failed: cgroup.freeze: Permission denied

        Its files
          /usr/games/chess

        """)
    #expect(try desk.output("why", "Reversi").contains("“pavise unshield board”"))
    #expect(
      try desk.output("why", "org.example.go.desktop") == """
        Go (org.example.go)
          allowed: no setting reaches it

        """)
  }

  @Test
  func `say of an identifier without a program here that it is unsupported, and who names it`()
    throws
  {
    try restrict()
    let text = try desk.output("why", "com.burbn.instagram")
    #expect(text.hasPrefix("com.burbn.instagram\n  unsupported: it is no program here; its web"))
    #expect(text.contains("rules      content_block_title"))
    #expect(!text.contains("has all that it does not except"))
    #expect(try desk.output("why", "com.apple.mobilephone").contains("no counterpart on Linux"))
  }

  @Test(arguments: [
    (
      "com.example.board",
      "“com.example.board” means several applications: org.example.go, org.example.reversi; name one of them"
    ),
    (
      "ches",
      "nothing here is called “ches”; did you mean “org.example.chess”?; “pavise apps” lists what is installed"
    ),
    (
      "rversi",
      "nothing here is called “rversi”; did you mean “Reversi”?; “pavise apps” lists what is installed"
    ),
    ("xyzzyxyzzy", "nothing here is called “xyzzyxyzzy”; “pavise apps” lists what is installed"),
  ])
  func `are asked for by a word that means one of them`(word: String, complaint: String) {
    desk.expect("why", word, status: .failure, complaint: "pavise: " + complaint)
  }

  @Test func `are told to programs too`() throws {
    try restrict()
    struct List: Decodable {
      var applications: [ApplicationReport]
      var rated: Int
      var unrated: Int
      var missing: [BackendReport.Item]
    }
    let list = try CanonicalJSON.decode(List.self, from: Data(desk.output("apps", "--json").utf8))
    #expect(list.applications.map(\.verdict) == ["blocked", "allowed", "shielded"])
    #expect((list.rated, list.unrated) == (1, 2))
    #expect(list.missing.map(\.subject) == ["com.burbn.instagram"])
    let chess = try CanonicalJSON.decode(
      ApplicationReport.self, from: Data(desk.output("why", "--json", "chess").utf8))
    #expect(chess.causes == list.applications[0].causes)
    #expect(chess.files == ["/usr/games/chess"])
    #expect(
      try CanonicalJSON.decode(
        ElsewhereReport.self, from: Data(desk.output("why", "--json", "com.netflix.Netflix").utf8)
      ).verdict == "unsupported")
  }
}
