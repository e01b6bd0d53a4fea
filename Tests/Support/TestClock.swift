package import Foundation
import Synchronization

/// A wall clock that a test sets.
package final class TestClock: Sendable {
  private let instant: Mutex<Date>

  package init(_ start: Date = Date(timeIntervalSince1970: 1_774_000_000)) {
    instant = Mutex(start)
  }

  package var now: Date { instant.withLock { $0 } }

  package func set(_ now: Date) { instant.withLock { $0 = now } }

  package func advance(_ seconds: TimeInterval) { instant.withLock { $0 += seconds } }
}
