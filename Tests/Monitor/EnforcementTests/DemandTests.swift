import EffectiveSettings
import Foundation
import ManagedSettings
import SharedDirectory
import System
import Testing

@testable import Enforcement

let kid = UserRecord(name: "kid", uid: 1001, gid: 1001, home: "/home/kid")

func file(_ path: String, _ inode: UInt64, owner: UInt32 = 0) -> ExecutableFile {
  ExecutableFile(path: path, identity: FileIdentity(device: 1, inode: inode), owner: owner)
}

func application(
  _ desktopID: String, _ files: [ExecutableFile], reach: InstalledApplication.Reach = .files,
  isEssential: Bool = false, origin: InstalledApplication.Origin = .system
) -> InstalledApplication {
  InstalledApplication(
    desktopID: desktopID, name: desktopID, identifiers: [desktopID], executables: files,
    reach: reach, isEssential: isEssential, origin: origin)
}

@Suite struct `The demand` {
  @Test func `is computed from the settings, application by application`() {
    let catalogue = ApplicationCatalogue(
      sources: ["game", "editor"].map {
        ApplicationCatalogue.Source(
          desktopID: $0, text: "[Desktop Entry]\nType=Application\nExec=/usr/bin/\($0)",
          origin: .system)
      }, table: .shipped, search: [],
      lookup: TableLookup(programs: ["/usr/bin/game", "/usr/bin/editor"]))
    let blocked = ["game", "com.burbn.instagram", "com.example.nothing"].map {
      Application(bundleIdentifier: $0)
    }
    let settings = EffectiveSettings(
      stores: [
        .init(name: "s", settings: [.applicationBlockedApplications: .applications(Set(blocked))])
      ], identities: { _ in nil })
    let demand = EnforcementDemand(
      settings: settings, catalogue: catalogue, managedUser: kid, identities: { _ in nil })
    #expect(demand.refused.map(\.application.desktopID) == ["game"])
    #expect(demand.unsupported.keys.sorted() == ["com.burbn.instagram", "com.example.nothing"])
    #expect(demand.unsupported["com.burbn.instagram"]?.contains("instagram.com") == true)
  }

  @Test func `knows what stays allowed while the device is locked, also while it is not`() {
    let catalogue = ApplicationCatalogue(
      sources: ["game", "editor", "reader"].map {
        ApplicationCatalogue.Source(
          desktopID: $0, text: "[Desktop Entry]\nType=Application\nExec=/usr/bin/\($0)",
          origin: .system)
      }, table: .shipped, search: [],
      lookup: TableLookup(programs: ["/usr/bin/game", "/usr/bin/editor", "/usr/bin/reader"]))
    func demand(_ lock: SettingValues?) -> EnforcementDemand {
      let blocked = [Application(bundleIdentifier: "reader")]
      return EnforcementDemand(
        settings: EffectiveSettings(
          stores: [
            .init(
              name: "s",
              settings: [.applicationBlockedApplications: .applications(Set(blocked))])
          ], identities: { _ in nil }), catalogue: catalogue, managedUser: kid,
        lockSettings: lock.map { settings in
          EffectiveSettings(
            stores: [.init(name: "lock", settings: settings)],
            identities: { .application(String(decoding: $0, as: UTF8.self)) })
        }, identities: { _ in nil })
    }
    func except(_ names: String...) -> SettingValues {
      [
        .shieldApplicationCategories: .applicationCategories(
          .all(except: Set(names.map { ApplicationToken(data: Data($0.utf8)) })))
      ]
    }
    #expect(demand(nil).exempt == nil)
    #expect(demand(except()).exempt == [])
    #expect(demand(except("editor", "absent")).exempt == ["editor"])
    #expect(demand(except("reader")).exempt == [], "what is blocked stays so")
  }

  @Test func `never has root as its user`() {
    #expect(
      EnforcementDemand(managedUser: UserRecord(name: "root", uid: 0, gid: 0, home: "/root"))
        .managedUser == nil)
  }

  @Test func `never refuses a part of the session`() {
    let judged = EnforcementDemand.Judged(
      application("shell", [], isEssential: true), refusedBecause: ["all"])
    #expect(!judged.isRefused)
  }
}

@Suite struct `The plan of refusals` {
  private func plan(_ judged: [EnforcementDemand.Judged]) -> StartRefusalPlan {
    StartRefusalPlan(EnforcementDemand(managedUser: kid, applications: judged))
  }

  @Test func `gives an entry only to files of root outside of the user's home`() {
    let game = application(
      "game",
      [
        file("/usr/bin/game", 1), file("/opt/game", 2, owner: 1001), file("/home/kid/bin/x", 3),
        file("/opt/other", 4, owner: 7),
      ])
    let targets = plan([.init(game, refusedBecause: ["x"])]).targets
    #expect(
      targets.map(\.file.path) == ["/home/kid/bin/x", "/opt/game", "/opt/other", "/usr/bin/game"])
    #expect(
      targets.map(\.withoutEntry) == [
        "it is in the managed user's home",
        "its owner is the managed user, who could take the entry away", "its owner is not root",
        nil,
      ])
  }

  @Test
  func `refuses a shared file and says what goes with it, but not one that the session needs`() {
    let shared = file("/usr/bin/office", 1)
    let plan = plan([
      .init(application("writer", [shared, file("/usr/bin/shell", 2)]), refusedBecause: ["x"]),
      .init(application("calc", [shared])),
      .init(application("shell", [file("/usr/bin/shell", 2)], isEssential: true)),
      .init(application("mine", [shared], origin: .user)),
    ])
    #expect(plan.targets.map(\.file) == [shared])
    #expect(
      plan.shortcomings["writer"]
        == "/usr/bin/office is also calc, which is refused with it; /usr/bin/shell is also shell, which the session needs"
    )
  }

  @Test func `says where the user could put another file`() {
    var open = file("/srv/game", 1)
    open.isInOpenDirectory = true
    var own = file("/srv/kid/game", 2)
    own.changeableBy = [1001]
    let plan = plan([.init(application("game", [open, own]), refusedBecause: ["x"])])
    #expect(plan.shortcomings["game"]?.contains("/srv/game lies where kid") == true)
    #expect(plan.shortcomings["game"]?.contains("/srv/kid/game lies where kid") == true)
  }

  @Test func `runs dry without a managed user, and says what it would do`() {
    let demand = EnforcementDemand(
      managedUser: nil,
      applications: [.init(application("game", [file("/usr/bin/game", 1)]), refusedBecause: ["x"])])
    var enforcer = Enforcer([
      RefuseToStartBackend(
        record: AccessRecordStore {
          fatalRead()
        } replace: { _ in
          Issue.record("it wrote")
        }, gate: nil),
      FreezeBackend(root: ControlGroup(path: "/nowhere")),
    ])
    let reports = enforcer.converge(to: demand)
    #expect(reports.map(\.status) == [.dry("no managed user"), .dry("no managed user")])
    #expect(
      reports[0].items == [.init("game", .dry("no managed user; would refuse /usr/bin/game"))])
  }

  private func fatalRead() -> Data? {
    Issue.record("it read")
    return nil
  }
}

@Suite struct `A report` {
  @Test(
    arguments: [
      ([.enforced, .enforced], .enforced), ([], .enforced),
      ([.enforced, .unsupported("u")], .partial("b: u")),
      ([.unsupported("t"), .unsupported("u")], .unsupported("a: t; b: u")),
      ([.failed("t"), .failed("u")], .failed("a: t; b: u")),
      ([.failed("t"), .unsupported("u")], .partial("a: t; b: u")),
    ] as [([EnforcementStatus], EnforcementStatus)])
  func `comes to what its items come to`(parts: [EnforcementStatus], expected: EnforcementStatus) {
    #expect(EnforcementStatus(of: Array(zip(["a", "b"], parts)).map { ($0, $1) }) == expected)
  }

  @Test func `is the same after a round trip`() throws {
    let report = BackendReport(
      "x", items: [.init("a", .enforced), .init("b", .partial("p")), .init("c", .dry("d"))])
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(BackendReport.self, from: data) == report)
  }

  @Test func `keeps the first thing found wrong`() {
    let applied = BackendReport("x", items: [.init("a", .enforced), .init("b", .failed("first"))])
    let verified = BackendReport("x", items: [.init("a", .failed("lost")), .init("b", .enforced)])
    #expect(
      applied.worsened(by: verified).items == [
        .init("a", .failed("lost")), .init("b", .failed("first")),
      ])
  }
}
