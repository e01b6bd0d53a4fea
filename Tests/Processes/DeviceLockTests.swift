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
      func ticks() throws -> Bool {
        let before = try Descriptor.open(tick, O_RDONLY).readAll()
        usleep(100_000)
        return try Descriptor.open(tick, O_RDONLY).readAll() != before
      }
      try home.eventually("the child is logged in and the policy followed") {
        try access(tick, F_OK) == 0 && home.session.isPopulated()
          && home.inForce()?.edges.contains { $0.activity.rawValue.contains("locked") } == true
      }
      #expect(try ticks())
      #expect(try home.canLogIn(home.kid))
      #expect(try home.report()?.status == .enforced, "the lock is possible here")

      // It begins.
      let edge = try home.setClock(showing: 21, in: 2)
      #expect(try home.session.wait(frozen: true, milliseconds: 5000))
      let lateness = Clock.now().timeIntervalSince(edge)
      print("edge to frozen session: \(Int(lateness * 1000)) ms")
      #expect(lateness >= 0 && lateness < 1)
      #expect(try !ticks())
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
      #expect(try !ticks())
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
      #expect(try ticks())
      try home.eventually("the child can log in") { try home.canLogIn(home.kid) }
      #expect(try home.inForce()?.lock == nil)
    }
  }
}
