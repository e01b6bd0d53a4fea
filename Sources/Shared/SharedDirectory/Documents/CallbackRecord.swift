package import ActivityEngine
package import FoundationEssentials

/// One line of the callback journal: a callback has fallen due, or its handler has returned (rules D1, D2).
package struct CallbackRecord: Codable, Equatable, Sendable {
  package enum Phase: String, Codable, Sendable {
    case due, delivered
  }

  package var phase: Phase
  /// When the line was written.
  package var at: Date
  package var callback: ActivityCallback
  /// Given again after a crash in or after its handler.
  package var isRedelivery: Bool

  package init(
    _ phase: Phase, _ callback: ActivityCallback, at: Date, isRedelivery: Bool = false
  ) {
    self.phase = phase
    self.callback = callback
    self.at = at
    self.isRedelivery = isRedelivery
  }
}

/// Something other than a callback that people look for in the journal: a grant, a revocation, a lifted policy.
package struct JournalNote: Codable, Equatable, Sendable {
  package var note: String
  package var at: Date
  package var who: String?

  package init(_ note: String, at: Date, who: String? = nil) {
    self.note = note
    self.at = at
    self.who = who
  }
}
