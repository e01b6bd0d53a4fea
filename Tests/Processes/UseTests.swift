import ActivityEngine
import DeviceActivity
import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing
import TimeZoneRules
import UseAccounting

extension Processes {
  @Suite struct `Use on the real machine` {
    /// One application with a limit of a minute.
    private static let policy = """
      {"version":1,"policy_id":"0b9d0b68-54a3-4c1c-8f55-0f5bb1d6a001","status":"active",
       "screen_time":{"daily_limit_minutes":600,
        "per_app_limits":[{"bundle_id":"org.example.game","daily_minutes":1}]}}
      """

    private func seconds(_ household: Household, of application: String) throws -> Double {
      let days = try FileStorage(root: household.shared).list("usage")
        .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
      return try days.reduce(0) { sum, day in
        let usage = try household.directory.read(SharedFile<UsageDay, MonitorRole>.usage(day))
        return sum + (usage?.byApplication[application] ?? 0)
      }
    }

    private func limit(_ household: Household) throws -> RunningActivity.Event? {
      try household.inForce()?.running.flatMap(\.events)
        .first { $0.name.rawValue == "limit.app.org.example.game" }
    }

    /// The household with both daemons running, which `body` may use.
    ///
    /// - Parameters:
    ///   - program: What game and paint are copies of.
    ///   - played: Seconds that the game was used today before the monitor starts.
    private func withHousehold(
      copying program: String = "/usr/bin/xev", played: Double = 0,
      _ body: (Household, _ game: String, _ paint: String) throws -> Void
    ) throws {
      let household = try Household()
      defer { household.remove() }
      let game = try household.install("game", copying: program)
      let paint = try household.install("paint", copying: program)
      let now = Clock.now()
      let zone = posixZone(secondsEast: secondsEast(showing: 12 * 3600, at: now))
      try household.configure(zone: zone)
      if played > 0 {
        let name = UsageDay.name(of: now, in: try TimeZoneRules(posix: zone))
        var day = UsageDay(date: name)
        day.add(
          UseRecord(
            applications: ["org.example.game"], start: now.addingTimeInterval(-600),
            seconds: played, end: played))
        try SharedDirectory(storage: FileStorage(root: household.shared), as: MonitorRole.self)
          .write(.usage(name), day)
      }
      try household.setPolicy(Self.policy)
      #expect(try household.pavise("authorize", "child").succeeded)
      let monitor = try household.startMonitor()
      let sync = try household.startSync()
      defer {
        monitor.kill()
        sync.kill()
      }
      try household.eventually("the limit is followed") { try limit(household) != nil }
      try body(household, game, paint)
    }

    /// What a child can do to a process of his own that does not run: wake it, thaw its group, and move it out of that.
    private func tryToGoOn(_ process: Int32, in household: Household) throws {
      let script = """
        kill -CONT \(process)
        for group in $(cut -d: -f3 /proc/\(process)/cgroup); do
          for root in /sys/fs/cgroup /sys/fs/cgroup/unified; do
            echo 0 > $root$group/cgroup.freeze
            echo \(process) > $root/cgroup.procs
          done
        done
        """
      #expect(!(try household.runAsChild("sh", "-c", script).errorsText.isEmpty), "refused")
      usleep(100_000)
      #expect(isFrozen(process))
    }

    @Test(
      .enabled(if: Desktop.obstacle == nil, "needs a desktop to be looked at"),
      .timeLimit(.minutes(4)))
    func `is the window in front, to within a second, and its limit shields until there is more`()
      throws
    {
      // A whole minute takes a minute; by default half of it has gone by before.
      let isThorough = Campaign.rounds(10) > 10
      try withHousehold(played: isThorough ? 0 : 30) { household, game, paint in
        let desktop = try Desktop(of: household)
        let playing = try desktop.start(game, "-name", "game")
        let painting = try desktop.start(paint, "-name", "paint")
        defer {
          playing.kill()
          painting.kill()
        }
        try desktop.activate("paint")
        try desktop.activate("game")
        try household.eventually("the window in front is known") {
          let use = try household.inForce()?.use
          return use?.source == "x11" && use?.accuracy == .enforced
        }
        try household.eventually("the game counts") { try limit(household)?.isCounting ?? false }

        // A stretch of the game between two of the other one.
        try desktop.activate("paint")
        try household.eventually("the game no longer counts") {
          try limit(household)?.isCounting == false
        }
        let before = try limit(household)?.used ?? 0
        let began = Clock.monotonic()
        try desktop.activate("game")
        let length = isThorough ? 40 : 10
        sleep(UInt32(length))
        let took = Clock.monotonic() - began
        try desktop.activate("paint")
        try household.eventually("the game no longer counts") {
          try limit(household)?.isCounting == false
        }
        let used = (try limit(household)?.used ?? 0) - before
        print("the game was in front for \(took) s and counted \(used) s")
        #expect(abs(used - took) < 1)
        #expect(abs(try seconds(household, of: "org.example.game") - before - used) < 1.5)

        // Its limit.
        let left = 60 - (try limit(household)?.used ?? 0)
        try desktop.activate("game")
        let resumed = Clock.monotonic()
        try household.eventually(within: left + 10, "the game is frozen") { isFrozen(playing.pid) }
        let late = Clock.monotonic() - resumed - left
        print("frozen \(late) s after its limit")
        #expect(abs(late) < 1)
        #expect(!isFrozen(painting.pid))
        #expect(!(try household.runAsChild(game, "-version").succeeded))
        try tryToGoOn(playing.pid, in: household)
        try household.eventually("the person is told") {
          try household.pavise("log", "-n", "all").outputText
            .contains("The time for org.example.game is used up")
        }
        try household.eventually("what is frozen no longer counts") {
          try limit(household)?.isCounting == false
        }
        let reached = try limit(household)?.used ?? 0
        #expect(abs(reached - 60) < 1)
        usleep(1_500_000)
        // What makes the monitor look again, and save what it has counted.
        #expect(try household.pavise("config", "set", "whenNoPolicy", "keep").succeeded)
        usleep(500_000)
        #expect(abs((try limit(household)?.used ?? 0) - reached) < 0.5, "a shield is not use")

        // More.
        #expect(try household.pavise("extend", "org.example.game", "1").succeeded)
        try household.eventually("the game goes on") { !isFrozen(playing.pid) }
        try household.eventually("it counts again") { try limit(household)?.isCounting ?? false }
        let usage = try household.pavise("usage")
        #expect(usage.outputText.contains("game"))
        #expect(usage.outputText.contains("Measured by the window in front (x11)."))
        try household.eventually("the grant stands in the journal") {
          try household.pavise("log", "-n", "all").outputText
            .contains("1 minute more for org.example.game")
        }
      }
    }

    @Test(
      .enabled(if: SwayDesktop.obstacle == nil, "needs a sway to be looked at"),
      .timeLimit(.minutes(1)))
    func `is the window in front of a sway, to within a second, and what runs when that is gone`()
      throws
    {
      try withHousehold(copying: "/usr/bin/foot") { household, game, paint in
        let desktop = try SwayDesktop(of: household)
        defer { desktop.remove() }
        let playing = try desktop.start(game, named: "game")
        let painting = try desktop.start(paint, named: "paint")
        defer {
          playing.kill()
          painting.kill()
        }
        try household.eventually("the window in front is known, and is the other one") {
          let use = try household.inForce()?.use
          let isCounting = try limit(household)?.isCounting
          return use?.source == "sway" && use?.accuracy == .enforced && isCounting == false
        }
        let before = try limit(household)?.used ?? 0
        sleep(2)
        let began = Clock.monotonic()
        try desktop.activate("game")
        sleep(5)
        let took = Clock.monotonic() - began
        try desktop.activate("paint")
        try household.eventually("the game no longer counts") {
          try limit(household)?.isCounting == false
        }
        let used = (try limit(household)?.used ?? 0) - before
        print("the game was in front of sway for \(took) s and counted \(used) s")
        #expect(abs(used - took) < 1)
        // Else it would end with its display.
        kill(playing.pid, SIGSTOP)
        desktop.end()
        try household.eventually("what runs counts again") {
          let use = try household.inForce()?.use
          return try use?.source == "processes" && limit(household)?.isCounting == true
        }
      }
    }

    @Test(.timeLimit(.minutes(2)))
    func `is what runs, where no window can be seen, and survives a killed monitor`() throws {
      let household = try Household()
      defer { household.remove() }
      let game = try household.install("game")
      try household.configure(
        zone: posixZone(secondsEast: secondsEast(showing: 12 * 3600, at: Clock.now())))
      try household.setPolicy(Self.policy)
      #expect(try household.pavise("authorize", "child").succeeded)
      var monitor = try household.startMonitor()
      let sync = try household.startSync()
      defer { sync.kill() }
      try household.eventually("the limit is followed") { try limit(household) != nil }
      let measured = try household.inForce()?.use
      #expect(measured?.source == "processes")
      #expect(measured?.accuracy.reason?.contains("while they run") ?? false)

      let began = Clock.monotonic()
      let playing = try household.startAsChild(game, "1000")
      try household.eventually("the game counts") { try limit(household)?.isCounting ?? false }
      sleep(5)
      playing.kill()
      try household.eventually("the game no longer counts") {
        try limit(household)?.isCounting == false
      }
      let took = Clock.monotonic() - began
      let used = try limit(household)?.used ?? 0
      #expect(abs(used - took) < 1)

      monitor.kill()
      _ = try monitor.wait(timeout: 5)
      monitor = try household.startMonitor()
      defer { monitor.kill() }
      let again = try household.startAsChild(game, "1000")
      defer { again.kill() }
      try household.eventually("it goes on from where it was") {
        try limit(household)?.used ?? 0 >= used && limit(household)?.isCounting ?? false
      }
      #expect((try limit(household)?.used ?? 0) < used + 3)
      #expect(abs(try seconds(household, of: "org.example.game") - used) < 3)
    }
  }
}
