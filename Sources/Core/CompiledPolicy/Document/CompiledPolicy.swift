/// The policy document of the service, field by field as it is on the wire.
///
/// A section or field that the document does not have, or has as `null`, is nil and says nothing. The values are what
/// was found: the service validates none of them. What they mean, and which of them mean nothing, is decided
/// by reading them (``faults``).
public struct CompiledPolicy: Codable, Equatable, Sendable {
  /// Grows with each change of this policy's rules; another policy counts for itself (rule P6).
  public var version: Int
  public var policyID: String
  public var status: String
  public var childID: String?
  public var childAge: Int?
  public var ageGroup: String?
  /// A date that ``RFC3339`` reads, kept as text since a `Date` cannot hold its nanoseconds.
  public var generatedAt: String?
  public var contentFilter: ContentFilter?
  public var screenTime: ScreenTime?
  public var purchases: Purchases?
  public var privacy: Privacy?
  public var social: Social?
  public var notifications: Notifications?
  public var webFilter: WebFilter?

  /// False lifts every restriction and keeps monitoring (rule P3). So does a status that nobody knows.
  public var isActive: Bool { Words.normalized(status) == "active" }

  enum CodingKeys: String, CodingKey {
    case version, status, purchases, privacy, social, notifications
    case policyID = "policy_id"
    case childID = "child_id"
    case childAge = "child_age"
    case ageGroup = "age_group"
    case generatedAt = "generated_at"
    case contentFilter = "content_filter"
    case screenTime = "screen_time"
    case webFilter = "web_filter"
  }
}
