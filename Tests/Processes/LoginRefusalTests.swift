import Glibc
import System
import Testing

extension Processes {
  @Suite(
    .enabled(
      if: PrivateSystem.obstacle == nil, "takes root, systemd, logind, dbus-daemon, unshare"))
  struct `The list of refused logins` {
    private static let list = "/var/lib/pavise-monitor/locked-user"

    @Test(.timeLimit(.minutes(2)))
    func `locks out nobody but the child, whatever becomes of it`() throws {
      let home = try LockedHome()
      defer { home.remove() }
      let system = home.system
      _ = try system.addUser("guardian")
      try system.succeed("usermod", "--append", "--groups", "pavise-guardians", "guardian")
      try system.succeed("systemctl", "stop", "pavise-monitor")
      // Who may log in is asked here, not what a session is like.
      try system.succeed("sed", "-i", "/pam_systemd/d", "/etc/pam.d/common-session")
      func expectParentsGetIn(_ what: String) throws {
        let refused = try system.run(
          "sh", "-c", "for u in root parent guardian; do su --login $u -c true || echo $u; done")
        #expect(refused.succeeded && refused.outputText == "", "\(what)")
        #expect(try home.canLogIn(home.parent), "\(what)")
      }

      try system.write("kid\n", to: Self.list)
      #expect(try !home.canLogIn(home.kid), "or the rest shows nothing")
      #expect(try !system.run("su", "--login", "kid", "-c", "true").succeeded)
      try expectParentsGetIn("as it should be")

      for (what, text) in [
        ("empty", ""), ("empty lines", "\n\n\n"), ("no end of line", "kid"),
        ("root in it", "root\nguardian\nkid\n"),
        ("a long line", String(repeating: "x", count: 100_000)),
        ("words", "kid parent root\n"), ("a wildcard", "*\nALL\n@users\n"),
        ("zeros", String(repeating: "\0\n", count: 1000)),
      ] {
        try system.write(text, to: Self.list)
        try expectParentsGetIn(what)
      }
      for damage in [
        "rm -f \(Self.list)", "mkdir \(Self.list)", "ln -sfn /nowhere \(Self.list)",
        "ln -sfn /etc/passwd \(Self.list)x; mkfifo \(Self.list)",
        "echo kid > \(Self.list); chmod 666 \(Self.list)",
        "echo kid > \(Self.list); chmod 0 \(Self.list)", "rm -rf /var/lib/pavise-monitor",
      ] {
        try system.succeed("sh", "-c", "rm -rf \(Self.list); \(damage)")
        try expectParentsGetIn(damage)
      }

      // A part of PAM is missing, the list is in place.
      try system.succeed("mkdir", "-p", "/var/lib/pavise-monitor")
      try system.write("kid\n", to: Self.list)
      #expect(try !home.canLogIn(home.kid))
      for module in ["pam_succeed_if.so", "pam_listfile.so"] {
        try system.succeed("sh", "-c", "mv /usr/lib/*/security/\(module) /root/")
        try expectParentsGetIn("without \(module)")
      }
      #expect(try home.canLogIn(home.kid), "without its module nobody is refused")
    }
  }
}
