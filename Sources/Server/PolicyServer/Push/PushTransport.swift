/// Carries pushes to where devices listen for them.
package protocol PushTransport: Sendable {
  /// Delivers one message, or throws when it could not. May block for as long as its own time limits allow; called by
  /// one thread at a time, which does nothing else.
  func send(_ message: PushMessage) throws
}

/// Tells a child's devices that there is another policy for them (rule P5). It holds nothing secret.
package struct PushMessage: Equatable, Sendable {
  package let childID: String
  package let version: Int

  /// The payload as Apple's service carries it.
  package var payload: [UInt8] {
    let payload: WireValue = [
      "aps": ["content-available": 1],
      "phosra": ["event": "policy.updated", "version": .integer(version)],
    ]
    return Array(payload.text.utf8)
  }
}
