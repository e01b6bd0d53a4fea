import FoundationEssentials
import Glibc
import PhosraAPI
import SharedDirectory
package import System

/// Runs a ``Synchroniser`` on the real machine, with the policies of a directory.
package struct SyncLoop: ~Copyable {
  /// The source is asked at least so often, in seconds, as the service's own SDK does.
  private static let pollingInterval: TimeInterval = 300
  /// How long after a failed pass the next one comes, in seconds.
  private static let retryDelay: TimeInterval = 5

  private let log: Log
  private let alive: LivenessLock
  private var synchroniser: Synchroniser<PolicyDirectory>
  private var loop: EventLoop
  private let shared: DirectoryWatch
  private let policies: WatchID
  private let directory: SharedDirectory<SyncRole>

  /// - Parameters:
  ///   - root: Where the shared directory lies; created if it is missing.
  ///   - policyDirectory: An existing directory.
  /// - Throws: ``AlreadyRunning`` if another sync works on this directory (rule D5).
  package init(root: String, policyDirectory: String, log: Log) throws {
    // First of all: signals must be blocked before anything else starts.
    var loop = try EventLoop.open()
    let group = AppGroup(root: root, as: SyncRole.self, log: log)
    try group.directory.prepareLayout()
    let alive = try LivenessLock.acquire(as: SyncRole.self, in: root)
    let shared = try DirectoryWatch(root: root, on: &loop)
    let policies = try loop.watch(directory: policyDirectory)
    let synchroniser = try Synchroniser(
      group: group, source: PolicyDirectory(storage: FileStorage(root: policyDirectory)),
      isMonitorAlive: { LivenessLock.isHeld(as: MonitorRole.self, in: root) })
    self.log = log
    self.alive = alive
    self.loop = loop
    self.shared = shared
    self.policies = policies
    directory = group.directory
    self.synchroniser = synchroniser
  }

  /// Runs until SIGTERM or SIGINT, or until this machine is registered with a service.
  package mutating func run() throws -> SyncEnd {
    let manager = ServiceNotification()
    var isFetching = true
    var polled = Clock.now()
    var isReady = false
    if isRegistered { return .registeredAnew }
    while true {
      let next = pass(isFetching: isFetching)
      if isFetching { polled = Clock.now() }
      if !isReady {
        log(.info, "ready")
        try manager?.ready(status: "following the policy directory")
        isReady = true
      }
      let poll = polled.addingTimeInterval(Self.pollingInterval)
      isFetching = false
      switch try wait(until: min(next ?? poll, poll)) {
      case .stop: return .stopped
      case .registered: return .registeredAnew
      case .fetch: isFetching = true
      case .look: isFetching = Clock.now() >= poll
      }
    }
  }

  /// A pass that fails, because the disk is full or a file cannot be read, is made again a little later.
  private mutating func pass(isFetching: Bool) -> Date? {
    do {
      return try synchroniser.pass(isFetching: isFetching)
    } catch {
      log(.error, "a pass has failed", ["reason": "\(error)"])
      return Clock.now().addingTimeInterval(Self.retryDelay)
    }
  }

  /// With a service, which goes before the directory. A registration that cannot be read is none yet.
  private var isRegistered: Bool { (try? directory.read(.registration)) != nil }

  private enum Reason { case stop, fetch, look, registered }

  /// Waits for something that concerns sync; what it has itself written does not.
  private mutating func wait(until deadline: Date) throws -> Reason {
    while true {
      switch try loop.wait(until: deadline) {
      case .due, .clockChanged: return .look
      case .overflow: return .fetch
      case .signal(SIGHUP): return .fetch
      case .signal: return .stop
      case .descriptor: continue
      case .files(let changes):
        let own = [PolicyDirectory.report, PolicyDirectory.acknowledgement]
        if changes.contains(where: { $0.watch == policies && !own.contains($0.name) }) {
          return .fetch
        }
        let names = shared.names(in: changes)
        if isRegistered { return .registered }
        if try PushInbox(directory.storage).takeWish() { return .fetch }
        if !names.isDisjoint(with: [
          "authorization.json", "inforce.json", "config.json", "vault.json",
        ]) {
          return .look
        }
      }
    }
  }
}
