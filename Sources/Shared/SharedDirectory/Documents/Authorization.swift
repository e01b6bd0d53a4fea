package import FamilyControls
package import FoundationEssentials

/// Whether Pavise may restrict this machine, by whose word and since when (`authorization.json`).
package struct Authorization: Codable, Equatable, Sendable {
  package var status: AuthorizationStatus
  package var member: FamilyControlsMember?
  /// Names the grant in force, or the one that was revoked; every token, store and registration belongs to one
  /// (rule A5). Absent before the first.
  package var grant: String?
  package var since: Date

  package init(
    status: AuthorizationStatus, member: FamilyControlsMember?, grant: String?, since: Date
  ) {
    self.status = status
    self.member = member
    self.grant = grant
    self.since = since
  }

  /// The grant that is in force; nil if none is.
  package var grantInForce: String? {
    status == .approved ? grant : nil
  }

  /// Whether `grant` was clearly taken back or followed by another. "Not determined" is never that (rule A2), and what
  /// belongs to no grant cannot be.
  package func hasRevoked(_ grant: String?) -> Bool {
    guard let grant else { return false }
    return switch status {
    case .denied: true
    case .approved: self.grant != nil && self.grant != grant
    default: false
    }
  }
}
