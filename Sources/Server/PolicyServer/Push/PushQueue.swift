import Glibc
import Synchronization
import System

/// Sends pushes one after the other, in a thread of its own, so that no call of the API waits for them.
///
/// Of several for one child only the last is kept. One that cannot be delivered is tried a few times and then
/// dropped: devices poll, a push only makes it quicker.
final class PushQueue: Sendable {
  private static let attempts = 4

  private let transport: any PushTransport
  private let log: Log
  private let waiting = Mutex(Waiting())
  /// Counts what there is to look at.
  private let bell: Bell

  private struct Waiting {
    var messages: [PushMessage] = []
    var isClosed = false
  }

  init(transport: any PushTransport, log: Log) throws(SystemError) {
    self.transport = transport
    self.log = log
    bell = try Bell()
    let code = startThread { [self] in run() }
    if code != 0 { throw SystemError(call: "pthread_create", code: code) }
  }

  func add(_ message: PushMessage) {
    waiting.withLock {
      $0.messages.removeAll { $0.childID == message.childID }
      $0.messages.append(message)
    }
    bell.ring()
  }

  /// What is still waiting is dropped.
  func close() {
    waiting.withLock {
      $0.isClosed = true
      $0.messages = []
    }
    bell.ring()
  }

  private func run() {
    while true {
      bell.wait(seconds: nil)
      while let message = next() { deliver(message) }
      if waiting.withLock({ $0.isClosed }) { return }
    }
  }

  private func next() -> PushMessage? {
    waiting.withLock { $0.messages.isEmpty ? nil : $0.messages.removeFirst() }
  }

  private func deliver(_ message: PushMessage) {
    for attempt in 1...Self.attempts {
      do {
        try transport.send(message)
        log(.debug, "push sent", ["version": message.version])
        return
      } catch {
        log(.warning, "push failed", ["attempt": attempt, "reason": "\(error)"])
      }
      // A newer one for the same child, or the end, makes this one pointless.
      let isOutdated = waiting.withLock { state in
        state.isClosed || state.messages.contains { $0.childID == message.childID }
      }
      if isOutdated || attempt == Self.attempts { return }
      bell.wait(seconds: 1 << attempt)
    }
  }
}
