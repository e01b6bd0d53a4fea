import Foundation
import SharedDirectory
import System
import Testing

@testable import Enforcement

@Suite struct `Allowlist mode` {
  struct File: CustomTestStringConvertible {
    var testDescription: String
    var owner: UInt32
    var mode: UInt32
    var user: UInt32?
    var verdict: Fanotify.Verdict
  }

  @Test(arguments: [
    File(testDescription: "root's", owner: 0, mode: 0o755, user: 1000, verdict: .allowUntilWritten),
    File(
      testDescription: "set-user-id root's", owner: 0, mode: 0o4755, user: 1000,
      verdict: .allowUntilWritten),
    File(
      testDescription: "root's, writable by a group", owner: 0, mode: 0o775, user: 1000,
      verdict: .deny),
    File(
      testDescription: "root's, writable by all", owner: 0, mode: 0o757, user: 1000, verdict: .deny),
    File(testDescription: "the user's", owner: 1000, mode: 0o755, user: 1000, verdict: .deny),
    File(testDescription: "another's", owner: 1001, mode: 0o755, user: 1000, verdict: .deny),
    File(
      testDescription: "the user's, for another", owner: 1000, mode: 0o755, user: 1001,
      verdict: .allow),
    File(
      testDescription: "the user's, for root", owner: 1000, mode: 0o755, user: 0, verdict: .allow),
    File(
      testDescription: "of a process that is gone", owner: 1000, mode: 0o755, user: nil,
      verdict: .allow),
  ])
  func `lets the user execute what is root's alone`(_ file: File) {
    let request = Fanotify.Request(
      pid: 7, file: FileIdentity(device: 1, inode: 2), owner: file.owner, mode: file.mode)
    let verdict = AllowlistRule(user: 1000).verdict(on: request) { _ in
      file.user.map { ProcessUsers(real: $0, effective: $0, saved: $0, filesystem: $0) }
    }
    #expect(verdict == file.verdict)
  }

  @Test func `asks who executes only where that matters`() {
    let request = Fanotify.Request(
      pid: 7, file: FileIdentity(device: 1, inode: 2), owner: 0, mode: 0o755)
    _ = AllowlistRule(user: 1000).verdict(on: request) { _ in
      Issue.record("it has asked")
      return nil
    }
  }

  @Test func `watches each file system on which a program can be put, once`() {
    let mounts = [
      Mount(device: "8:1", path: "/", type: "ext4"),
      Mount(device: "0:5", path: "/proc", type: "proc"),
      Mount(device: "0:6", path: "/boot", type: "vfat", isWritable: false),
      Mount(device: "8:2", path: "/home", type: "ext4"),
      Mount(device: "8:2", path: "/srv", type: "ext4", forbidsExecution: true),
      Mount(device: "0:7", path: "/tmp", type: "tmpfs", forbidsExecution: true),
      Mount(device: "0:8", path: "/dev/shm", type: "tmpfs"),
      Mount(device: "0:9", path: "/dev/shm", type: "tmpfs"),
    ]
    func found(_ confinement: [String]?, isManaged: Bool) -> ProgramMounts {
      ProgramMounts(mounts, confinedTo: confinement, own: ["8:1"], isManaged: isManaged)
    }
    #expect(found(nil, isManaged: true).watched == ["/", "/home", "/dev/shm"])
    #expect(found(nil, isManaged: false).watched == ["/home", "/dev/shm"])
    #expect(found(nil, isManaged: false).withheld.keys.sorted() == ["/"])
    #expect(found(["/home"], isManaged: true).watched == ["/home"])
  }

  @Test(arguments: [
    AllowlistGate.Message.ready, .refused, .failed(mount: "/a b", reason: "it: is not"),
  ])
  func `understands what its gate says`(_ message: AllowlistGate.Message) {
    #expect(AllowlistGate.Message(String(message.line.dropLast())) == message)
  }

  @Test func `says what the kernel leaves open`() {
    #expect(KernelLimits(memoryFiles: 2, userNamespaces: 0).shortcomings.isEmpty)
    #expect(KernelLimits(memoryFiles: 1, userNamespaces: 9).shortcomings.count == 2)
    #expect(KernelLimits(memoryFiles: nil, userNamespaces: nil).shortcomings.count == 2)
  }
}

extension `On this machine` {
  /// On a file system of its own, so that nothing of the machine's is held.
  @Suite(.serialized) struct `allowlist mode` {
    private let home: Household
    private let place: String
    private let register: String
    private let refusals: Refusals

    init() throws {
      home = try Household()
      place = home.directory + "/programs"
      register = home.directory + "/gate.alive"
      refusals = try Refusals()
    }

    private func backend() -> AllowlistBackend {
      AllowlistBackend(
        register: register, canary: Canary(directory: place), refusals: refusals, isManaged: false)
    }

    private var demand: EnforcementDemand {
      var demand = EnforcementDemand(managedUser: home.user, allowlist: ["test"])
      demand.programMounts = [place]
      return demand
    }

    private func withMount(_ body: () throws -> Void) throws {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
      #expect(
        try ChildProcess.run(["mount", "-t", "tmpfs", "-o", "mode=1777", "pavise-test", place])
          .succeeded)
      defer { _ = try? ChildProcess.run(["umount", "--lazy", place]) }
      try body()
    }

    private func copy(_ name: String, owner: UInt32, mode: UInt32 = 0o755) throws -> String {
      let path = "\(place)/\(name)"
      try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: path)
      #expect(chown(path, owner, owner) == 0)
      #expect(chmod(path, mode) == 0)
      return path
    }

    @Test func `refuses the user what is not root's alone, and nobody else`() throws {
      try withMount {
        let own = try copy("own", owner: home.user.uid)
        let roots = try copy("roots", owner: 0)
        let open = try copy("open", owner: 0, mode: 0o777)
        let elsewhere = try home.program("elsewhere").path
        #expect(chown(elsewhere, home.user.uid, home.user.gid) == 0)
        for file in [own, roots, open] { #expect(try home.run(file, "0") == .exited(0)) }

        var backend = backend()
        defer { _ = backend.clear(demand) }
        let applied = backend.apply(demand)
        guard case .partial = applied.status else {
          Issue.record("\(applied.status)")
          return
        }
        for _ in 0..<2 {
          #expect(try home.run(own, "0") == .exited(126))
          #expect(try home.run(open, "0") == .exited(126))
          #expect(try home.run(roots, "0") == .exited(0))
        }
        #expect(try ChildProcess.run([own, "0"]).succeeded)
        #expect(try home.run(elsewhere, "0") == .exited(0), "only what is watched is held")
        #expect(refusals.take().contains(.unlisted))
        let verified = backend.verify(demand)
        #expect(verified.status == applied.status)
        #expect(verified.probes.last == "canary: root's program ran, the user's own did not")

        // What the kernel was told to let run is asked about again once it was written to.
        #expect(chmod(roots, 0o757) == 0)
        try Data(contentsOf: URL(filePath: "/bin/sleep")).write(to: URL(filePath: roots))
        #expect(try home.run(roots, "0") == .exited(126))

        #expect(backend.apply(demand.lifted).status == .enforced)
        #expect(try home.run(own, "0") == .exited(0))
      }
    }

    @Test func `goes on while its monitor is dead, until the next one takes over or clears`() throws
    {
      try withMount {
        let own = try copy("own", owner: home.user.uid)
        do {
          var dying = backend()
          _ = dying.apply(demand)
        }
        let first = try ProcessRegister(at: register).members()
        #expect(first.count == 1)
        #expect(try home.run(own, "0") == .exited(126))

        var next = backend()
        _ = next.apply(demand)
        let second = try ProcessRegister(at: register).members()
        #expect(second.count == 1 && second != first)
        #expect(try home.run(own, "0") == .exited(126))

        var guardian = backend()
        #expect(guardian.clear(demand).status == .enforced)
        #expect(try home.run(own, "0") == .exited(0))
        // The kernel closes what a process had open a moment after its end is known.
        let isGone = BackendReport("allowlist", .failed("its gate has ended"))
        for _ in 0..<500 where next.verify(demand) != isGone { usleep(10_000) }
        #expect(next.verify(demand) == isGone)
        #expect(refusals.take().contains(.allowlistChanged))
        _ = next.apply(demand)
        #expect(try home.run(own, "0") == .exited(126))
        _ = next.clear(demand)
      }
    }

    @Test func `freezes what was started before, and root's programs not`() throws {
      let own = try home.program("own")
      #expect(chown(own.path, home.user.uid, home.user.gid) == 0)
      let roots = try home.program("roots")
      try home.start(own.path, "1000")
      try home.start(roots.path, "1000")
      let pids = try [own, roots].map { try home.process(running: $0) }
      var freezer = FreezeBackend(root: home.root, slice: home.slice, refusals: refusals)
      #expect(freezer.apply(demand).status == .enforced)
      #expect(try pids.map(isFrozen) == [true, false])
      #expect(refusals.take() == [.frozen(desktopID: ProcessMatcher.unlisted)])
      _ = freezer.apply(demand.lifted)
      #expect(try pids.map(isFrozen) == [false, false])
    }

    private func isFrozen(_ pid: Int32) throws -> Bool {
      let group = try #require(ProcessTable.controlGroup(of: pid))
      // The root itself has no such state.
      return try group != "/" && ControlGroup(path: home.root.path + group).isFrozen()
    }
  }
}
