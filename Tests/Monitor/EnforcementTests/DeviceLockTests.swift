import Foundation
import Glibc
import SharedDirectory
import System
import Testing

@testable import Enforcement

@Suite struct `The plan of a device's lock` {
  private static let kid = UserRecord(name: "kid", uid: 1001, gid: 1001, home: "/home/kid")
  private static let locked = LockDemand.locked(DeviceLock(cause: .hours, end: .distantFuture))

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var lock: LockDemand
    var user: UserRecord? = kid
    var exempt: Set<String>? = []
    var plan: DeviceLockPlan
  }

  @Test(arguments: [
    Case(testDescription: "no lock", lock: .open, plan: .open),
    Case(testDescription: "unknown", lock: .unknown, plan: .keep),
    Case(testDescription: "unknown, with nobody managed", lock: .unknown, user: nil, plan: .keep),
    Case(testDescription: "locked", lock: locked, plan: .session(kid)),
    Case(
      testDescription: "locked, exceptions unknown", lock: locked, exempt: nil, plan: .session(kid)),
    Case(testDescription: "nobody is managed", lock: locked, user: nil, plan: .open),
    Case(
      testDescription: "root is managed", lock: locked,
      user: UserRecord(name: "root", uid: 0, gid: 0, home: "/root"), plan: .open),
    Case(
      testDescription: "something always allowed is installed", lock: locked, exempt: ["reader"],
      plan: .applications(exempt: ["reader"])),
  ])
  func `is`(_ sample: Case) {
    let demand = EnforcementDemand(
      managedUser: sample.user, lock: sample.lock, exempt: sample.exempt)
    #expect(DeviceLockPlan(demand) == sample.plan)
    #expect(DeviceLockPlan(demand.lifted) == .open)
  }
}

@Suite struct `A stack of PAM` {
  private static let file = "/var/lib/pavise-monitor/locked-user"

  private static func asks(_ services: [String: String]) -> Bool {
    LoginStack.asks(file, service: "login") { services[$0] }
  }

  /// The lines that `launch/install` has PAM ask.
  private static func shipped() throws -> String {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../launch/pam/pavise").path
    let profile = try String(contentsOfFile: path, encoding: .utf8)
    let lines = try #require(profile.firstRange(of: "Account:\n"))
    return profile[lines.upperBound...].split(separator: "\n")
      .map { "account " + $0.drop { $0 == "\t" } }.joined(separator: "\n")
  }

  @Test func `asks by the lines that are installed, whichever way they are included`() throws {
    let lines = try Self.shipped()
    #expect(Self.asks(["login": lines]))
    #expect(Self.asks(["login": "@include common-account", "common-account": lines]))
    #expect(Self.asks(["login": "account include system-auth # x", "system-auth": lines]))
    #expect(Self.asks(["login": "-account substack a", "a": "@include b", "b": lines]))
  }

  @Test func `does not ask by others`() throws {
    let lines = try Self.shipped()
    #expect(!Self.asks([:]))
    #expect(!Self.asks(["login": "account required pam_unix.so"]))
    #expect(!Self.asks(["login": "@include common-account"]))
    #expect(!Self.asks(["login": lines.replacing("account", with: "auth")]))
    #expect(!Self.asks(["login": lines.replacing("account", with: "# account")]))
    #expect(!Self.asks(["login": lines.replacing(Self.file, with: "/tmp/list")]))
    #expect(!Self.asks(["login": lines.replacing("sense=allow", with: "sense=deny")]))
    #expect(!Self.asks(["login": lines.replacing("pam_deny", with: "pam_permit")]))
    #expect(!Self.asks(["login": "@include login"]), "and comes to an end")
  }

  @Test func `is reported as far as logins ask, and with what to do`() throws {
    let directory = FileManager.default.temporaryDirectory.path + "/pavise-\(UUID().uuidString)"
    let root = URL(fileURLWithPath: directory)
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: root.appendingPathComponent(name))
    }
    var stack = LoginStack(directories: [directory, "/nowhere"], modules: [directory])
    #expect(stack.status(asking: Self.file) == .unsupported("no login is configured for PAM"))
    try write("@include common-account", to: "login")
    try write("account required pam_unix.so", to: "su")
    try write(try Self.shipped(), to: "common-account")
    #expect(
      stack.status(asking: Self.file)
        == .unsupported("pam_listfile.so, a part of PAM, is not installed"))
    try write("", to: "pam_listfile.so")
    #expect(
      stack.status(asking: Self.file)
        == .partial("new logins through su are not refused: \(LoginStack.remedy)"))
    try write("@include common-account", to: "su")
    #expect(stack.status(asking: Self.file) == .enforced)
    stack = LoginStack(directories: ["/nowhere"], modules: [directory])
    #expect(stack.status(asking: Self.file).reason != nil)
  }
}

@Suite struct `The greeter` {
  /// Programs that answer as systemd's do.
  private static func programs(front: UInt32, hasManager: Bool) throws -> (Greeter, URL) {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pavise-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for (name, text) in [
      ("loginctl", "[ $1 = show-seat ] && echo c2 || { [ $2 = c2 ] && echo \(front); }"),
      ("busctl", "echo \"$@\" > \(root.path)/called; \(hasManager)"),
    ] {
      let path = root.appendingPathComponent(name)
      try Data("#!/bin/sh\n\(text)\n".utf8).write(to: path)
      #expect(chmod(path.path, 0o755) == 0)
    }
    return (Greeter(programs: root.path), root)
  }

  @Test(
    arguments: [
      (1001, true, "was asked for its greeter"), (1001, false, "at another console"),
      (1002, true, nil),
    ] as [(UInt32, Bool, String?)])
  func `is asked for while the child is in front, and never before a parent`(
    front: UInt32, hasManager: Bool, words: String?
  ) throws {
    let (greeter, root) = try Self.programs(front: front, hasManager: hasManager)
    defer { try? FileManager.default.removeItem(at: root) }
    let way = greeter.show(insteadOf: kid)
    #expect((way == nil) == (words == nil))
    if let words { #expect(way?.contains(words) == true) }
    let called = try? String(
      contentsOf: root.appendingPathComponent("called"), encoding: .utf8)
    #expect((called != nil) == (front == kid.uid))
  }

  @Test func `is not asked for where there is no logind`() {
    #expect(Greeter(programs: "/nowhere").show(insteadOf: kid) == nil)
  }
}

extension `On this machine` {
  @Suite(.serialized) struct `the device's lock` {
    private let home: Household
    private let state: String

    init() throws {
      home = try Household()
      state = home.directory + "/state"
    }

    private func backend(logind: String = "/nowhere") -> DeviceLockBackend {
      DeviceLockBackend(
        root: home.root, slice: home.slice, directory: state,
        stack: LoginStack(directories: ["/nowhere"]), logind: logind)
    }

    private func demand(_ lock: LockDemand) -> EnforcementDemand {
      EnforcementDemand(managedUser: home.user, lock: lock, exempt: [])
    }
    private var locked: LockDemand { .locked(DeviceLock(cause: .hours, end: .distantFuture)) }
    private var list: String? {
      try? String(contentsOfFile: state + "/locked-user", encoding: .utf8)
    }

    @Test func `freezes all that runs for the user where there is no logind, and lets it go on`()
      throws
    {
      let file = try home.program("game")
      try home.start(file.path, "1000")
      try home.start(file.path, "1000", asRoot: true)
      let pid = try home.process(running: file)
      var lock = backend()
      #expect(lock.apply(demand(locked)).status == .enforced)
      let group = home.root[home.slice]["locked-\(home.user.uid)"]
      #expect(try group.isFrozen())
      #expect(try group.processes() == [pid], "and nobody else's")
      #expect(list == "\(home.user.name)\n")
      let report = lock.verify(demand(locked))
      #expect(report.status.reason?.contains("no logind") == true)

      // What begins later is found by the next look.
      try home.start(file.path, "1001")
      #expect(try home.process(running: file) != 0)
      if case .failed = lock.verify(demand(locked)).status {
      } else {
        Issue.record("a process that runs is no lock")
      }
      _ = lock.apply(demand(locked))
      #expect(try group.processes().count == 2)
      // Another life keeps what is not known, and lifts what is over.
      var next = backend()
      #expect(next.apply(demand(.unknown)).status == .enforced)
      #expect(try group.isFrozen())
      #expect(list != nil)
      if case .failed = next.verify(demand(.open)).status {
      } else {
        Issue.record("frozen, though nothing is locked")
      }
      #expect(next.apply(demand(.open)).status == .enforced)
      #expect(try !group.isFrozen())
      #expect(try group.isPopulated())
      #expect(list == nil)
    }

    @Test func `lifts for whoever it was in force, and leaves nothing frozen`() throws {
      let file = try home.program("game")
      try home.start(file.path, "1000")
      _ = try home.process(running: file)
      let group = home.root[home.slice]["locked-\(home.user.uid)"]
      for lift in [
        EnforcementDemand(managedUser: nil), EnforcementDemand(managedUser: nil, lock: locked),
        demand(.open),
        EnforcementDemand(managedUser: home.user, lock: locked, exempt: ["reader"]),
      ] {
        var lock = backend()
        _ = lock.apply(demand(locked))
        #expect(try group.isFrozen())
        lock = backend()
        _ = lock.apply(lift)
        #expect(try !group.isFrozen())
        #expect(list == nil)
      }
      var lock = backend()
      _ = lock.apply(demand(locked))
      lock = backend()
      #expect(lock.clear(EnforcementDemand(managedUser: nil)).status == .enforced)
      #expect(try !group.isFrozen())
      #expect(list == nil)
    }

    @Test func `mends a list that somebody has damaged, and trusts no directory of others`() throws
    {
      var lock = backend()
      _ = lock.apply(demand(locked))
      let path = state + "/locked-user"
      try Data("root\n".utf8).write(to: URL(fileURLWithPath: path))
      if case .failed = lock.verify(demand(locked)).status {} else { Issue.record("not noticed") }
      _ = lock.apply(demand(locked))
      #expect(list == "\(home.user.name)\n")
      #expect(chmod(path, 0o666) == 0)
      _ = lock.apply(demand(locked))
      #expect(try FileReference(path).mode & 0o777 == 0o644)
      _ = lock.apply(demand(.open))
      #expect(chmod(state, 0o777) == 0)
      if case .failed = lock.apply(demand(locked)).status {} else { Issue.record("trusted") }
      #expect(list == nil)
    }
  }
}
