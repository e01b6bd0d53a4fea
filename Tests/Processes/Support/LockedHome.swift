import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing

/// A private system on which Pavise was installed as `launch/install` does it, with a child and a parent.
final class LockedHome {
  let system: PrivateSystem
  let kid: UserRecord
  let parent: UserRecord
  /// The shared directory as the guardian sees it.
  let directory: SharedDirectory<ControlRole>

  /// Of Greenwich, as configured last.
  private var offset = -86400

  /// Empty, so that no application of this machine is found.
  private static let applications = "/srv/applications"

  init() throws {
    system = try PrivateSystem()
    do {
      kid = try system.addUser("kid")
      parent = try system.addUser("parent")
      try system.succeed("mkdir", Self.applications)
      let programs = String(Household.program("").dropLast())
      try system.succeed(
        "\(PrivateSystem.sources)/launch/install", "--from", programs)
      directory = SharedDirectory(
        storage: FileStorage(root: system.path("/var/lib/pavise")), as: ControlRole.self)
    } catch {
      system.remove()
      throw error
    }
  }

  func remove() { system.remove() }

  // MARK: Set-up

  private func configure() throws {
    let zone = posixZone(secondsEast: offset)
    try directory.update(.configuration) { [kid] old in
      var configuration = old ?? Configuration()
      configuration.managedUser = configuration.managedUser ?? kid.name
      configuration.zone = zone
      configuration.applicationDirectories = [Self.applications]
      return configuration
    }
  }

  /// Has the clock show an hour of the day some time from now, later than it ever was.
  ///
  /// - Returns: The instant at which it will.
  func setClock(showing hour: Int, in seconds: Int) throws -> Date {
    let now = Date(timeIntervalSince1970: Clock.now().timeIntervalSince1970.rounded(.down))
    let found = secondsEast(showing: hour * 3600 - seconds, at: now)
    offset = found < offset ? found + 86400 : found
    try configure()
    return now.addingTimeInterval(TimeInterval(seconds))
  }

  func setPolicy(_ policy: TestPolicy) throws {
    try FileStorage(root: system.path("/var/lib/pavise-policies"))
      .replace("policy.json", mode: 0o644) { Data(policy.text.utf8) }
  }

  /// Makes an application of a copy of `sleep`, known by the identifier `org.example.NAME`.
  func install(_ name: String, owner: UserRecord? = nil) throws -> String {
    try install(identifier: "org.example.\(name)", named: name, owner: owner)
  }

  /// The same with an identifier of any kind.
  func install(identifier: String, named name: String, owner: UserRecord? = nil) throws -> String {
    let executable = "/srv/\(name)"
    try system.succeed("install", "-m", "755", "/bin/sleep", executable)
    if let owner { try system.succeed("chown", owner.name, executable) }
    try system.write(
      "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(executable)\nCategories=Game;\n",
      to: "\(Self.applications)/\(identifier).desktop")
    return executable
  }

  // MARK: Looking

  var session: ControlGroup { system.slice(of: kid) }

  /// A process that is just moved there, or killed, is not at rest at once.
  func isFrozen() throws -> Bool {
    guard session.exists else { return false }
    return try session.isToBeFrozen() && session.wait(frozen: true, milliseconds: 2000)
  }

  /// Whether PAM lets a user in, as a display manager asks it.
  func canLogIn(_ user: UserRecord) throws -> Bool {
    try system.run(
      "systemd-run", "--quiet", "--wait", "-p", "PAMName=login", "-p", "User=\(user.name)", "true"
    ).succeeded
  }

  /// Runs a shell's command as the child outside of his sessions, as a job of cron is.
  func asKid(_ command: String) throws -> ChildProcess.Outcome {
    try system.run(
      "systemd-run", "--quiet", "--wait", "--pipe", "-p", "User=\(kid.name)", "sh", "-c", command)
  }

  func monitor() throws -> Int32 {
    let text = try system.succeed("systemctl", "show", "-p", "MainPID", "--value", "pavise-monitor")
    return text.split(separator: "\n").first.flatMap { Int32($0) } ?? 0
  }

  func inForce() throws -> InForce? { try directory.read(.inForce) }

  func report() throws -> BackendReport? {
    try inForce()?.backends.first { $0.backend == BackendReport.deviceLock }
  }

  /// Looks every few milliseconds until `condition` holds, at most `seconds` long.
  func eventually(
    within seconds: Double = 10, _ what: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
  ) throws {
    let deadline = Clock.monotonic() + seconds
    while !(try condition()) {
      if Clock.monotonic() > deadline {
        let log = try system.run("journalctl", "--no-pager", "-n", "30").outputText
        let status = try system.run("/usr/local/bin/pavise", "status").outputText
        let words = "not within \(seconds) s: \(what())\n\(log)\n\(status)"
        try #require(Bool(false), Comment(rawValue: words), sourceLocation: sourceLocation)
      }
      usleep(3000)
    }
  }
}
