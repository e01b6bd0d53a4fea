import FoundationEssentials
import Glibc
import SharedDirectory
import System
import TestSupport
import Testing

/// A household in which the child tries to get round what is in force.
///
/// His directory and the shared one are file systems of their own, so that nothing of the machine's is held or filled.
final class BypassScene {
  enum Mode: CaseIterable { case blocked, allowlist }

  let household: Household
  /// A shell under another name, that writes its mark when it is started.
  let game: String
  /// Another such application, which will be upgraded.
  let upgraded: String
  /// A hard link to the game, which takes root where links are protected.
  let link: String
  /// The game's file in the child's own possession, from before.
  let copy: String
  private let policy: TestPolicy
  private var monitor: ChildProcess
  private var sync: ChildProcess
  private(set) var isMonitorAlive = true
  private var started: [Started] = []

  final class Started {
    let process: ChildProcess
    init(_ process: consuming ChildProcess) { self.process = process }
  }

  var home: String { "\(household.root)/home" }
  /// A cgroup that is the child's, as those of his session are.
  private let delegated: ControlGroup
  var scope: ControlGroup { delegated["app-org.example.reader-7.scope"] }

  init(_ mode: Mode) throws {
    household = try Household()
    let root = household.root
    delegated = try #require(try ControlGroup.root())["pavise-bypass-\(household.user.uid)"]
    try check("mkdir") { mkdir("\(root)/home", 0o755) }
    for (place, options) in [("home", "mode=755"), ("shared", "mode=755,size=4m")] {
      try Household.succeed(
        ["mount", "-t", "tmpfs", "-o", options, "pavise-test", "\(root)/\(place)"])
    }
    try household.directory.prepareLayout()
    try check("chown") { [household] in
      chown("\(root)/home", household.user.uid, household.user.gid)
    }
    game = try household.install("game", copying: "/bin/dash")
    upgraded = try household.install("upgraded", copying: "/bin/dash")
    _ = try household.install("reader", copying: "/bin/dash")
    try check("mkdir") { mkdir("\(root)/links", 0o755) }
    link = "\(root)/links/game"
    try check("link") { [game, link] in Glibc.link(game, link) }
    copy = "\(root)/home/copy"
    var policy = TestPolicy(windows: [])
    switch mode {
    case .blocked: policy.blocked = ["org.example.game", "org.example.upgraded"]
    case .allowlist: policy.isAllowlist = true
    }
    self.policy = policy
    try household.configure(zone: "UTC0")
    try household.directory.update(.configuration) { old in
      var configuration = old ?? Configuration()
      configuration.programMounts = ["\(root)/home"]
      return configuration
    }
    try Household.succeed([
      Household.program("pavise"), "--directory", household.shared, "authorize", "child",
    ])
    monitor = try household.startMonitor()
    sync = try household.startSync()
    for group in [delegated, scope] {
      try group.create()
      for file in ["", "/cgroup.procs", "/cgroup.freeze"] {
        try check("chown") { [household] in
          chown(group.path + file, household.user.uid, household.user.gid)
        }
      }
    }
  }

  func remove() {
    monitor.kill()
    sync.kill()
    // What is cleared while the monitor seems to live is left to it.
    _ = try? monitor.wait(timeout: 5)
    _ = try? sync.wait(timeout: 5)
    started = []
    household.remove()
    for group in [scope, delegated] {
      for _ in 0..<200 where (try? group.isPopulated()) == true { usleep(10_000) }
      try? group.remove()
    }
    for place in ["home", "shared"] {
      _ = try? ChildProcess.run(["umount", "--lazy", "\(household.root)/\(place)"])
    }
    _ = try? ChildProcess.run(["rm", "-rf", household.root])
  }

  // MARK: Phases

  /// Whether the game is refused by now is not asked: that is what the rows are for.
  func shield() throws {
    try household.setPolicy(policy.text)
    try household.eventually("the policy is enforced") {
      try household.inForce()?.backends.contains {
        $0.backend == "refuse-to-start"
          && $0.items.contains { $0.subject == "org.example.game" && $0.status == .enforced }
      } ?? false
    }
  }

  func killMonitor() throws {
    monitor.kill(SIGKILL)
    _ = try monitor.wait(timeout: 5)
    isMonitorAlive = false
  }

  func restartMonitor() throws {
    try FileStorage(root: household.shared).remove("inforce.json")
    monitor = try household.startMonitor()
    isMonitorAlive = true
    try household.eventually("the monitor is back") { try household.inForce() != nil }
  }

  /// As a policy arrives that is none.
  func sendNonsense() throws {
    try household.setPolicy("{\"version\": 9, ")
    try household.eventually("the fault is known") {
      let health = try FileStorage(root: household.shared).read("health/sync.json") ?? Data()
      return String(decoding: health, as: UTF8.self).contains("policy")
    }
  }

  /// As a package manager replaces a file.
  func upgrade() throws {
    try Household.succeed(["install", "-m", "755", "/bin/dash", "\(upgraded).new"])
    try check("rename") { rename("\(upgraded).new", upgraded) }
  }

  /// Until nothing more can be written to the shared directory.
  func whileDiskIsFull<Value>(_ body: () throws -> Value) throws -> Value {
    let path = "\(household.shared)/filler"
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT, mode: 0o600)
    defer { unlink(path) }
    let chunk = [UInt8](repeating: 0, count: 1 << 16)
    while Glibc.write(file.raw, chunk, chunk.count) > 0 {}
    return try body()
  }

  // MARK: What the child does

  /// What a program of the game's kind writes when it is started.
  static let mark = "PLAYED"

  /// Whether a script of the child's gets something started that leaves the mark.
  func play(_ script: String) throws -> Bypass.Outcome {
    outcome(try household.runAsChild("/bin/sh", "-c", "cd \(home); \(script)"))
  }

  /// The same from another login of his.
  func playBySecondLogin(_ script: String) throws -> Bypass.Outcome {
    outcome(
      try ChildProcess.run(
        ["su", "-s", "/bin/sh", "-c", script, household.user.name], timeout: 10))
  }

  private func outcome(_ outcome: ChildProcess.Outcome) -> Bypass.Outcome {
    outcome.outputText.contains(Self.mark) ? .runs : .refused
  }

  /// Starts a game that goes on, and returns its process once it runs.
  func startGame(_ words: String..., file: String? = nil) throws -> Int32 {
    let words = words.isEmpty ? [game] : words
    let pid = try start(words + ["-c", "while :; do read line <\(home)/never; done"])
    let wanted = ProcessTable.identity(of: file ?? game)
    try household.eventually("the game runs") { ProcessTable.executable(of: pid) == wanted }
    return pid
  }

  private func start(_ words: [String]) throws -> Int32 {
    let process = Started(try ChildProcess.start(household.account.prefix + words))
    started.append(process)
    return process.process.pid
  }

  /// What the child has made ready before anything was in force: a copy, a library, and a terminal that does what is typed.
  func prepare() throws {
    try Household.succeed(["mkfifo", "-m", "666", "\(home)/never", "\(home)/typed"])
    // A file that says of itself that it is an AppImage.
    let library = try #require(Self.library)
    let made = try household.runAsChild(
      "/bin/sh", "-c",
      """
      cd \(home); cp \(game) copy; cp \(game) image; cp \(library) own.so
      printf 'AI\\002' | dd of=image bs=1 seek=8 conv=notrunc 2>/dev/null; chmod 755 copy image
      """)
    try #require(made.succeeded, "\(made.errorsText)")
    _ = try start([
      "/bin/sh", "-c",
      "cd \(home); while sh typed >out 2>&1; mv out shown; do :; done",
    ])
  }

  /// Some library of the machine's, under its real name.
  private static var library: String? {
    let maps = (try? Descriptor.open("/proc/self/maps", O_RDONLY).readAll()) ?? []
    return String(decoding: maps, as: UTF8.self).split(separator: "\n")
      .first { $0.contains("/libm.so") || $0.contains("/libm-") }?
      .split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true).last.map(String.init)
  }

  func type(_ script: String) throws -> Bypass.Outcome {
    try Descriptor.open("\(home)/typed", O_WRONLY).write("\(script)\n".utf8)
    let shown = FileStorage(root: home)
    try household.eventually("the terminal answers") { try shown.read("shown") != nil }
    defer { unlink("\(home)/shown") }
    let text = String(decoding: try shown.read("shown") ?? Data(), as: UTF8.self)
    return text.contains(Self.mark) ? .runs : .refused
  }

  /// The monitor if it lives, and whatever keeps allowlist mode.
  func daemons() throws -> [Int32] {
    try (isMonitorAlive ? [monitor.pid] : []) + gates()
  }

  func gates() throws -> [Int32] {
    try ProcessRegister(at: "\(household.shared)/\(DirectoryLayout.gateRegister)").members()
  }

  /// What the journal has beside callbacks.
  func notices() throws -> [String] {
    try Journal(storage: FileStorage(root: household.shared), name: CallbackJournal.name).read()
      .lines.compactMap {
        if case .note(let note) = CallbackJournal.Line($0) { note.note } else { nil }
      }
  }
}

extension ProcessTable {
  /// Which file lies at `path`.
  static func identity(of path: String) -> FileIdentity? { try? FileReference(path).identity }
}
