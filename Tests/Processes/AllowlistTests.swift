import Glibc
import SharedDirectory
import System
import Testing

extension Processes {
  @Suite(
    .enabled(
      if: PrivateSystem.obstacle == nil, "takes root, systemd, logind, dbus-daemon, unshare"))
  struct `Allowlist mode on a whole system` {
    @Test(.timeLimit(.minutes(2)))
    func `is kept before / too, and nobody waits when the monitor is killed`() throws {
      let home = try LockedHome()
      defer { home.remove() }
      let system = home.system
      let own = "/home/\(home.kid.name)/own"
      try system.succeed("install", "-m", "755", "-o", home.kid.name, "/bin/true", own)
      func canRun(_ path: String) throws -> Bool {
        try system.run("runuser", "-u", home.kid.name, "--", path).succeeded
      }
      #expect(try canRun(own))
      _ = try home.setClock(showing: 12, in: 0)
      try home.setPolicy(TestPolicy(windows: [], isAllowlist: true))
      try system.succeed("/usr/local/bin/pavise", "authorize", "child")
      try home.eventually("it is in force") { try !canRun(own) }
      #expect(try canRun("/bin/true"))
      #expect(try system.run(own).succeeded, "root runs what it likes")

      for _ in 0..<3 {
        let before = try system.succeed(
          "systemctl", "show", "--value", "--property=MainPID", "pavise-monitor")
        try system.succeed(
          "systemctl", "kill", "--kill-who=main", "--signal=KILL", "pavise-monitor")
        let began = Clock.monotonic()
        #expect(try !canRun(own))
        #expect(try canRun("/bin/true"))
        #expect(Clock.monotonic() - began < 2, "nobody waits for the monitor")
        try home.eventually("the monitor is back") {
          try system.succeed(
            "systemctl", "show", "--value", "--property=MainPID", "--property=ActiveState",
            "pavise-monitor"
          ).contains("active\n")
            && system.succeed(
              "systemctl", "show", "--value", "--property=MainPID", "pavise-monitor") != before
        }
        #expect(try !canRun(own))
      }
      try system.succeed("/usr/local/bin/pavise", "clear")
      try home.eventually("it is lifted") { try canRun(own) }
    }
  }
}
