package import Foundation
import Synchronization

/// A wall clock that a test sets.
package final class TestClock: Sendable {
  private let instant: Mutex<Date>
  private let step = Mutex(0.0)

  /// How much passes each time that somebody looks, in seconds.
  package var tick: TimeInterval {
    get { step.withLock { $0 } }
    set { step.withLock { $0 = newValue } }
  }

  package init(_ start: Date = Date(timeIntervalSince1970: 1_774_000_000)) {
    instant = Mutex(start)
  }

  package var now: Date {
    let step = tick
    return instant.withLock {
      $0 += step
      return $0
    }
  }

  package func set(_ now: Date) { instant.withLock { $0 = now } }

  package func advance(_ seconds: TimeInterval) { instant.withLock { $0 += seconds } }
}
