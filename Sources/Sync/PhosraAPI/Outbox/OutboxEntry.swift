import CompiledPolicy
package import FoundationEssentials
import SharedDirectory

/// A report or an acknowledgement that the service has not accepted yet.
package struct OutboxEntry: Codable, Equatable, Sendable {
  package enum Call: Codable, Equatable, Sendable {
    /// The body, as it is sent.
    case report(json: String)
    case acknowledgement(version: Int)
  }

  package let call: Call
  /// The same at each attempt, so that a server that knows such keys takes the call once (rule P2).
  package let idempotencyKey: String
  package let queuedAt: Date
  /// How often the service failed at this call while it answered others (rule P8).
  package var refusals = 0

  package init(call: Call, idempotencyKey: String, queuedAt: Date) {
    self.call = call
    self.idempotencyKey = idempotencyKey
    self.queuedAt = queuedAt
  }

  func isOfTheKind(of other: Call) -> Bool {
    switch (call, other) {
    case (.report, .report), (.acknowledgement, .acknowledgement): true
    default: false
    }
  }

  /// Whether both say the same, be it at different times.
  func repeats(_ other: Call) -> Bool {
    switch (call, other) {
    case (.acknowledgement(let one), .acknowledgement(let two)): one == two
    case (.report(let one), .report(let two)):
      one == two || (Self.timeless(one).map { $0 == Self.timeless(two) } ?? false)
    default: false
    }
  }

  private static func timeless(_ json: String) -> [String: JSONValue]? {
    guard case .object(var fields) = try? JSONValue(parsing: Array(json.utf8)) else { return nil }
    fields["reported_at"] = nil
    return fields
  }
}

extension SharedFile where Value == OutboxEntry, Writer == SyncRole {
  static func outboxEntry(_ name: String) -> Self {
    // One lock for all: a lock is a file that stays.
    Self(name: "\(Outbox.directoryName)/\(name)", lock: .file("outbox"), lastGood: .none)
  }
}
