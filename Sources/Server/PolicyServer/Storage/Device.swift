import CompiledPolicy

/// A device that was registered for a child.
struct Device: Equatable, Sendable {
  let id: String
  let childID: String
  var name: String
  var model: String
  var system: String
  var application: String
  var pushToken: String?
  /// JSON: a list of texts.
  var capabilities: String
  /// JSON: what the device last said is in force.
  var enforcement: String
  /// The version of that, or the one acknowledged, whichever came later.
  var policyVersion: Int
  var acknowledgedVersion: Int?
  /// `active` or `revoked`.
  var status: String
  /// Milliseconds since 1970.
  var lastSeen: Int?
  let createdAt: String
  var updatedAt: String

  var isActive: Bool { status == "active" }
}

extension Device {
  /// What a registration, or a change of one, says. A nil keeps what is there.
  struct Description: Equatable, Sendable {
    var name: String?
    var model: String?
    var system: String?
    var application: String?
    var pushToken: String?
    var capabilities: [String]?
  }
}
