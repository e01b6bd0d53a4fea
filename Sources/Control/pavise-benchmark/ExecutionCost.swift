import Enforcement
import Glibc
import System

/// What a gate costs whoever starts a program that nobody forbids, as root, against no gate and against fapolicyd.
///
/// In mount and process namespaces of its own, on file systems of its own, so that no gate holds anything of the machine's.
/// The ways are measured in turn, one start each, so that what else the machine does falls on all alike.
struct ExecutionCost {
  private static let rounds = 1000
  /// Nobody is started by this user.
  private static let stranger: UInt32 = 65_533
  private static let fapolicyd = "/usr/sbin/fapolicyd"

  private struct Way {
    var name: String
    var program: String
    var times: [Double] = []

    /// In microseconds.
    var median: Double { times.sorted()[times.count / 2] * 1_000_000 }
  }

  static let argument = "--execution"
  private static let inside = "--inside"

  /// Runs the measurement, in namespaces that end with it.
  static func run() throws -> Int32 {
    if CommandLine.arguments.contains(inside) {
      for line in try Self().lines { print(line) }
      return 0
    }
    guard geteuid() == 0 else {
      print("what a gate costs: takes root")
      return 1
    }
    var child = try ChildProcess.start(
      [
        "unshare", "--mount", "--pid", "--fork", "--kill-child=KILL", "--mount-proc",
        "--propagation", "private", CommandLine.arguments[0], argument, inside,
      ], streams: .init(input: 0, output: 1, errors: 2))
    return try child.wait(timeout: 120) == .exited(0) ? 0 : 1
  }

  let lines: [String]

  private init() throws {
    let root = "/media"
    try Self.succeed("mount", "-t", "tmpfs", "pavise-benchmark", root)
    func place(_ name: String) throws -> String {
      try Self.succeed("mkdir", "\(root)/\(name)")
      try Self.succeed("mount", "-t", "tmpfs", name, "\(root)/\(name)")
      try Self.succeed("cp", "/bin/true", "\(root)/\(name)/true")
      return "\(root)/\(name)/true"
    }
    var ways = [
      Way(name: "no gate", program: try place("none")),
      Way(name: "the same once more", program: try place("again")),
      Way(name: "marks on other files", program: try place("marks")),
      Way(name: "allowlist mode", program: try place("allowlist")),
      Way(
        name: "allowlist mode, a file that is asked about each time", program: try place("asked")),
    ]
    try Self.succeed("cp", "/bin/true", "\(root)/marks/refused")
    try Self.succeed("chown", "\(Self.stranger + 1)", ways[4].program)
    let gate = try ExecGate()
    if let refused = MachineLookup().executable(at: "\(root)/marks/refused") {
      _ = gate.converge(to: [refused], of: Self.stranger)
    }
    let allowlist = try Self.gate(before: ["allowlist", "asked"].map { "\(root)/\($0)" })
    for _ in 0..<Self.rounds {
      for index in ways.indices { ways[index].times.append(try Self.start(ways[index].program)) }
    }
    allowlist.kill()
    let base = ways[0]
    var lines = ways.map { Self.line($0, against: base) }
    if access(Self.fapolicyd, X_OK) == 0 {
      do {
        lines.append(Self.line(try Self.withFapolicyd(base.program), against: base))
      } catch {
        lines.append("  fapolicyd: could not be run, \(error)")
      }
    } else {
      lines.append("  fapolicyd: not installed")
    }
    self.lines = ["what the start of a dynamic program takes, median of \(Self.rounds):"] + lines
  }

  private static func line(_ way: Way, against base: Way) -> String {
    let ratio = (way.median / base.median * 1000).rounded() / 1000
    let added = Int((way.median - base.median).rounded())
    return
      "  \(way.name): \(Int(way.median)) µs, \(added >= 0 ? "+" : "")\(added) µs, ratio \(ratio)"
  }

  /// The gate of allowlist mode, once it holds.
  private static func gate(before mounts: [String]) throws -> ChildProcess {
    let own = CommandLine.arguments[0]
    let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    var ends: [Int32] = [0, 0]
    try check("pipe2") { pipe(&ends) }
    let output = Descriptor(owning: ends[0])
    let input = Descriptor(owning: ends[1])
    let process = try ChildProcess.start(
      ["\(folder)/pavise-gate", "--user", "\(stranger)", "--register", "/media/gate.alive", "--"]
        + mounts, streams: .init(input: 0, output: input.raw, errors: 2))
    _ = consume input
    var text: [UInt8] = [0]
    while text.last != UInt8(ascii: "\n") {
      var byte: UInt8 = 0
      guard try check("read", { read(output.raw, &byte, 1) }) == 1 else {
        throw SystemError(call: "pavise-gate", code: EPIPE)
      }
      text.append(byte)
    }
    return process
  }

  /// It marks every mount of the namespace, opens too; it forbids nothing here.
  private static func withFapolicyd(_ program: String) throws -> Way {
    for place in ["/var/lib/fapolicyd", "/etc/fapolicyd", "/run"] {
      try succeed("mount", "-t", "tmpfs", "-o", "mode=755", "fapolicyd", place)
    }
    try succeed("mkdir", "/run/fapolicyd", "/etc/fapolicyd/trust.d")
    for (name, text) in [
      ("compiled.rules", "allow perm=any all : all\n"), ("fapolicyd.trust", ""),
      (
        "fapolicyd.conf",
        "permissive = 1\nuid = root\ngid = root\ntrust = file\nintegrity = none\n"
          + "watch_fs = ext2,ext3,ext4,tmpfs,xfs,vfat,iso9660,btrfs\n"
      ),
    ] {
      try Descriptor.open("/etc/fapolicyd/\(name)", O_WRONLY | O_CREAT, mode: 0o644)
        .write(text.utf8)
    }
    let log = try Descriptor.open("/media/fapolicyd.log", O_RDWR | O_CREAT, mode: 0o600)
    let daemon = try ChildProcess.start(
      [fapolicyd, "--permissive", "--debug-deny"],
      streams: .init(input: 0, output: log.raw, errors: log.raw))
    let deadline = Clock.monotonic() + 20
    while try !String(
      decoding: Descriptor.open("/media/fapolicyd.log", O_RDONLY).readAll(), as: UTF8.self
    ).contains("Starting to listen") {
      if Clock.monotonic() > deadline {
        throw SystemError(call: "fapolicyd", code: ETIMEDOUT)
      }
      usleep(50_000)
    }
    var way = Way(name: "fapolicyd, permissive", program: program)
    for _ in 0..<rounds { way.times.append(try start(program)) }
    daemon.kill()
    return way
  }

  private static func start(_ program: String) throws -> Double {
    let began = Clock.monotonic()
    var child = try ChildProcess.start([program])
    guard try child.wait() == .exited(0) else {
      throw SystemError(call: "start", path: program, code: EPERM)
    }
    return Clock.monotonic() - began
  }

  private static func succeed(_ words: String...) throws {
    let outcome = try ChildProcess.run(words)
    guard outcome.succeeded else {
      throw SystemError(call: words.joined(separator: " "), code: EIO)
    }
  }
}
