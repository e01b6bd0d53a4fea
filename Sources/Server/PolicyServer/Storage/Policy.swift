/// A policy of a child. Of several active ones the lowest priority is served, then the oldest.
struct Policy: Equatable, Sendable {
  enum Status: String, Sendable {
    case draft, active, paused
  }

  let id: String
  let childID: String
  var name: String
  var status: Status
  var priority: Int
  var version: Int
  /// JSON: the sections.
  var document: String
  let createdAt: String
  var updatedAt: String
  /// When it got its version.
  var changedAt: String

  var wire: WireValue {
    [
      "id": .string(id), "child_id": .string(childID), "name": .string(name),
      "status": .string(status.rawValue), "priority": .integer(priority),
      "version": .integer(version), "created_at": .string(createdAt),
      "updated_at": .string(updatedAt),
    ]
  }
}

/// What a change of a child's policies did to what its devices are served.
struct PolicyChange: Equatable, Sendable {
  let childID: String
  let version: Int
  /// Whether the devices get something else now than before.
  let concernsDevices: Bool
}
