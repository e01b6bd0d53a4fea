import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing

extension Processes {
  @Suite(
    .enabled(
      if: PrivateSystem.obstacle == nil, "takes root, systemd, logind, dbus-daemon, unshare"))
  struct `The gate that systemd keeps` {
    @Test(.timeLimit(.minutes(2)))
    func `holds what is started after a kill, and the next monitor refuses it`() throws {
      let home = try LockedHome()
      defer { home.remove() }
      let system = home.system
      // Of somebody else, so that no ACL entry is added and the gate alone refuses.
      let game = try home.install("game", owner: home.parent)
      _ = try home.setClock(showing: 12, in: 0)
      try home.setPolicy(TestPolicy(windows: [], blocked: ["org.example.game"]))
      try system.succeed("/usr/local/bin/pavise", "authorize", "child")
      try home.eventually("the game is refused") {
        try home.inForce()?.backends.contains { report in
          report.items.contains { $0.status.reason?.contains("monitor's gate") == true }
        } == true
      }
      #expect(try !system.succeed("ls", "-l", game).hasPrefix("-rwxr-xr-x+"), "no ACL entry")
      let asKid =
        "setpriv --reuid=\(home.kid.uid) --regid=\(home.kid.gid) --clear-groups sh -c 'exec \(game) 0'"
      #expect(try system.run("sh", "-c", asKid).status == .exited(126))
      #expect(try system.run(game, "0").succeeded, "root may")

      var waits: [Double] = []
      for round in 0..<12 {
        let monitor = try home.monitor()
        let began = Clock.monotonic()
        let outcome = try system.run("sh", "-c", "kill -KILL \(monitor); exec \(asKid)")
        waits.append(Clock.monotonic() - began)
        #expect(outcome.status == .exited(126), "round \(round): \(outcome)")
        try home.eventually("a new monitor is ready") {
          try ![0, monitor].contains(home.monitor())
            && system.run("systemctl", "is-active", "pavise-monitor").succeeded
        }
      }
      #expect(waits.allSatisfy { $0 > 0.1 }, "the restart alone takes as long: \(waits)")
      print(
        "after kill -9 a start was held and refused, 12 of 12, median",
        "\(Int(median(waits) * 1000)) ms, longest \(Int((waits.max() ?? 0) * 1000)) ms")
    }
  }
}
