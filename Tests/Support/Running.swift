import Foundation
import Synchronization

/// Work on a real thread of its own.
package final class Running: Sendable {
  private let outcome = Mutex<Result<Void, any Error>?>(nil)
  private let end = DispatchSemaphore(value: 0)

  package init(_ body: @escaping @Sendable () throws -> Void) {
    Thread { [outcome = self] in
      outcome.outcome.withLock { $0 = Result { try body() } }
      outcome.end.signal()
    }.start()
  }

  /// Waits for it, and throws what it threw.
  package func finish() throws {
    end.wait()
    try outcome.withLock { $0 }?.get()
  }
}
