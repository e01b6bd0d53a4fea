public import FoundationEssentials
public import PhosraAPI
import SharedDirectory
import SyncService
import Synchronization
import System

/// Keeps this machine at the service's policy: fetches, applies, reports and acknowledges, in the background.
///
/// All that `pavise-sync` promises holds here too; the work is the same, on a thread of its own. There is one for a
/// shared directory at a time: a second one, or `pavise-sync` beside it, is refused.
public final class PolicySyncManager: Sendable {
  public enum Event: Sendable {
    case applied(version: Int)
    /// A policy has come and could not be applied, for want of authorization or for what `pavise status` tells.
    case notApplied(version: Int)
    case unchanged
    /// No policy is active; what it restricted is lifted.
    case lifted
    case failed(PhosraError)
    /// The work has ended for a reason of this machine.
    case stopped(any Error)
  }

  private struct State {
    var isRunning = false
    var commands: [ServiceLoop.Command] = []
    var waiting: [CheckedContinuation<Event, Never>] = []
  }

  private let client: PhosraAPIClient
  private let engine: EnforcementEngine
  private let onEvent: @Sendable (Event) -> Void
  private let bell: Bell
  private let state = Mutex(State())

  /// - Parameters:
  ///   - client: One with a device key.
  ///   - onEvent: Called on the thread that does the work, after it was done.
  public init(
    client: PhosraAPIClient, engine: EnforcementEngine,
    onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws {
    self.client = client
    self.engine = engine
    self.onEvent = onEvent
    bell = try Bell()
  }

  deinit { stopPolling() }

  /// Syncs at once, and from then on every `interval` seconds, a little spread; sooner when a push comes.
  public func startPolling(interval: TimeInterval = 300) throws {
    try command(.poll(every: interval), starts: true)
  }

  /// Ends the work. What the service has yet to be told is kept for the next time.
  public func stopPolling() {
    _ = try? command(.stop, starts: false)
  }

  /// Fetches and applies now, whatever the waits; starts polling if nothing does yet.
  ///
  /// - Returns: What came of it.
  @discardableResult
  public func syncNow() async -> Event {
    await withCheckedContinuation { continuation in
      state.withLock { $0.waiting.append(continuation) }
      do { try command(.fetch, starts: true) } catch { ended(with: error) }
    }
  }

  /// Takes a push by whatever transport; fetches if it names a newer version (rule P5).
  ///
  /// - Parameter payload: As APNs carries it.
  /// - Throws: ``PushFault`` for what is none.
  public func handlePush(_ payload: Data) throws {
    let push = try PushPayload(parsing: Array(payload))
    try command(.push(version: push.version), starts: false)
  }

  // MARK: The thread

  private func command(_ command: ServiceLoop.Command, starts: Bool) throws {
    let isNew = state.withLock { state in
      guard state.isRunning || starts else { return false }
      state.commands.append(command)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isNew {
      do {
        try DetachedThread.start { [weak self, engine, client, bell] in
          Self.work(engine: engine, client: client, bell: bell) { self }
        }
      } catch {
        state.withLock { $0 = State() }
        throw error
      }
    }
    bell.ring()
  }

  private static func work(
    engine: EnforcementEngine, client: PhosraAPIClient, bell: Bell,
    manager: () -> PolicySyncManager?
  ) {
    do {
      var loop = try ServiceLoop(
        root: engine.root, settings: client.sessionSettings, readKey: client.readKey,
        signals: [], bell: bell, log: engine.group.world.log)
      try loop.run(
        commands: { manager()?.takeCommands() ?? [.stop] },
        tell: { news in
          Event(news, appliedVersion: try? engine.appliedVersion).map { manager()?.tell($0) }
        })
      manager()?.ended(with: CancellationError())
    } catch {
      manager()?.onEvent(.stopped(error))
      manager()?.ended(with: error)
    }
  }

  private func takeCommands() -> [ServiceLoop.Command] {
    state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  private func tell(_ event: Event) {
    onEvent(event)
    resume(with: event)
  }

  private func ended(with error: any Error) {
    let waiting = state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: .stopped(error)) }
  }

  private func resume(with event: Event) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: event) }
  }
}

extension PolicySyncManager.Event {
  fileprivate init?(_ news: DeviceSession.News, appliedVersion: Int?) {
    switch news {
    case .policy(let received):
      let version = received.policy.version
      self = version == appliedVersion ? .applied(version: version) : .notApplied(version: version)
    case .unchanged: self = .unchanged
    case .noActivePolicy: self = .lifted
    case .failed(let error): self = .failed(error)
    case .accepted, .setAside: return nil
    }
  }
}
