import Foundation
import Synchronization
import SharedDirectory
import System
import Testing

@testable import Enforcement

/// Everything that touches the machine, with a real second user. Skipped, and said so, where that is impossible.
@Suite(
  .serialized, .enabled(if: Household.obstacle == nil, Household.obstacle ?? ""),
  .timeLimit(.minutes(2)))
struct `On this machine` {
  private let home: Household
  private let record = MemoryRecord()

  init() throws {
    home = try Household()
  }

  /// What `stat` and the extended attribute say of a file.
  private struct Access: Equatable {
    var mode: UInt32
    var list: [UInt8]?
    var line: [UInt8]?
  }

  private func access(_ file: ExecutableFile) throws -> Access {
    let reference = try FileReference(file.path)
    return Access(
      mode: reference.mode, list: try reference.attribute("system.posix_acl_access"),
      line: try reference.attribute("trusted.pavise.before"))
  }

  private func refusals(
    gate: ExecGate? = nil,
    write: @escaping @Sendable (AccessControlList?, borrowing FileReference) throws -> Void = {
      try AccessControlList.write($0, to: $1)
    }
  ) -> RefuseToStartBackend {
    RefuseToStartBackend(
      entries: AccessEntries(store: record.store, write: write), gate: gate,
      canary: Canary(directory: home.directory))
  }

  @Test func `a refused program does not start for the user and does for root`() throws {
    let file = try home.program("game")
    #expect(try home.run(file.path, "0") == .exited(0))
    link(file.path, home.directory + "/linked")
    var backend = refusals()
    let demand = home.demand(refusing: [application("game", [file])])

    #expect(backend.apply(demand).status == .enforced)
    #expect(try home.run(file.path, "0") == .exited(126))
    #expect(try home.run(home.directory + "/linked", "0") == .exited(126))
    #expect(try home.run("/bin/cat", file.path) == .exited(1))
    #expect(try home.run("/lib64/ld-linux-x86-64.so.2", file.path, "0") != .exited(0))
    #expect(try ChildProcess.run([file.path, "0"]).succeeded)

    let verified = backend.verify(demand)
    #expect(verified.status == .enforced)
    #expect(verified.probes.last == "canary: the free program ran, the refused one did not")

    #expect(backend.apply(demand.lifted).status == .enforced)
    #expect(try home.run(file.path, "0") == .exited(0))
  }

  @Test(
    arguments: [
      (0o755, nil), (0o750, nil), (0o711, nil), (0o4755, nil), (0o2755, nil),
      (0o755, "u::rwx,u:1:r-x,g::---,m::r-x,o::r-x"),
      (0o755, "u::rwx,u:USER:r-x,g::r-x,m::r-x,o::---"),
      (0o755, "u::rwx,g::r-x,m::rwx,o::r-x"), (0o755, "u::rwx,u:USER:---,g::r-x,m::r-x,o::r-x"),
    ] as [(UInt32, String?)])
  func `an ACL is restored bit for bit, and so is the mode`(mode: UInt32, list: String?) throws {
    let file = try home.program("game")
    #expect(chmod(file.path, mode) == 0)
    if let list { try set(list, on: file) }
    let before = try access(file)
    let demand = home.demand(refusing: [application("game", [file])])
    for twice in [false, true] {
      var backend = refusals()
      #expect(backend.apply(demand).status == .enforced)
      if twice { #expect(backend.apply(demand).status == .enforced) }
      #expect(try access(file).mode == before.mode)
      #expect(
        try AccessControlList.read(from: FileReference(file.path))?.permissions(
          ofUser: home.user.uid) == 0)
      #expect(backend.clear(demand).status == .enforced)
      #expect(try access(file) == before)
    }
  }

  /// From the short text form, as far as the tests need it.
  private func set(_ text: String, on file: ExecutableFile) throws {
    var bytes: [UInt8] = [2, 0, 0, 0]
    for entry in text.split(separator: ",") {
      let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
      let named = !parts[1].isEmpty
      let tag: UInt8 = ["u": named ? 2 : 1, "g": 4, "m": 16, "o": 32][parts[0]] ?? 0
      let permissions = zip(parts[2], [4, 2, 1] as [UInt8]).reduce(0) {
        $1.0 == "-" ? $0 : $0 + $1.1
      }
      let id = parts[1] == "USER" ? home.user.uid : UInt32(parts[1]) ?? .max
      bytes += [tag, 0, permissions, 0] + (0..<4).map { UInt8(truncatingIfNeeded: id >> (8 * $0)) }
    }
    try AccessControlList.write(AccessControlList(bytes: bytes), to: FileReference(file.path))
  }

  @Test func `what somebody else changed meanwhile stays when ours goes`() throws {
    let file = try home.program("game")
    let demand = home.demand(refusing: [application("game", [file])])
    var backend = refusals()
    _ = backend.apply(demand)
    let list = try #require(try AccessControlList.read(from: FileReference(file.path)))
    try AccessControlList.write(list.replacing(user: 1, by: 4), to: FileReference(file.path))
    _ = backend.clear(demand)
    let after = try #require(try AccessControlList.read(from: FileReference(file.path)))
    #expect(after.permissions(ofUser: 1) == 4)
    #expect(after.permissions(ofUser: home.user.uid) == nil)
  }

  @Test func `a file that was set aside under another name is restored`() throws {
    let file = try home.program("game")
    let before = try access(file)
    let demand = home.demand(refusing: [application("game", [file])])
    var backend = refusals()
    _ = backend.apply(demand)
    try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".distrib")
    let upgraded = try home.program("game")
    #expect(backend.clear(demand).status == .enforced)
    var aside = upgraded
    aside.path = file.path + ".distrib"
    #expect(try access(aside) == before)
    #expect(try access(upgraded) == before)
  }

  @Test(arguments: 0..<7)
  func `a death between any two steps leaves nothing that clearing does not find`(steps: Int) throws
  {
    let files = try (0..<3).map { try home.program("game\($0)") }
    let before = try files.map(access)
    let demand = home.demand(refusing: [application("game", files)])
    let left = Mutex(steps)
    record.fail(afterWrites: steps)
    var dying = refusals(write: { list, file in
      try left.withLock { left in
        guard left > 1 else { throw SystemError(call: "killed", code: EINTR) }
        left -= 1
      }
      try AccessControlList.write(list, to: file)
    })
    _ = dying.apply(demand)
    _ = dying.apply(demand.lifted)
    record.fail(afterWrites: .max)

    var next = refusals()
    #expect(next.clear(demand).status == .enforced)
    #expect(try files.map(access) == before)
  }

  @Test func `record and file name an entry before it comes and until it has gone`() throws {
    let file = try home.program("game")
    let demand = home.demand(refusing: [application("game", [file])])
    let seen = Mutex<[Bool]>([])
    let record = record
    var backend = refusals(write: { list, target in
      let isRecorded = record.data.map { String(decoding: $0, as: UTF8.self).contains(file.path) }
      let line = try target.attribute("trusted.pavise.before")
      seen.withLock { $0 += [isRecorded ?? false, line != nil] }
      try AccessControlList.write(list, to: target)
    })
    _ = backend.apply(demand)
    _ = backend.apply(demand.lifted)
    #expect(seen.withLock(\.self) == [true, true, true, true])
    #expect(record.data.map { String(decoding: $0, as: UTF8.self).contains(file.path) } == false)
  }

  @Test(arguments: [nil, Data("torn".utf8)])
  func `everything is lifted without its record`(found: Data?) throws {
    let file = try home.program("game")
    let before = try access(file)
    let demand = home.demand(refusing: [application("game", [file])])
    var backend = refusals()
    _ = backend.apply(demand)
    record.data = found
    var next = refusals()
    _ = next.clear(demand)
    #expect(try access(file) == before)
  }

  @Test func `a forged record changes no file that has no line of ours`() throws {
    let file = try home.program("victim")
    let demand = home.demand(refusing: [application("game", [file])])
    var backend = refusals()
    _ = backend.apply(demand)
    let genuine = try #require(record.data)
    _ = backend.apply(demand.lifted)
    let before = try access(file)
    record.data = genuine
    _ = backend.clear(demand)
    #expect(try access(file) == before)
    try AccessControlList.write(
      AccessControlList(mode: 0o755).refusing(user: home.user.uid), to: try FileReference(file.path)
    )
    let administrators = try access(file)
    record.data = genuine
    _ = backend.clear(demand)
    #expect(try access(file) == administrators, "somebody else's entry stays")
  }

  @Test func `one broken item does not stop the others`() throws {
    let file = try home.program("game")
    var gone = try home.program("gone")
    try FileManager.default.removeItem(atPath: gone.path)
    gone.identity.inode += 1
    let demand = home.demand(refusing: [application("game", [file]), application("gone", [gone])])
    var backend = refusals()
    let items = backend.apply(demand).items
    #expect(items.map(\.subject) == ["game", "gone"])
    #expect(items[0].status == .enforced)
    guard case .failed = items[1].status else {
      Issue.record("\(items[1])")
      return
    }
    #expect(try home.run(file.path, "0") == .exited(126))
  }

  @Test func `a lost entry is noticed and put back`() throws {
    let file = try home.program("game")
    let demand = home.demand(refusing: [application("game", [file])])
    var backend = refusals()
    _ = backend.apply(demand)
    try AccessControlList.write(nil, to: FileReference(file.path))
    guard case .failed = backend.verify(demand).status else {
      Issue.record("the loss was not noticed")
      return
    }
    var enforcer = Enforcer([backend])
    #expect(enforcer.converge(to: demand).map(\.status) == [.enforced])
    #expect(try home.run(file.path, "0") == .exited(126))
  }
}
