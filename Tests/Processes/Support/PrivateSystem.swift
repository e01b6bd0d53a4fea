import FoundationEssentials
import Glibc
import System
import Testing

/// This machine's own systemd, logind and system bus once more, as PID 1 of private namespaces on an overlay of `/` that is
/// thrown away: real logins, units and PAM, and nothing of it is left on the machine.
///
/// It sees the machine's programs and the built ones in their usual places. Its users, files and network are its own; the
/// machine's kernel settings and hardware it can only read. Several may run side by side.
final class PrivateSystem {
  private static let environment = [
    "env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root",
  ]

  private let directory: String
  private var process: ChildProcess
  /// Of its PID 1, as this machine counts.
  private let initial: Int32
  /// The root of its cgroup hierarchy, as this machine sees it.
  let group: ControlGroup

  /// Why there can be none here; nil if there can.
  static let obstacle: String? = {
    if geteuid() != 0 { return "it takes root" }
    for program in [
      "/usr/bin/unshare", "/usr/bin/nsenter", "/usr/bin/bash", "/usr/bin/dbus-daemon",
      "/usr/bin/loginctl", "/usr/bin/systemd-run", systemd, "/lib/systemd/systemd-logind",
    ] where access(program, X_OK) != 0 {
      return "\(program) is not installed"
    }
    return (try? ControlGroup.root()) == nil ? "no cgroup v2 hierarchy is mounted" : nil
  }()
  private static let systemd = "/lib/systemd/systemd"

  /// Boots, and returns when it is up.
  init() throws {
    let name = "pavise-private-\(getpid())-\(UInt32.random(in: .min ... .max))"
    let directory = "/var/tmp/\(name)"
    let group = try #require(try ControlGroup.root())[name]
    try group.create()
    try check("mkdir", path: directory) { mkdir(directory, 0o700) }
    let log = try Descriptor.open("\(directory).log", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    let empty = try Descriptor.open("/dev/null", O_RDONLY)
    process = try ChildProcess.start(
      ["bash", "-euc", Self.enter, "enter", group.path, directory, Self.boot]
        + Self.foreignFolders,
      streams: .init(input: empty.raw, output: log.raw, errors: log.raw))
    self.directory = directory
    self.group = group
    var found: Int32?
    let deadline = Clock.monotonic() + 30
    while true {
      found = found ?? Self.child(of: process.pid)
      if let found, Self.state(of: found) == "running" { break }
      let hasEnded = try process.wait(timeout: 0) != nil
      if hasEnded || Clock.monotonic() > deadline {
        let words = (try? Descriptor.open("\(directory).log", O_RDONLY).readAll()) ?? []
        let failed = found.flatMap { Self.run(["systemctl", "--failed", "--no-legend"], in: $0) }
        process.kill()
        Self.remove(group, directory)
        throw NotUp(reason: String(decoding: words, as: UTF8.self) + (failed?.outputText ?? ""))
      }
      usleep(20_000)
    }
    initial = found ?? 0
  }

  struct NotUp: Error, CustomStringConvertible {
    let reason: String
    var description: String { "the private system did not come up: \(reason)" }
  }

  /// Ends everything in it at once, and leaves nothing behind.
  func remove() {
    process.kill()
    _ = try? process.wait(timeout: 10)
    Self.remove(group, directory)
  }

  /// Waits until it has shut itself down.
  func waitForEnd(seconds: Double) throws -> Bool {
    try process.wait(timeout: seconds) != nil
  }

  private static func remove(_ group: ControlGroup, _ directory: String) {
    for _ in 0..<500 where (try? group.isPopulated()) == true { usleep(10_000) }
    func removeAll(_ group: ControlGroup) {
      for child in (try? group.children()) ?? [] { removeAll(child) }
      // One that a late process holds stays, and shows.
      try? group.remove()
    }
    removeAll(group)
    rmdir(directory)
    unlink("\(directory).log")
  }

  private static func state(of initial: Int32) -> String {
    run(["systemctl", "is-system-running"], in: initial)?.outputText
      .split(separator: "\n").first.map(String.init) ?? ""
  }

  private static func child(of pid: Int32) -> Int32? {
    guard let file = try? Descriptor.open("/proc/\(pid)/task/\(pid)/children", O_RDONLY),
      let bytes = try? file.readAll()
    else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: " ").first.flatMap { Int32($0) }
  }

  // MARK: What the boot does

  /// Makes the cgroup its own before the namespaces are made, so that it is the root of what is seen in them.
  private static let enter = """
    echo $$ > "$1/cgroup.procs"
    exec unshare --mount --pid --fork --kill-child=SIGKILL --cgroup --uts --ipc --net \\
      --propagation private bash -euc "$3" boot "${@:2}"
    """

  /// Whatever would reach the machine's kernel or hardware is read-only, masked or not there: kernel settings, modules, devices.
  private static let boot = """
    state=$1; shift 2
    mount -t tmpfs tmpfs "$state" -o mode=755
    mkdir "$state/upper" "$state/work" "$state/root"; root=$state/root
    mount -t overlay overlay -o "lowerdir=/,upperdir=$state/upper,workdir=$state/work" "$root"
    mount -t proc proc "$root/proc"
    for path in sys sysrq-trigger; do
      [[ -e $root/proc/$path ]] || continue
      mount --bind "$root/proc/$path" "$root/proc/$path"
      mount -o remount,bind,ro "$root/proc/$path"
    done
    mount -t sysfs sysfs "$root/sys" -o ro
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
    mount -t tmpfs tmpfs "$root/dev" -o mode=755
    mkdir "$root/dev/pts" "$root/dev/shm"
    for device in null zero full random urandom tty; do
      touch "$root/dev/$device"
      mount --bind "/dev/$device" "$root/dev/$device"
    done
    mount -t devpts devpts "$root/dev/pts" -o newinstance,ptmxmode=0666,mode=620
    ln -s pts/ptmx "$root/dev/ptmx"
    mount -t tmpfs tmpfs "$root/dev/shm" -o mode=1777
    mount -t tmpfs tmpfs "$root/run" -o mode=755
    mount -t tmpfs tmpfs "$root/tmp" -o mode=1777
    mount -t tmpfs tmpfs "$root/var/tmp" -o mode=1777
    for folder; do
      mkdir -p "$root$folder"
      mount --bind "$folder" "$root$folder"
      mount -o remount,bind,ro "$root$folder"
    done
    rm -f "$root/etc/fstab" "$root/etc/systemd/system/multi-user.target.wants"/*
    units=$root/etc/systemd/system
    for unit in modprobe@.service systemd-modules-load.service systemd-sysctl.service \\
      systemd-udevd.service systemd-udev-trigger.service systemd-binfmt.service \\
      sys-kernel-debug.mount sys-kernel-tracing.mount sys-kernel-config.mount \\
      sys-fs-fuse-connections.mount dev-hugepages.mount proc-sys-fs-binfmt_misc.automount; do
      ln -sf /dev/null "$units/$unit"
    done
    printf '%s\\n' '[Unit]' 'Requires=basic.target dbus.socket systemd-logind.service' \\
      'Wants=systemd-user-sessions.service' \\
      'After=basic.target dbus.socket systemd-logind.service systemd-user-sessions.service' \\
      > "$units/private.target"
    mkdir "$root/oldroot"
    cd "$root"
    pivot_root . oldroot
    umount -l /oldroot
    rmdir /oldroot
    exec env -i container=private PATH=/usr/sbin:/usr/bin:/sbin:/bin \\
      /lib/systemd/systemd --log-target=null --show-status=0 systemd.unit=private.target
    """

  /// The root of the sources.
  static let sources =
    folder(of: folder(of: folder(of: folder(of: #filePath) ?? "") ?? "") ?? "") ?? "/"

  /// Folders that the programs under test need and that an overlay of `/` alone may not show: the sources, where the programs
  /// lie themselves, and the libraries of the language.
  private static var foreignFolders: [String] {
    let maps = (try? Descriptor.open("/proc/self/maps", O_RDONLY).readAll()) ?? []
    let library = String(decoding: maps, as: UTF8.self).split(separator: "\n")
      .first { $0.hasSuffix("/libswiftCore.so") }?
      .split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true).last
    let paths = [Household.program("pavise-monitor"), library.map(String.init)].compactMap(\.self)
    return Set(paths.compactMap(folder(of:)) + [sources]).sorted()
  }

  /// The folder of a file, without links in it.
  private static func folder(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"),
      let real = realpath(String(path[..<slash]), nil)
    else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

// MARK: Inside

extension PrivateSystem {
  /// Where a path of the inside is seen from outside.
  func path(_ inside: String) -> String { "/proc/\(initial)/root\(inside)" }

  /// Runs a program inside as root, outside of every unit.
  @discardableResult
  func run(_ words: String..., timeout: Double = 10) throws -> ChildProcess.Outcome {
    try ChildProcess.run(prefix + words, timeout: timeout)
  }

  /// Runs a program that has to succeed, and returns what it wrote.
  @discardableResult
  func succeed(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws
    -> String
  {
    let outcome = try ChildProcess.run(prefix + words, timeout: 20)
    let succeeded = outcome.succeeded
    let journal =
      succeeded ? "" : try run("journalctl", "--no-pager", "--lines=20").outputText
    try #require(
      succeeded,
      "\(words.joined(separator: " ")): \(outcome.outputText)\(outcome.errorsText)\n\(journal)",
      sourceLocation: sourceLocation)
    return outcome.outputText
  }

  /// Begins a command that is to run inside, for a program that is started and not waited for.
  var prefix: [String] { Self.prefix(initial) }

  private static func prefix(_ initial: Int32) -> [String] {
    ["nsenter", "--target", "\(initial)", "--all"] + environment
  }

  private static func run(_ words: [String], in initial: Int32) -> ChildProcess.Outcome? {
    try? ChildProcess.run(prefix(initial) + words, timeout: 10)
  }

  /// Replaces a file of the inside.
  func write(_ text: String, to inside: String, mode: UInt32 = 0o644) throws {
    let file = try Descriptor.open(
      path(inside), O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
    try file.write(text.utf8)
    try check("fchmod", path: inside) { fchmod(file.raw, mode) }
  }

  /// Makes an account with a home; its user exists inside alone.
  func addUser(_ name: String) throws -> UserRecord {
    // A number that no account outside has: whoever ends everything of an account there would end this one's as well.
    try succeed(
      "useradd", "-K", "UID_MIN=20000", "--create-home", "--shell", "/bin/bash", name)
    let fields = try succeed("getent", "passwd", name).split(separator: ":")
    let (uid, gid) = (UInt32(fields[2]), UInt32(fields[3]))
    return UserRecord(
      name: name, uid: try #require(uid), gid: try #require(gid), home: "/home/\(name)")
  }

  /// Logs a user in through PAM, as a display manager does, and runs `words` in the session until it ends.
  ///
  /// - Returns: The name of the unit that asked for the session. It fails if PAM refuses.
  func logIn(_ user: UserRecord, _ words: String...) throws -> String {
    let unit = "login-\(UInt32.random(in: .min ... .max))"
    let request =
      [
        "systemd-run", "--quiet", "--unit=\(unit)", "-p", "PAMName=login", "-p",
        "User=\(user.name)", "-E", "XDG_SESSION_TYPE=x11",
      ] + words
    let outcome = try ChildProcess.run(prefix + request, timeout: 10)
    try #require(outcome.succeeded, "\(request): \(outcome.errorsText)")
    return unit
  }

  /// The group that logind keeps a user's sessions in.
  func slice(of user: UserRecord) -> ControlGroup {
    group["user.slice"]["user-\(user.uid).slice"]
  }

  /// The processes in a group and in all below it, as this machine counts.
  func processes(below group: ControlGroup) throws -> [Int32] {
    try group.processes() + group.children().flatMap { try processes(below: $0) }
  }
}
