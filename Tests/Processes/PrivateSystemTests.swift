import Glibc
import System
import Testing

extension Processes {
  @Suite(
    .enabled(
      if: PrivateSystem.obstacle == nil, "takes root, systemd, logind, dbus-daemon, unshare"))
  struct `A private system` {
    @Test(.timeLimit(.minutes(2)))
    func `has logins of its own, side by side with another, and leaves nothing behind`() throws {
      let began = Clock.monotonic()
      let system = try PrivateSystem()
      print("a private system boots in \(Int((Clock.monotonic() - began) * 1000)) ms")
      let other = try PrivateSystem()
      let kid = try system.addUser("kid")
      #expect(try !other.run("id", "kid").succeeded)
      _ = try system.logIn(kid, "sleep", "1000")
      let deadline = Clock.monotonic() + 10
      while try !system.succeed("loginctl", "list-sessions", "--no-legend").contains("kid")
        || !system.slice(of: kid).exists || !system.slice(of: kid).isPopulated()
      {
        try #require(Clock.monotonic() < deadline, "no session")
        usleep(10_000)
      }
      #expect(try !other.succeed("loginctl", "list-sessions", "--no-legend").contains("kid"))

      for each in [system, other] {
        each.remove()
        #expect(!each.group.exists)
      }
      #expect(try UserDatabase.user(named: "kid") == nil)
    }
  }
}
