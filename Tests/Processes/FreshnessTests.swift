import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing

extension Processes {
  @Suite struct `Applications that change during downtime` {
    /// A household at half past nine in the evening, half an hour into downtime.
    private func prepareDowntime(_ household: Household, blocked: [String] = []) throws {
      try household.configure(
        zone: posixZone(secondsEast: secondsEast(showing: 21 * 3600 + 1800, at: Clock.now())))
      try household.setPolicy(
        TestPolicy(
          windows: [("21:00", "07:00")],
          blocked: blocked
        ).text)
      #expect(try household.pavise("authorize", "child").succeeded)
    }

    private func isRefused(_ household: Household, _ program: String) throws -> Bool {
      try !household.runAsChild(program, "0").succeeded
    }

    @Test(.timeLimit(.minutes(1)))
    func `are refused again when they are upgraded, and refused and frozen when they are new`()
      throws
    {
      let household = try Household()
      defer { household.remove() }
      let game = try household.install("game")
      let reader = try household.install("reader")
      try prepareDowntime(household)
      let monitor = try household.startMonitor()
      let sync = try household.startSync()
      defer {
        monitor.kill()
        sync.kill()
      }
      try household.eventually(within: 20, "downtime is in force") {
        try household.inForce()?.backends.contains { report in
          report.items.contains { $0.subject == "org.example.game" && $0.status == .enforced }
        } ?? false
      }
      #expect(try isRefused(household, game))

      // As dpkg does: unpacked beside it, then renamed over it.
      var took: [Double] = []
      for _ in 0..<3 {
        let unpacked = game + ".dpkg-new"
        try Household.succeed(["install", "-m", "755", "/bin/sleep", unpacked])
        #expect(rename(unpacked, game) == 0)
        let replaced = Clock.monotonic()
        try household.eventually(within: 5, "the upgraded game is refused") {
          try isRefused(household, game)
        }
        took.append(Clock.monotonic() - replaced)
      }
      print("refused again after an upgrade in ms:", took.map { Int($0 * 1000) })
      #expect(median(took) < 0.25)
      #expect(try ChildProcess.run([game, "0"]).succeeded, "root may run it all the time")
      #expect(try !isRefused(household, reader))

      // A new one runs until its desktop file is there.
      let new = "\(household.root)/bin/new"
      try Household.succeed(["install", "-m", "755", "/bin/sleep", new])
      let running = try household.startAsChild(new, "1000")
      try household.eventually("it runs") {
        household.status(of: running.pid)["Uid"]?.hasPrefix("\(household.user.uid)") ?? false
      }
      // Its program is upgraded while it runs: it is still that application.
      try Household.succeed(["install", "-m", "755", "/bin/sleep", new + ".dpkg-new"])
      #expect(rename(new + ".dpkg-new", new) == 0)
      _ = try household.install("new", replacing: false)
      let installed = Clock.monotonic()
      try household.eventually(within: 8, "the new application is refused and frozen") {
        try isRefused(household, new) && isFrozen(running.pid)
      }
      let seconds = Clock.monotonic() - installed
      print("refused and frozen after it was installed in ms:", Int(seconds * 1000))
      #expect(seconds < 5)
      #expect(try !isRefused(household, reader))
    }

    @Test(.timeLimit(.minutes(1)))
    func `follow the guardian's table at once, and its last good state while it is broken`() throws
    {
      let household = try Household()
      defer { household.remove() }
      let reader = try household.install("reader")
      try prepareDowntime(household, blocked: ["com.example.novels"])
      let monitor = try household.startMonitor()
      let sync = try household.startSync()
      defer {
        monitor.kill()
        sync.kill()
      }
      func write(_ table: String) throws {
        try FileStorage(root: household.shared).replace(
          DirectoryLayout.applicationTable, mode: 0o644
        ) { Data(table.utf8) }
      }
      func isUnknown() throws -> Bool {
        try household.inForce()?.backends.contains { report in
          report.items.contains {
            $0.subject == "com.example.novels"
              && $0.status == .unsupported("nothing on this machine is known under this identifier")
          }
        } ?? false
      }
      try household.eventually(within: 20, "the policy is in force") { try isUnknown() }
      #expect(try !isRefused(household, reader))

      try write(#"{"counterparts": {"com.example.novels": {"desktop": ["org.example.reader"]}}}"#)
      try household.eventually(within: 5, "the identifier means the reader") {
        try isRefused(household, reader)
      }
      try household.eventually(within: 5, "it is known") { try !isUnknown() }

      try write(#"{"counterparts": {"com.example.novels": {"desktop": "org.example.reader"}}}"#)
      let fault = "counterparts / com.example.novels / desktop: a list belongs here"
      try household.eventually(within: 5, "the status names the field") {
        try household.pavise("status", "--json").outputText.contains(fault)
      }
      #expect(try isRefused(household, reader), "the last good table stays in force")
      #expect(try !household.pavise("status", "--check").succeeded)

      try write("{}")
      try household.eventually(within: 5, "the reader may run again") {
        try !isRefused(household, reader)
      }
      try household.eventually(within: 5, "nothing is wrong any more") {
        try !household.pavise("status", "--json").outputText.contains("applications.table")
      }
    }
  }
}
