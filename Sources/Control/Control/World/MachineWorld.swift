package import ActivityEngine
package import FoundationEssentials
import Glibc
package import SharedDirectory
import System

/// The real machine.
package final class MachineWorld: ControlWorld {
  let root: String
  package let caller: Caller
  package let style: TextStyle
  /// From the first wait on.
  private var changes: ChangeWatch?

  package init(
    root: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.root = root
    caller = Caller(CurrentUser.read())
    let isTerminal = isatty(STDOUT_FILENO) == 1
    style = TextStyle(
      isTerminal: isTerminal,
      isColoured: isTerminal && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb")
  }

  package var now: Date { Clock.now() }

  package func zones(configured zone: String?) throws -> Zones {
    try MachineZones.zones(configured: zone)
  }

  package func userID(named name: String) throws -> UInt32? {
    try UserDatabase.user(named: name)?.uid
  }

  package func hasGroup(named name: String) throws -> Bool {
    try UserDatabase.group(named: name) != nil
  }

  package func isDirectoryPresent() throws -> Bool {
    try Descriptor.openIfPresent(root, O_RDONLY | O_DIRECTORY) != nil
  }

  package func daemon(_ name: String) throws -> DaemonState {
    let lock = "\(root)/\(DirectoryLayout.liveness(of: name))"
    return try LivenessLock.holder(of: lock).map { .alive(pid: $0.pid) } ?? .dead
  }

  package func write(_ text: String) {
    Self.put(text, STDOUT_FILENO)
  }

  package func warn(_ text: String) {
    Self.warn(text)
  }

  package static func warn(_ text: String) {
    put(text + "\n", STDERR_FILENO)
  }

  package func waitForChange(until deadline: Date?) throws -> ControlWake {
    let watch = try changes ?? ChangeWatch(root: root)
    changes = watch
    return try watch.wait(until: deadline)
  }

  /// Whoever no longer listens cannot be told so either.
  static func put(_ text: String, _ descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }
}

/// Waits for changes of a shared directory.
private final class ChangeWatch {
  private var loop: EventLoop
  private let places: DirectoryWatch
  private let health: WatchID

  init(root: String) throws {
    var loop = try EventLoop.open()
    places = try DirectoryWatch(root: root, on: &loop)
    health = try loop.watch(directory: "\(root)/health")
    self.loop = loop
  }

  func wait(until deadline: Date?) throws -> ControlWake {
    while true {
      switch try loop.wait(until: deadline) {
      case .due: return .due
      case .clockChanged, .overflow: return .changed
      case .files(let changes):
        let concerned = changes.contains { $0.watch == health }
        if concerned || !places.names(in: changes).isEmpty { return .changed }
      case .signal: return .stop
      case .descriptor: continue
      }
    }
  }
}
