import Foundation
import SharedDirectory
import SyncService
import System
import Testing

@testable import CompiledPolicy
@testable import Control

extension MachineFacts {
  /// A machine on which every check is good.
  static let sound = MachineFacts(
    isRoot: true, gate: .succeeded, freezer: .ready, hasProcessDescriptors: true,
    executableMemory: 2, programFolders: [.init(path: "/usr/bin", takesAccessLists: true)],
    managedUser: .found("kid"), homeForbidsExecution: true, hasLogind: true,
    sessionTypes: ["x11"], logins: .enforced, hasNotifier: true, sessionBus: .present,
    hasDisplayManager: true, browsers: [],
    unit: .init(isInstalled: true, isRunning: true, storedDescriptors: 16),
    monitor: .alive(pid: 1), sync: .alive(pid: 2), directory: .present(faults: []),
    isClockSynchronised: true, year: 2026, hasZoneDatabase: true, zone: .known("Europe/Berlin"))
}

@Suite struct `A check of the machine` {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let subject: String
    let verdict: String
    let change: @Sendable (inout MachineFacts) -> Void

    init(
      _ description: String, _ subject: String, _ verdict: String,
      _ change: @escaping @Sendable (inout MachineFacts) -> Void
    ) {
      testDescription = description
      self.subject = subject
      self.verdict = verdict
      self.change = change
    }
  }

  static let cases = [
    Case("another caller", "caller", "unknown") { $0.isRoot = false },
    Case("no fanotify", "gate", "missing") { $0.gate = .refused("fanotify_init: no") },
    Case("fanotify not tried", "gate", "unknown") { $0.gate = .notTried },
    Case("no cgroup v2", "freezer", "missing") { $0.freezer = .absent },
    Case("a cgroup v2 that is read-only", "freezer", "missing") { $0.freezer = .readOnly },
    Case("an old cgroup v2", "freezer", "missing") { $0.freezer = .withoutFreezing },
    Case("no group to look at", "freezer", "unknown") { $0.freezer = nil },
    Case("no pidfd", "processes", "missing") { $0.hasProcessDescriptors = false },
    Case("executable memory", "memory", "limited") { $0.executableMemory = 0 },
    Case("a kernel without the setting", "memory", "limited") { $0.executableMemory = nil },
    Case("a file system without ACLs", "access lists", "missing") {
      $0.programFolders.append(.init(path: "/opt", takesAccessLists: false))
    },
    Case("a folder that is hidden", "access lists", "unknown") {
      $0.programFolders.append(.init(path: "/opt", takesAccessLists: nil))
    },
    Case("no folder of programs", "access lists", "unknown") { $0.programFolders = [] },
    Case("no managed user", "managed user", "missing") { $0.managedUser = .none },
    Case("a user who is not there", "managed user", "missing") { $0.managedUser = .missing("x") },
    Case("root as the managed user", "managed user", "missing") { $0.managedUser = .root("root") },
    Case("a guardian as the managed user", "managed user", "limited") {
      $0.managedUser = .guardian("kid")
    },
    Case("a configuration out of reach", "managed user", "unknown") { $0.managedUser = .unknown },
    Case("a home with programs", "home", "limited") { $0.homeForbidsExecution = false },
    Case("a home out of sight", "home", "unknown") { $0.homeForbidsExecution = nil },
    Case("no logind", "logind", "missing") { $0.hasLogind = false },
    Case("PAM in part", "PAM", "missing") { $0.logins = .partial("sshd is not asked") },
    Case("no PAM", "PAM", "missing") { $0.logins = .unsupported("no PAM") },
    Case("Wayland", "session", "limited") { $0.sessionTypes = ["wayland"] },
    Case("nobody logged in", "session", "unknown") { $0.sessionTypes = [] },
    Case("nobody to ask about sessions", "session", "unknown") { $0.sessionTypes = nil },
    Case("no notify-send", "notices", "missing") { $0.hasNotifier = false },
    Case("no session bus", "notices", "unknown") { $0.sessionBus = .absent },
    Case("a hidden session bus", "notices", "unknown") { $0.sessionBus = .hidden },
    Case("no display manager", "greeter", "limited") { $0.hasDisplayManager = false },
    Case("a browser", "browsers", "limited") { $0.browsers = ["firefox"] },
    Case("no systemd", "service", "limited") { $0.unit = nil },
    Case("no unit", "service", "missing") { $0.unit?.isInstalled = false },
    Case("a unit that does not run", "service", "missing") { $0.unit?.isRunning = false },
    Case("a unit without a store", "service", "limited") { $0.unit?.storedDescriptors = 0 },
    Case("a dead monitor", "pavise-monitor", "missing") { $0.monitor = .dead },
    Case("a monitor out of sight", "pavise-monitor", "unknown") { $0.monitor = nil },
    Case("a dead sync", "pavise-sync", "missing") { $0.sync = .dead },
    Case("a sync out of sight", "pavise-sync", "unknown") { $0.sync = nil },
    Case("no directory", "directory", "missing") { $0.directory = .absent },
    Case("a hidden directory", "directory", "unknown") { $0.directory = .hidden },
    Case("an open directory", "directory", "missing") { $0.directory = .present(faults: ["x"]) },
    Case("a clock that nothing sets", "clock", "limited") { $0.isClockSynchronised = false },
    Case("a silent kernel", "clock", "unknown") { $0.isClockSynchronised = nil },
    Case("a dead battery", "clock", "missing") { $0.year = 1970 },
    Case("a far future", "clock", "missing") { $0.year = 2101 },
    Case("no zone database", "zone", "limited") { $0.hasZoneDatabase = false },
    Case("an unknown zone", "zone", "missing") { $0.zone = .unknown("no such zone") },
  ]

  @Test(arguments: cases)
  func `says what is wrong, and no other does`(_ sample: Case) {
    var facts = MachineFacts.sound
    sample.change(&facts)
    let found = Check.all(facts).filter { $0.verdict != .good }
      .map { "\($0.subject) \($0.verdict.rawValue)" }
    #expect(found == ["\(sample.subject) \(sample.verdict)"])
  }

  @Test
  func `can fail, whichever it is`() {
    let subjects = Check.all(.sound).map(\.subject)
    #expect(Set(subjects).count == subjects.count)
    #expect(Set(Self.cases.map(\.subject)) == Set(subjects))
    #expect(Check.all(.sound).allSatisfy { $0.verdict == .good })
  }
}

@Suite struct `The doctor` {
  private func verdict(
    of category: RuleCategory, _ change: (inout MachineFacts) -> Void
  ) -> Check.Verdict? {
    var facts = MachineFacts.sound
    change(&facts)
    return Diagnosis(facts, demanded: []).categories.first { $0.category == category }?.verdict
  }

  @Test
  func `judges a category by the worst of what it depends on`() {
    #expect(verdict(of: .timeDowntime) { _ in } == .good)
    #expect(verdict(of: .timeDowntime) { $0.freezer = .absent } == .missing)
    #expect(verdict(of: .timeDowntime) { $0.logins = .partial("x") } == .limited)
    #expect(verdict(of: .timeDowntime) { $0.gate = .refused("x") } == .good)
    #expect(verdict(of: .contentBlockTitle) { $0.gate = .refused("x") } == .limited)
    #expect(verdict(of: .contentAllowlistMode) { $0.gate = .refused("x") } == .missing)
    #expect(verdict(of: .timePerAppLimit) { $0.sessionTypes = ["wayland"] } == .limited)
    #expect(verdict(of: .usageTimerNotification) { $0.hasNotifier = false } == .missing)
    #expect(verdict(of: .webSafeSearch) { $0.monitor = .dead } == nil)
  }

  @Test
  func `fails only for what is missing and asked for`() {
    var facts = MachineFacts.sound
    facts.hasNotifier = false
    facts.logins = .partial("su is not asked")
    facts.executableMemory = 0
    #expect(Diagnosis(facts, demanded: []).missing == [])
    #expect(Diagnosis(facts, demanded: [.contentBlockTitle]).missing == [])
    #expect(Diagnosis(facts, demanded: [.timeDowntime]).missing == ["PAM"])
    #expect(Diagnosis(facts, demanded: [.usageTimerNotification]).missing == ["notices"])
  }

  /// Applies a policy that asks for downtime.
  private func demandDowntime(at desk: Desk) throws {
    try desk.prepareEvening()
    try desk.sync.update(.policy) { policy in
      var policy = try #require(policy)
      var result = MappingResult(.timeDowntime)
      result.isAddressed = true
      result.demands = [.lock(during: Desk.night)]
      policy.plan.results[.timeDowntime] = result
      return policy
    }
  }

  @Test
  func `ends with 1 when the policy asks for what is missing`() throws {
    let desk = Desk()
    try demandDowntime(at: desk)
    #expect(desk.run("doctor") == .success)
    #expect(desk.world.takeOutput().hasSuffix("Nothing is missing that the policy asks for.\n"))
    desk.world.seen.logins = .partial("new logins through su are not refused")
    #expect(desk.run("doctor") == .failure)
    #expect(desk.world.takeOutput().hasSuffix("The policy asks for what is missing: PAM.\n"))
  }

  @Test
  func `works on a machine on which nothing is installed`() throws {
    let desk = Desk()
    desk.world.isPresent = false
    desk.world.seen.directory = .absent
    desk.world.seen.monitor = .dead
    let text = try desk.output("doctor")
    #expect(text.contains("missing  pavise-monitor"))
    #expect(text.hasSuffix("No policy that can be seen asks for anything here.\n"))
  }

  @Test
  func `tells machines all 45 categories`() throws {
    let json = try Desk().output("doctor", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect((object?["categories"] as? [Any])?.count == 45)
    #expect((object?["checks"] as? [Any])?.count == Check.all(.sound).count)
    #expect((object?["missing"] as? [Any])?.isEmpty == true)
  }
}
