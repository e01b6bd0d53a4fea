import Foundation
import SharedDirectory
import System
import Testing

@testable import Enforcement

extension `On this machine` {
  @Suite(.serialized) struct `the freezer` {
    private let home: Household

    init() throws {
      home = try Household()
    }

    private var backend: FreezeBackend { FreezeBackend(root: home.root, slice: home.slice) }
    private func group(_ desktopID: String) -> ControlGroup {
      ShieldGroups(slice: home.root[home.slice]).group(of: desktopID)
    }

    /// A shell of the game's own that counts into a file of the user's.
    private func counter() throws -> (file: ExecutableFile, count: () -> Int) {
      let file = try home.program("counter", copyOf: "/bin/dash")
      let path = home.directory + "/count"
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      #expect(chown(path, home.user.uid, home.user.gid) == 0)
      try home.start(
        file.path, "-c",
        "while :; do echo >> \(path); i=0; while [ $i -lt 500 ]; do i=$((i+1)); done; done")
      return (file, { (try? Data(contentsOf: URL(fileURLWithPath: path)).count) ?? -1 })
    }

    private func isAdvancing(_ count: () -> Int) -> Bool {
      let before = count()
      for _ in 0..<50 where count() == before { usleep(10_000) }
      return count() != before
    }

    @Test func `stops a running application, against its user's will, until the shield is lifted`()
      throws
    {
      let (file, count) = try counter()
      let pid = try home.process(running: file)
      let demand = home.demand(refusing: [application("a game/1", [file])])
      var freezer = backend
      #expect(freezer.apply(demand).status == .enforced)
      let group = group("a game/1")
      #expect(try group.isFrozen())
      #expect(try group.processes() == [pid])
      #expect(!isAdvancing(count))
      #expect(freezer.verify(demand).status == .enforced)

      _ = try home.run("/bin/kill", "-CONT", "\(pid)")
      #expect(try home.run("/bin/sh", "-c", "echo 0 > \(group.path)/cgroup.freeze") != .exited(0))
      #expect(
        try home.run("/bin/sh", "-c", "echo \(pid) > \(home.root.path)/cgroup.procs") != .exited(0))
      #expect(try group.isFrozen())
      #expect(!isAdvancing(count))

      #expect(freezer.apply(demand).status == .enforced)
      #expect(freezer.apply(demand.lifted).status == .enforced)
      #expect(isAdvancing(count))
      #expect(try group.processes() == [pid])

      #expect(freezer.apply(demand).status == .enforced)
      #expect(!isAdvancing(count))
      var later = backend
      #expect(later.clear(EnforcementDemand(managedUser: nil)).status == .enforced)
      #expect(isAdvancing(count))
    }

    @Test func `leaves root and other programs alone, and catches what starts later`() throws {
      let file = try home.program("game")
      let other = try home.program("other")
      let roots = try home.start(file.path, "60", asRoot: true)
      try home.start(other.path, "60")
      let otherPid = try home.process(running: other)
      let demand = home.demand(
        refusing: [application("game", [file])], allowing: [application("other", [other])])
      var freezer = backend
      #expect(freezer.apply(demand).status == .enforced)
      #expect(!group("game").exists)

      try home.start(file.path, "60")
      let pid = try home.process(running: file)
      guard case .failed = freezer.verify(demand).status else {
        Issue.record("a running process was not noticed")
        return
      }
      #expect(freezer.apply(demand).status == .enforced)
      #expect(try group("game").processes() == [pid])
      for untouched in [roots.pid, otherPid] {
        #expect(ProcessTable.controlGroup(of: untouched)?.contains(home.slice) == false)
      }
    }

    @Test
    func `takes up groups of an earlier life: thaws what may run, lets out what does not belong`()
      throws
    {
      let game = try home.program("game")
      let editor = try home.program("editor")
      try home.start(game.path, "60")
      try home.start(editor.path, "60")
      let pids = (game: try home.process(running: game), editor: try home.process(running: editor))
      for (name, pid) in [("game", pids.editor), ("editor", pids.game)] {
        try group(name).create()
        try group(name).freeze()
        #expect(try group(name).move(pid))
      }
      let demand = home.demand(
        refusing: [application("game", [game])], allowing: [application("editor", [editor])])
      var freezer = backend
      #expect(freezer.apply(demand).status == .enforced)
      #expect(try group("game").processes() == [pids.game])
      #expect(try group("game").isFrozen())
      #expect(ProcessTable.controlGroup(of: pids.editor)?.hasSuffix("/released") == true)
      #expect(!group("editor").exists)
    }
  }
}
