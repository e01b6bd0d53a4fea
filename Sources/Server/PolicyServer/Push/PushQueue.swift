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
  /// Seconds, doubled at each attempt.
  private let retryDelay: Double
  private let waiting = Mutex(Waiting())
  private let bell: Bell

  private struct Waiting {
    var messages: [PushMessage] = []
    var isClosed = false
  }

  init(
    transport: any PushTransport, retryDelay: Double = 1, log: Log
  ) throws(SystemError) {
    self.transport = transport
    self.retryDelay = retryDelay
    self.log = log
    bell = try Bell()
    try DetachedThread.start { [self] in run() }
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
      rest(seconds: nil)
      while let message = next() { deliver(message) }
      if waiting.withLock({ $0.isClosed }) { return }
    }
  }

  /// Returns when there is something to look at, or when the time is up.
  private func rest(seconds: Double?) {
    // A wait that fails is a short one, and everything is looked at again anyway.
    _ = try? waitUntilReadable([bell.descriptor], for: seconds)
    bell.silence()
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
      rest(seconds: retryDelay * Double(1 << attempt))
    }
  }
}
