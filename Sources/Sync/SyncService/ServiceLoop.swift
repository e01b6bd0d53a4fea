import FoundationEssentials
import Glibc
package import PhosraAPI
package import SharedDirectory
package import System

/// Why a loop of sync has ended.
package enum SyncEnd: Equatable, Sendable {
  case stopped
  /// This machine was registered with a service meanwhile, or with another one: begin again with that.
  case registeredAnew
}

/// Runs a ``Synchroniser`` on the real machine, with the policies of the service.
///
/// It wakes for the network, for files, for a push and for what its caller wants; never only to look.
package struct ServiceLoop: ~Copyable {
  /// What somebody else wants of the loop; ring the bell after having it ready.
  package enum Command: Sendable {
    case stop
    case fetch
    case push(version: Int)
    case poll(every: Double)
  }

  /// How long after a failed pass the next one comes, in seconds.
  private static let retryDelay: TimeInterval = 5

  private let log: Log
  private let alive: LivenessLock
  private let group: AppGroup<SyncRole>
  private var synchroniser: Synchroniser<ServiceSource>
  private var loop: EventLoop
  private let shared: DirectoryWatch
  private let network: DescriptorID
  private let bell: Bell
  private let bellID: DescriptorID
  /// What is followed; nil if nothing but the caller's settings is.
  private var registration: ServiceRegistration?

  /// - Parameters:
  ///   - root: Where the shared directory lies; created if it is missing.
  ///   - signals: Those that end the loop, or, SIGHUP, make it fetch; none in a program of somebody else's.
  /// - Throws: ``AlreadyRunning`` if another sync works on this directory (rule D5).
  package init(
    root: String, settings: DeviceSession.Settings,
    readKey: @escaping () throws -> DeviceKey?, signals: [Int32] = [SIGTERM, SIGINT, SIGHUP],
    bell: Bell, log: Log
  ) throws {
    var loop = try EventLoop.open(signals: signals)
    let group = AppGroup(root: root, as: SyncRole.self, log: log)
    try group.directory.prepareLayout()
    let alive = try LivenessLock.acquire(as: SyncRole.self, in: root)
    let shared = try DirectoryWatch(root: root, on: &loop)
    let session = try DeviceSession(settings, directory: group.directory, readKey: readKey)
    let network = try loop.add(session.descriptor)
    let bellID = try loop.add(bell.descriptor)
    let synchroniser = try Synchroniser(
      group: group, source: ServiceSource(session, now: group.world.now),
      isMonitorAlive: { LivenessLock.isHeld(as: MonitorRole.self, in: root) })
    self.log = log
    self.alive = alive
    self.group = group
    self.synchroniser = synchroniser
    self.loop = loop
    self.shared = shared
    self.network = network
    self.bell = bell
    self.bellID = bellID
  }

  /// Runs until a signal or a command ends it, or the machine is registered anew.
  ///
  /// - Parameters:
  ///   - commands: Asked when the bell has rung.
  ///   - tell: Told what came of it, after it was applied.
  @discardableResult
  package mutating func run(
    commands: () -> [Command] = { [] }, tell: (DeviceSession.News) -> Void = { _ in }
  ) throws -> SyncEnd {
    let manager = ServiceNotification()
    var isReady = false
    if isRegisteredAnew { return .registeredAnew }
    // What was not done before a crash comes first, before anything is sent.
    var lookAt: Date? = pass()
    while true {
      let advance = try advance()
      if !advance.news.isEmpty || (lookAt.map { $0 <= Clock.now() } ?? false) { lookAt = pass() }
      advance.news.forEach(tell)
      if !isReady {
        log(.info, "ready")
        try manager?.ready(status: "following the policy service")
        isReady = true
      }
      // Once more, for what the pass has put into the outbox.
      let wait = advance.news.isEmpty ? advance.wait : 0
      let due = wait.isFinite ? Clock.now().addingTimeInterval(wait) : nil
      switch try loop.wait(until: [due, lookAt].compactMap(\.self).min()) {
      case .due, .clockChanged: continue
      case .signal(SIGHUP): synchroniser.source.fetchNow()
      case .signal: return .stopped
      case .overflow: lookAt = pass()
      case .files(let changes):
        let names = shared.names(in: changes)
        if isRegisteredAnew { return .registeredAnew }
        if names.contains(Self.keyName) { synchroniser.source.fetchNow() }
        if !names.isDisjoint(with: [
          "authorization.json", "inforce.json", "config.json", "vault.json",
        ]) {
          lookAt = pass()
        }
      case .descriptor(bellID):
        bell.silence()
        for command in commands() {
          switch command {
          case .stop: return .stopped
          case .fetch: synchroniser.source.fetchNow()
          case .push(let version):
            synchroniser.source.push(version: version, heldVersion: try heldVersion())
          case .poll(let interval): synchroniser.source.poll(every: interval)
          }
        }
      case .descriptor: continue
      }
    }
  }

  /// The file of the device's key in the shared directory.
  package static let keyName = "device-key"

  /// Has the loop end when this machine is no longer registered so.
  package mutating func follow(_ registration: ServiceRegistration?) {
    self.registration = registration
  }

  /// A registration that cannot be read is no other one.
  private var isRegisteredAnew: Bool {
    guard let registration else { return false }
    do { return try group.directory.read(.registration) != registration } catch { return false }
  }

  private func heldVersion() throws -> Int? {
    let held = try group.directory.read(.policy)
    return held.flatMap { $0.lifted == .noActivePolicy ? nil : $0.policy.version }
  }

  private mutating func advance() throws -> DeviceSession.Advance {
    try synchroniser.source.advance(heldVersion: try heldVersion())
  }

  /// - Returns: When to do so again if nothing changes until then.
  private mutating func pass() -> Date? {
    do {
      return try synchroniser.pass(isFetching: synchroniser.source.hasAnswer)
    } catch {
      log(.error, "pass failed, tried again", ["reason": "\(error)"])
      return Clock.now().addingTimeInterval(Self.retryDelay)
    }
  }
}
