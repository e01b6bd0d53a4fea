import Foundation
import SharedDirectory
import System
import Testing

@testable import Enforcement

extension `On this machine` {
  @Suite(.serialized) struct `the gate` {
    private let home: Household

    init() throws {
      home = try Household()
    }

    private func own(_ file: ExecutableFile) throws -> ExecutableFile {
      #expect(chown(file.path, home.user.uid, home.user.gid) == 0)
      return try #require(MachineLookup().executable(at: file.path))
    }

    @Test func `denies the user a file of his own, under every name, and nobody else`() throws {
      let file = try own(try home.program("game"))
      link(file.path, home.directory + "/linked")
      let gate = try ExecGate()
      let demand = home.demand(refusing: [application("game", [file])])
      var backend = RefuseToStartBackend(record: MemoryRecord().store, gate: gate)
      guard case .partial(let words) = backend.apply(demand).status else {
        Issue.record("it claims more than it can")
        return
      }
      #expect(words.contains("could take the entry away"))
      #expect(try home.run(file.path, "0") == .exited(126))
      #expect(try home.run(home.directory + "/linked", "0") == .exited(126))
      #expect(try home.run("/bin/cat", file.path) == .exited(1))
      #expect(try home.run("/lib64/ld-linux-x86-64.so.2", file.path, "0") != .exited(0))
      #expect(try ChildProcess.run([file.path, "0"]).succeeded)
      #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)).count > 0)
      #expect(gate.denials >= 4)
      #expect(try gate.holds(file))

      _ = backend.clear(demand)
      #expect(try home.run(file.path, "0") == .exited(0))
      #expect(try !gate.holds(file))
    }

    @Test func `denies a hard link that the ACL denies as well, and a copy is another file`() throws
    {
      let file = try home.program("game")
      let copy = try home.program("copy")
      link(file.path, home.directory + "/linked")
      let gate = try ExecGate()
      let demand = home.demand(refusing: [application("game", [file])])
      var backend = RefuseToStartBackend(record: MemoryRecord().store, gate: gate)
      #expect(backend.apply(demand).status == .enforced)
      try AccessControlList.write(nil, to: FileReference(file.path))
      #expect(try home.run(home.directory + "/linked", "0") == .exited(126))
      #expect(try home.run(copy.path, "0") == .exited(0))
    }

    @Test func `marks what is wanted and nothing else`() throws {
      let files = try (0..<3).map { try home.program("game\($0)") }
      let gate = try ExecGate()
      #expect(gate.converge(to: Array(files[0...1]), of: home.user.uid).isEmpty)
      #expect(gate.converge(to: Array(files[1...2]), of: home.user.uid).isEmpty)
      #expect(try files.map { try gate.holds($0) } == [false, true, true])
    }

    @Test func `stays closed while its holder is dead, and the next one decides`() throws {
      let file = try own(try home.program("game"))
      let keeper = try keptGroup(marking: file)
      let user = try home.start(file.path, "0")
      let root = try home.start(file.path, "0", asRoot: true)
      try waitUntilHeld(2, by: keeper.raw)

      let gate = try ExecGate(inherited: keeper, managedUser: home.user.uid)
      #expect(try user.wait() == .exited(126))
      #expect(try root.wait() == .exited(0))
      #expect(gate.converge(to: [], of: home.user.uid).isEmpty)
      #expect(try !gate.holds(file))
      #expect(try home.run(file.path, "0") == .exited(0))
    }

    @Test func `lets go what an earlier life had read and not answered`() throws {
      let file = try home.program("game")
      let keeper = try keptGroup(marking: file)
      let root = try home.start(file.path, "0", asRoot: true)
      try waitUntilHeld(1, by: keeper.raw)
      // As that life: take the request out of the queue, and die with its file's descriptor.
      var event = [UInt8](repeating: 0, count: 24)
      try check("read") { read(keeper.raw, &event, event.count) }
      let fd = event.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 16, as: Int32.self) }
      close(fd)

      let gate = try ExecGate(inherited: keeper, managedUser: home.user.uid)
      #expect(try root.wait() == .exited(0))
      #expect(try gate.holds(file))
    }

    /// Until so many calls wait for an answer, at 24 bytes each in the queue.
    private func waitUntilHeld(_ calls: Int32, by group: Int32) throws {
      for _ in 0..<500 {
        var bytes: Int32 = 0
        try check("ioctl") { ioctl(group, UInt(FIONREAD), &bytes) }
        if bytes >= calls * 24 { return }
        usleep(10_000)
      }
      throw SystemError(call: "waiting for held calls", code: ETIMEDOUT)
    }

    /// The descriptor of a group that marks `file` and that nobody answers, as the service manager keeps it.
    private func keptGroup(marking file: ExecutableFile) throws -> Descriptor {
      let group = try Fanotify()
      try group.mark(FileReference(file.path))
      return Descriptor(owning: try check("dup") { fcntl(group.raw, F_DUPFD_CLOEXEC, 3) })
    }
  }
}
