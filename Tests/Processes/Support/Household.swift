import ActivityEngine
import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing
import TestSupport

/// A throw-away household on the real machine: a child's account, applications of its own, a shared directory, a policy,
/// and the programs that were built. Everything is removed again.
final class Household {
  let root: String
  let account: TestAccount
  /// The shared directory as the guardian sees it.
  let directory: SharedDirectory<ControlRole>

  var user: UserRecord { account.user }
  var shared: String { "\(root)/shared" }
  var policies: String { "\(root)/policies" }

  /// - Throws: If the account cannot be made, which takes root.
  init() throws {
    let name = "pavise-kid-\(getpid())-\(UInt16.random(in: .min ... .max))"
    let root = "/var/tmp/\(name)"
    self.root = root
    for path in ["", "/shared", "/policies", "/bin", "/applications"] {
      try check("mkdir", path: root + path) { mkdir(root + path, 0o755) }
    }
    account = try TestAccount(name)
    directory = SharedDirectory(
      storage: FileStorage(root: "\(root)/shared"), as: ControlRole.self)
    try directory.prepareLayout()
  }

  /// Ends everything that is still there, frozen or not, and removes it.
  func remove() {
    // Tidying up after a test that may have failed anywhere, and thawing what `remove` could not end.
    _ = try? pavise("clear")
    account.remove()
    _ = try? ChildProcess.run(["rm", "-rf", root])
  }

  // MARK: Set-up

  /// Makes an application of a copy of `program`, known by the identifier `org.example.NAME`.
  ///
  /// - Parameter replacing: Whether the program is copied; else it is there already, and only the desktop file is not.
  func install(
    _ name: String, copying program: String = "/bin/sleep", replacing: Bool = true
  ) throws -> String {
    let executable = "\(root)/bin/\(name)"
    if replacing { try Self.succeed(["install", "-m", "755", program, executable]) }
    let entry = """
      [Desktop Entry]
      Type=Application
      Name=\(name)
      Exec=\(executable)
      Categories=Game;

      """
    try write(entry, to: "applications/org.example.\(name).desktop")
    return executable
  }

  func configure(zone: String, managedUser: Bool = true) throws {
    try directory.update(.configuration) { old in
      var configuration = old ?? Configuration()
      configuration.managedUser = managedUser ? user.name : nil
      configuration.zone = zone
      configuration.applicationDirectories = ["\(root)/applications"]
      return configuration
    }
  }

  func setPolicy(_ text: String) throws {
    try FileStorage(root: policies).replace("policy.json", mode: 0o644) { Data(text.utf8) }
  }

  private func write(_ text: String, to path: String) throws {
    try FileStorage(root: root).replace(path, mode: 0o644) { Data(text.utf8) }
  }

  // MARK: Programs

  func startMonitor() throws -> ChildProcess {
    try start("pavise-monitor", "--directory", shared)
  }

  func startSync() throws -> ChildProcess {
    try start("pavise-sync", "--directory", shared, "--policy-directory", policies)
  }

  @discardableResult
  func pavise(_ words: String...) throws -> ChildProcess.Outcome {
    try ChildProcess.run([Self.program("pavise"), "--directory", shared] + words, timeout: 20)
  }

  private func start(_ name: String, _ words: String...) throws -> ChildProcess {
    let log = try Descriptor.open("\(root)/\(name).log", O_WRONLY | O_CREAT | O_APPEND, mode: 0o644)
    let empty = try Descriptor.open("/dev/null", O_RDONLY)
    return try ChildProcess.start(
      [Self.program(name)] + words,
      streams: .init(input: empty.raw, output: log.raw, errors: log.raw))
  }

  /// The built programs lie beside the test bundle, unless `PAVISE_PROGRAMS` names a folder of others: for measuring those
  /// of a release build.
  static func program(_ name: String) -> String {
    if let folder = ProcessInfo.processInfo.environment["PAVISE_PROGRAMS"] {
      return "\(folder)/\(name)"
    }
    let path = CommandLine.arguments[0]
    let folder = path.firstRange(of: "/pavisePackageTests.xctest").map { path[..<$0.lowerBound] }
    return "\(folder ?? ".build/debug")/\(name)"
  }

  /// Runs a program as the child.
  func runAsChild(_ words: String...) throws -> ChildProcess.Outcome {
    try ChildProcess.run(account.prefix + words, timeout: 5)
  }

  /// Starts a program as the child, under the process id that is returned, and lets it run.
  func startAsChild(_ words: String...) throws -> ChildProcess {
    try ChildProcess.start(account.prefix + words)
  }

  static func succeed(_ words: [String]) throws {
    let outcome = try ChildProcess.run(words, timeout: 20)
    try #require(outcome.succeeded, "\(words.joined(separator: " ")): \(outcome.errorsText)")
  }

  // MARK: Looking

  /// Looks every few milliseconds until `condition` holds, at most `seconds` long.
  func eventually(
    within seconds: Double = 10, _ what: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
  ) throws {
    let deadline = Clock.monotonic() + seconds
    while !(try condition()) {
      if Clock.monotonic() > deadline {
        let words = "not within \(seconds) s: \(what())\n\(logs)"
        try #require(Bool(false), Comment(rawValue: words), sourceLocation: sourceLocation)
      }
      usleep(5000)
    }
  }

  /// The last lines that the daemons have logged, and what the monitor has in force.
  private var logs: String {
    ["pavise-monitor.log", "pavise-sync.log", "shared/inforce.json", "shared/health/monitor.json"]
      .map { name in
        let bytes = (try? FileStorage(root: root).read(name)) ?? Data()
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(8)
        return "\(name):\n\(lines.joined(separator: "\n"))"
      }.joined(separator: "\n")
  }

  /// What the monitor last read back.
  func inForce() throws -> InForce? { try directory.read(.inForce) }

  func engine() throws -> ActivityEngine? { try directory.read(.engine)?.engine }

  /// The fields of a process's status, as `/proc` has them; empty once it has ended.
  func status(of pid: Int32) -> [String: String] {
    guard let file = try? Descriptor.openIfPresent("/proc/\(pid)/status", O_RDONLY),
      let bytes = try? file.readAll()
    else { return [:] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.reduce(into: [:]) { fields, line in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return }
      fields[String(parts[0])] = String(parts[1].drop { $0 == "\t" || $0 == " " })
    }
  }
}

/// Seconds east of Greenwich, none or less, of a zone in which the clock shows `secondOfDay` at `instant`. That leaves a day
/// and more for the clock to be put forward by other zones.
func secondsEast(showing secondOfDay: Int, at instant: Date) -> Int {
  let utc = Int(instant.timeIntervalSince1970.rounded(.down)) % 86400
  return (secondOfDay - utc + 86400) % 86400 - 86400
}

/// A POSIX TZ rule for a fixed offset of up to a day; its sign is the other way round.
func posixZone(secondsEast: Int) -> String {
  let west = -secondsEast
  let size = abs(west)
  let text = [size / 3600, size / 60 % 60, size % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
  return "TST\(west < 0 ? "-" : "")\(text.joined(separator: ":"))"
}
