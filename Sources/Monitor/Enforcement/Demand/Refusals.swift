import Synchronization
package import System

/// What gates and freezer have to tell the loop of the daemon. Whoever adds never waits, and what the loop was not asked
/// about in time is forgotten.
package final class Refusals: Sendable {
  package enum Event: Hashable, Sendable {
    /// The managed user was refused to start, or to open, this file.
    case start(FileIdentity)
    /// He was refused a program that is not root's alone (allowlist mode).
    case unlisted
    /// Processes of this application were running, and were frozen.
    case frozen(desktopID: String)
    /// What allowlist mode rests upon has changed: its gate has ended, or there are other mounts.
    case allowlistChanged
  }

  /// How many different events are kept.
  private static let limit = 64

  private let bell: Bell
  private let events = Mutex<[Event]>([])

  package init() throws {
    bell = try Bell()
  }

  /// Readable while there is something to take.
  package var descriptor: Int32 { bell.descriptor }

  package func add(_ event: Event) {
    let isNew = events.withLock { events in
      guard events.count < Self.limit, !events.contains(event) else { return false }
      events.append(event)
      return true
    }
    if isNew { bell.ring() }
  }

  /// All that was added since the last time, each once, in the order in which it came.
  package func take() -> [Event] {
    bell.silence()
    return events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
