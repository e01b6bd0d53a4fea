import DeviceActivity
import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing

extension Processes {
  @Suite(
    .enabled(
      if: PrivateSystem.obstacle == nil, "takes root, systemd, logind, dbus-daemon, unshare"))
  struct `Downtime on a real login` {
    private static let downtime = TestPolicy(windows: [("21:00", "07:00")], alwaysAllowed: [])

    @Test(.timeLimit(.minutes(2)))
    func `freezes the session and refuses new ones, through kills, until it ends`() throws {
      let home = try LockedHome()
      defer { home.remove() }
      let system = home.system
      _ = try home.setClock(showing: 12, in: 0)
      try home.setPolicy(Self.downtime)
      try system.succeed("/usr/local/bin/pavise", "authorize", "child")
      _ = try system.logIn(
        home.kid, "bash", "-c", "while :; do date +%s%N > ~/tick; sleep 0.02; done")
      let tick = system.path("/home/kid/tick")
      /// Whether the child's program does anything within that time.
      func ticks(within milliseconds: Int) throws -> Bool {
        let before = try Descriptor.open(tick, O_RDONLY).readAll()
        for _ in 0..<(milliseconds / 10) {
          usleep(10_000)
          if try Descriptor.open(tick, O_RDONLY).readAll() != before { return true }
        }
        return false
      }
      try home.eventually("the child is logged in and the policy followed") {
        try access(tick, F_OK) == 0 && home.session.isPopulated()
          && home.inForce()?.edges.contains { $0.activity.rawValue.contains("locked") } == true
      }
      #expect(try ticks(within: 5000))
      #expect(try home.canLogIn(home.kid))
      #expect(try home.report()?.status == .enforced, "the lock is possible here")

      // It begins.
      let edge = try home.setClock(showing: 21, in: 2)
      #expect(try home.session.wait(frozen: true, milliseconds: 5000))
      let lateness = Clock.now().timeIntervalSince(edge)
      print("edge to frozen session: \(Int(lateness * 1000)) ms")
      #expect(lateness >= 0 && lateness < 1)
      #expect(try !ticks(within: 150))
      try home.eventually("the report says so") { try home.inForce()?.lock != nil }
      #expect(try home.report()?.status == .enforced)
      #expect(
        try system.succeed("/usr/local/bin/pavise", "status").contains("locked until"))

      // What the child tries.
      let slice = "/sys/fs/cgroup/user.slice/user-\(home.kid.uid).slice"
      let victim = try #require(try system.processes(below: home.session).last)
      for attempt in [
        "echo 0 > \(slice)/cgroup.freeze", "systemctl thaw user-\(home.kid.uid).slice",
        "for p in $(cat \(slice)/*.scope/cgroup.procs); do"
          + " echo $p > /sys/fs/cgroup/$(cut -d: -f3 /proc/self/cgroup)/cgroup.procs || exit 1; done",
        "kill -CONT -1; false",
        "echo > /var/lib/pavise-monitor/locked-user",
        "rm -f /var/lib/pavise-monitor/locked-user",
        "mv /var/lib/pavise-monitor /var/lib/other",
      ] {
        #expect(try !home.asKid(attempt).succeeded, "\(attempt)")
        #expect(try home.isFrozen(), "\(attempt)")
      }
      #expect(isFrozen(victim))
      #expect(try !ticks(within: 150))
      #expect(try !home.canLogIn(home.kid))
      #expect(try !system.run("su", "--login", "kid", "-c", "true").succeeded)
      #expect(try home.canLogIn(home.parent))
      #expect(try system.run("su", "--login", "parent", "-c", "true").succeeded)
      #expect(try system.run("su", "--login", "root", "-c", "true").succeeded)

      // A session that begins all the same is born frozen.
      try system.succeed("mv", "/var/lib/pavise-monitor/locked-user", "/root/")
      _ = try system.logIn(home.kid, "touch", "/home/kid/ran")
      usleep(300_000)
      #expect(access(system.path("/home/kid/ran"), F_OK) != 0)
      try system.succeed("mv", "/root/locked-user", "/var/lib/pavise-monitor/")

      // The monitor dies, and comes back.
      let before = try home.monitor()
      try system.succeed("kill", "-KILL", "\(before)")
      #expect(try home.isFrozen())
      #expect(try !home.canLogIn(home.kid))
      try home.eventually("the monitor is back") {
        try ![0, before].contains(home.monitor())
          && system.run("systemctl", "is-active", "pavise-monitor").succeeded
      }
      #expect(try home.isFrozen())
      #expect(try !home.canLogIn(home.kid))

      // It ends.
      let end = try home.setClock(showing: 7, in: 2)
      try home.eventually("the session goes on") { try !home.isFrozen() }
      print("end to thawed session: \(Int(Clock.now().timeIntervalSince(end) * 1000)) ms")
      #expect(try ticks(within: 5000))
      try home.eventually("the child can log in") { try home.canLogIn(home.kid) }
      #expect(try home.inForce()?.lock == nil)
    }

    @Test(.timeLimit(.minutes(2)))
    func `ends with the managed user, the grant, a guardian's word and Pavise itself`() throws {
      let home = try LockedHome()
      defer { home.remove() }
      let system = home.system
      _ = try system.logIn(home.kid, "sleep", "1000")
      try lockAtOnce(home)
      func expectLifted(_ what: String) throws {
        try home.eventually("the session goes on: \(what)") { try !home.isFrozen() }
        try home.eventually("the child can log in: \(what)") { try home.canLogIn(home.kid) }
      }
      func expectLocked(_ what: String) throws {
        try home.eventually("the session is frozen: \(what)") { try home.isFrozen() }
        try home.eventually("no login: \(what)") { try !home.canLogIn(home.kid) }
      }

      try system.succeed("/usr/local/bin/pavise", "config", "set", "managedUser", "parent")
      try expectLifted("the managed user is another")
      try home.eventually("the other is locked out") { try !home.canLogIn(home.parent) }
      try system.succeed("/usr/local/bin/pavise", "config", "set", "managedUser", "kid")
      try expectLocked("the child is managed again")
      #expect(try home.canLogIn(home.parent))

      try system.succeed("/usr/local/bin/pavise", "revoke")
      try expectLifted("revoked")
      try system.succeed("/usr/local/bin/pavise", "authorize", "child")
      try expectLocked("authorized again")

      // A configuration that cannot be read is not the word of anybody.
      let config = system.path("/var/lib/pavise/config.json")
      let before = try Descriptor.open(config, O_RDONLY).readAll()
      try system.write("{", to: "/var/lib/pavise/config.json")
      try system.succeed("systemctl", "restart", "pavise-monitor")
      #expect(try home.isFrozen())
      try system.write(
        String(decoding: before, as: UTF8.self), to: "/var/lib/pavise/config.json")

      try system.succeed("systemctl", "stop", "pavise-sync", "pavise-monitor")
      #expect(try home.isFrozen(), "a stopped monitor keeps what is in force")
      try system.succeed("/usr/local/bin/pavise", "clear")
      try expectLifted("cleared without a monitor")

      var policy = Self.downtime
      policy.version = 2
      try home.setPolicy(policy)
      try system.succeed("systemctl", "start", "pavise-monitor", "pavise-sync")
      try expectLocked("a new policy")
      try system.succeed("\(PrivateSystem.sources)/launch/uninstall", "--purge")
      #expect(try !home.isFrozen())
      #expect(try home.canLogIn(home.kid))
      let left = try system.run(
        "grep", "-rE", "pavise-(sync|monitor|guardians)", "/etc/pam.d", "/etc/passwd", "/etc/group"
      ).outputText
      #expect(left == "")
      #expect(access(system.path("/var/lib/pavise-monitor"), F_OK) != 0)
    }

    @Test(.timeLimit(.minutes(2)))
    func `leaves the session open where something that is always allowed needs it`() throws {
      let home = try LockedHome()
      defer { home.remove() }
      let system = home.system
      let game = try home.install("game")
      let reader = try home.install("reader")
      _ = try system.logIn(home.kid, "sh", "-c", "\(game) 1000 & \(reader) 1000")
      try home.eventually("both run") {
        try home.system.run("pgrep", "--exact", "game|reader").outputText.split(separator: "\n")
          .count == 2
      }
      try lockAtOnce(home, TestPolicy(windows: [("21:00", "07:00")]))
      let report = try #require(try home.report())
      #expect(report.status.reason?.contains("the session stays open") == true)
      #expect(try !home.isFrozen())
      #expect(try home.canLogIn(home.kid))
      #expect(try !home.asKid("exec \(game) 0").succeeded)
      #expect(try home.asKid("exec \(reader) 0").succeeded)
      let slice = system.group["pavise.slice"]
      #expect(try slice.children().contains { try $0.name.contains("game") && $0.isFrozen() })
    }

    @Test(.timeLimit(.minutes(2)))
    func `freezes a login that PAM has let in, at once`() throws {
      let home = try LockedHome()
      defer { home.remove() }
      let system = home.system
      try system.succeed("pam-auth-update", "--package", "--remove", "pavise")
      // Where no gate of allowlist mode sees the login's programs.
      try home.directory.update(.configuration) { old in
        var configuration = old ?? Configuration()
        configuration.programMounts = ["/dev/shm"]
        return configuration
      }
      try lockAtOnce(home)
      let report = try #require(try home.report())
      #expect(report.status.reason?.contains("pam-auth-update") == true)
      for _ in 0..<3 {
        _ = try system.logIn(home.kid, "sh", "-c", "while :; do (true); done")
        try home.eventually("the login is frozen") { try home.isFrozen() }
        try home.eventually("the login is gone") {
          guard home.session.exists else { return true }
          // What was only about to come into the group is there by the next time.
          try? Descriptor.open(home.session.path + "/cgroup.kill", O_WRONLY).write("1".utf8)
          // Else logind would keep the slice, frozen, for ten seconds.
          _ = try system.run("systemctl", "stop", "--no-block", home.session.name)
          return false
        }
      }
      // Nobody else's is.
      #expect(try home.canLogIn(home.parent))
    }

    @Test(.timeLimit(.minutes(5)))
    func `keeps no machine from shutting down`() throws {
      let home = try LockedHome()
      defer { home.remove() }
      // As the programs of a desktop do, it has something to do before it ends.
      _ = try home.system.logIn(
        home.kid, "bash", "-c",
        "trap 'sync; exit' TERM HUP; touch ~/ready; while :; do sleep 0.1; done")
      try home.eventually("the session is ready for its end") {
        access(home.system.path("/home/kid/ready"), F_OK) == 0
      }
      try lockAtOnce(home)
      try home.eventually("the session is frozen") { try home.isFrozen() }
      let began = Clock.monotonic()
      _ = try home.system.run("systemctl", "poweroff")
      #expect(try home.system.waitForEnd(seconds: 200))
      let seconds = Clock.monotonic() - began
      print("a locked machine shuts down in \(Int(seconds * 1000)) ms")
      #expect(seconds < 10)
    }

    @Test(.timeLimit(.minutes(10)))
    func `comes and goes within a moment of its edges, whatever the session does`() throws {
      let home = try LockedHome()
      defer { home.remove() }
      let hours = (0..<12).map {
        (start: "\($0 < 5 ? "0" : "")\($0 * 2):00", end: "\($0 < 5 ? "0" : "")\($0 * 2 + 1):00")
      }
      let policy = TestPolicy(windows: hours, alwaysAllowed: [])
      _ = try home.setClock(showing: 1, in: 0)
      try home.setPolicy(policy)
      try home.system.succeed("/usr/local/bin/pavise", "authorize", "child")
      _ = try home.system.logIn(
        home.kid, "bash", "-c",
        "for i in 1 2 3 4; do (while :; do :; done) & done; while :; do (true); done")
      try home.eventually("the policy is followed") {
        try home.session.exists && home.inForce()?.policy != nil
      }
      var begins: [Double] = []
      var ends: [Double] = []
      // A zone is at most a day east of Greenwich.
      for round in 1...min(Campaign.rounds(2), 11) {
        let edge = try home.setClock(showing: round * 2 % 24, in: 2)
        try home.eventually("frozen") { try home.session.isFrozen() }
        begins.append(Clock.now().timeIntervalSince(edge))
        let end = try home.setClock(showing: (round * 2 + 1) % 24, in: 2)
        try home.eventually("goes on") { try !home.session.isToBeFrozen() }
        ends.append(Clock.now().timeIntervalSince(end))
      }
      func words(_ values: [Double]) -> String {
        "median \(Int(median(values) * 1000)) ms, longest \(Int((values.max() ?? 0) * 1000)) ms"
      }
      print("edge to frozen: \(words(begins)); to thawed: \(words(ends)); \(begins.count) of each")
      #expect((begins + ends).allSatisfy { $0 >= 0 && $0 < 1 })
    }

    private func lockAtOnce(_ home: LockedHome, _ policy: TestPolicy = downtime) throws {
      _ = try home.setClock(showing: 22, in: 0)
      try home.setPolicy(policy)
      try home.system.succeed("/usr/local/bin/pavise", "authorize", "child")
      try home.eventually("the device is locked") { try home.inForce()?.lock != nil }
    }
  }
}
