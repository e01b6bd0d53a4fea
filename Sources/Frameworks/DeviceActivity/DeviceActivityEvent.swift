public import FoundationEssentials
public import ManagedSettings

/// A length of use that a monitor wants to hear of.
///
/// Source: Apple, *DeviceActivity.DeviceActivityEvent*.
public struct DeviceActivityEvent: Equatable, Sendable {
  /// The name of an event of an activity.
  public struct Name: RawRepresentable, Codable, Equatable, Hashable, Sendable {
    public var rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public let applications: Set<ApplicationToken>
  public let categories: Set<ActivityCategoryToken>
  public let webDomains: Set<WebDomainToken>
  /// Whether use from the interval's start, rounded down to the hour, counts although monitoring began later (rule E2).
  public let includesPastActivity: Bool
  private let length: WallClockComponents

  /// Use before monitoring begins does not count.
  public init(
    applications: Set<ApplicationToken> = [], categories: Set<ActivityCategoryToken> = [],
    webDomains: Set<WebDomainToken> = [], threshold: DateComponents
  ) {
    self.init(
      applications: applications, categories: categories, webDomains: webDomains,
      threshold: threshold, includesPastActivity: false)
  }

  public init(
    applications: Set<ApplicationToken> = [], categories: Set<ActivityCategoryToken> = [],
    webDomains: Set<WebDomainToken> = [], threshold: DateComponents, includesPastActivity: Bool
  ) {
    self.applications = applications
    self.categories = categories
    self.webDomains = webDomains
    self.includesPastActivity = includesPastActivity
    length = WallClockComponents(threshold)
  }

  public var threshold: DateComponents { length.components }

  /// Whether no application, category or web domain is named, so that all use counts (rule E1).
  public var includesAllActivity: Bool {
    applications.isEmpty && categories.isEmpty && webDomains.isEmpty
  }
}

extension DeviceActivityEvent {
  /// ``threshold`` in seconds. Not above 0 means that the event is due at the first use.
  package var thresholdSeconds: Double { threshold.lengthInSeconds }
}

extension DeviceActivityEvent.Name: CodingKeyRepresentable {}

/// Sets are encoded sorted, so that equal events are equal bytes (rule B2).
extension DeviceActivityEvent: Codable {
  private enum CodingKeys: String, CodingKey {
    case applications, categories, webDomains, includesPastActivity
    case length = "threshold"
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(applications.canonicallySorted(), forKey: .applications)
    try container.encode(categories.canonicallySorted(), forKey: .categories)
    try container.encode(webDomains.canonicallySorted(), forKey: .webDomains)
    try container.encode(includesPastActivity, forKey: .includesPastActivity)
    try container.encode(length, forKey: .length)
  }
}
