import FoundationEssentials
import Glibc
import System
import Testing

extension Processes {
  @Suite struct `Ways round what is in force` {
    @Test(.timeLimit(.minutes(2)), arguments: BypassScene.Mode.allCases)
    func `succeed and fail as the README says, whether the monitor lives or not`(
      _ mode: BypassScene.Mode
    ) throws {
      let scene = try BypassScene(mode)
      defer { scene.remove() }
      try scene.prepare()
      let games = try Bypass.RunningGames(of: scene)
      let rows = Bypass.table + Bypass.running(games)
      for phase in Bypass.Phase.allCases {
        switch phase {
        case .open: break
        case .shielded: try scene.shield()
        case .dead: try scene.killMonitor()
        case .restarted: try scene.restartMonitor()
        }
        for row in rows where row.isPossible() {
          let seen = try row.act(scene, phase)
          #expect(
            seen == row.expected(mode, phase),
            "\(row.attempt), \(mode), \(phase): \(seen.rawValue)")
        }
      }
      // What a guardian can add: nothing of his runs from a file system that says so.
      try Household.succeed(["mount", "-o", "remount,noexec", scene.home])
      for row in rows
      where row.isPossible() && row.stops.contains("noexec`") && row.stops.contains("mount") {
        #expect(try row.act(scene, .restarted) == .refused, "\(row.attempt) on a noexec mount")
      }
    }

    @Test(.timeLimit(.minutes(1)))
    func `are told of, and a gate that somebody ends is there again at once`() throws {
      let scene = try BypassScene(.allowlist)
      defer { scene.remove() }
      try scene.prepare()
      let games = try Bypass.RunningGames(of: scene)
      try scene.shield()
      // What was running; then what the gate refuses. The ACL of the game itself answers before any gate is asked.
      try scene.household.eventually("it is told what was stopped") {
        try scene.notices().contains("game: Only what is allowed can be opened.")
      }
      #expect(isFrozen(games.plain))
      #expect(try scene.play("\(scene.copy) -c 'echo \(BypassScene.mark)'") == .refused)
      try scene.household.eventually("it is told what was refused") {
        try scene.notices().contains(
          "Only installed programs can be started: Only what is allowed can be opened.")
      }

      let gate = try #require(try scene.gates().first)
      #expect(kill(gate, SIGKILL) == 0)
      try scene.household.eventually("there is another gate") {
        try scene.gates().first.map { $0 != gate } ?? false
          && scene.play("\(scene.copy) -c 'echo \(BypassScene.mark)'") == .refused
      }
    }

    @Test func `stand in the README as they are tried here`() throws {
      let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      let text = try Descriptor.open("/\(root)/README.md", O_RDONLY).readAll()
      let lines = String(decoding: text, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      let header = try #require(
        lines.firstIndex(of: "| attempt | blocked app | allowlist mode | what stops it |"))
      let rows = lines[(header + 2)...].prefix { $0.hasPrefix("|") }.map(String.init)
      let table = Bypass.table + Bypass.running(Bypass.RunningGames())
      #expect(rows == table.map(\.row))
    }
  }
}
