import Glibc
import System
import TestSupport
import Testing

/// A sway without a screen, run by the child in the folder that a login would have made for him. Before its socket in the
/// folder lies one of root's, where nobody answers.
final class SwayDesktop {
  private static let programs = ["sway", "swaymsg", "foot"]

  /// What is missing on this machine for it; nil if nothing is.
  static var obstacle: String? {
    let missing = programs.filter { access("/usr/bin/\($0)", X_OK) != 0 }
    return missing.isEmpty ? nil : "not installed: \(missing.joined(separator: ", "))"
  }

  private let household: Household
  private let folder: String
  private let server: Holder
  private let decoy: Descriptor
  private var environment: [String] = []

  private final class Holder {
    let child: ChildProcess

    init(_ child: consuming ChildProcess) { self.child = child }
  }

  init(of household: Household) throws {
    self.household = household
    let user = household.user
    let folder = "/run/user/\(user.uid)"
    self.folder = folder
    mkdir("/run/user", 0o755)
    try check("mkdir", path: folder) { mkdir(folder, 0o700) }
    try check("chown", path: folder) { chown(folder, user.uid, user.gid) }
    let name = "sway-ipc.\(user.uid).1.sock"
    decoy = try Self.listen(at: "\(folder)/\(name)")
    environment = ["env", "XDG_RUNTIME_DIR=\(folder)", "HOME=\(folder)"]
    let headless = ["WLR_BACKENDS=headless", "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1"]
    let null = try Descriptor.open("/dev/null", O_RDWR)
    server = Holder(
      try ChildProcess.start(
        household.account.prefix + environment + headless + ["sway", "-c", "/dev/null"],
        streams: .init(input: null.raw, output: null.raw, errors: null.raw)))
    try household.eventually("sway listens") {
      let names = StreamSocket.names(in: folder)
      guard let socket = names.first(where: { $0.hasPrefix("sway-ipc.") && $0 != name }),
        let display = names.first(where: { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") })
      else { return false }
      environment += ["SWAYSOCK=\(folder)/\(socket)", "WAYLAND_DISPLAY=\(display)"]
      return true
    }
  }

  /// Starts a copy of foot of the child's, and waits for its window.
  func start(_ terminal: String, named name: String) throws -> ChildProcess {
    let null = try Descriptor.open("/dev/null", O_RDWR)
    let child = try ChildProcess.start(
      household.account.prefix + environment
        + [terminal, "--config=/dev/null", "--app-id=\(name)", "sleep", "1000"],
      streams: .init(input: null.raw, output: null.raw, errors: null.raw))
    try activate(name)
    return child
  }

  /// Puts the window of that name in front.
  func activate(_ name: String) throws {
    try household.eventually("the window “\(name)” is in front") {
      try message("[app_id=\(name)] focus").succeeded
    }
  }

  func end() {
    server.child.kill()
  }

  func remove() {
    end()
    _ = try? ChildProcess.run(["rm", "-rf", folder])
  }

  private static func listen(at path: String) throws -> Descriptor {
    let raw = try check("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
    let listener = Descriptor(owning: raw)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    try check("bind", path: path) {
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(raw, $0, size) }
      }
    }
    try check("listen") { Glibc.listen(raw, 8) }
    return listener
  }

  private func message(_ command: String) throws -> ChildProcess.Outcome {
    try ChildProcess.run(
      household.account.prefix + environment + ["swaymsg", command], timeout: 2)
  }
}
