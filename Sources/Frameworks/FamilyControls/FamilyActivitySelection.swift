public import ManagedSettings

/// The applications, categories and web sites that a person picked.
///
/// Equal to another when the content is (rule B2).
///
/// Source: Apple, *FamilyControls.FamilyActivitySelection*.
public struct FamilyActivitySelection: Equatable, Sendable {
  /// Whether picking a category also picks the tokens of what is in it.
  public let includeEntireCategory: Bool
  public var applicationTokens: Set<ApplicationToken> = []
  public var categoryTokens: Set<ActivityCategoryToken> = []
  public var webDomainTokens: Set<WebDomainToken> = []

  /// Identifiers that iOS wrote beside the tokens. Kept, and normally none.
  package var untokenizedApplicationIdentifiers: Set<String> = []
  package var untokenizedCategoryIdentifiers: Set<String> = []
  package var untokenizedWebDomainIdentifiers: Set<String> = []

  public init() {
    self.init(includeEntireCategory: false)
  }

  public init(includeEntireCategory: Bool) {
    self.includeEntireCategory = includeEntireCategory
  }

  public var applications: Set<Application> { Set(applicationTokens.map(Application.init(token:))) }
  public var categories: Set<ActivityCategory> {
    Set(categoryTokens.map(ActivityCategory.init(token:)))
  }
  public var webDomains: Set<WebDomain> { Set(webDomainTokens.map(WebDomain.init(token:))) }
}

/// Views whose row N is the same for who displays and for who acts (rule B3).
extension FamilyActivitySelection {
  package var sortedApplicationTokens: [ApplicationToken] { applicationTokens.canonicallySorted() }
  package var sortedCategoryTokens: [ActivityCategoryToken] { categoryTokens.canonicallySorted() }
  package var sortedWebDomainTokens: [WebDomainToken] { webDomainTokens.canonicallySorted() }
}

/// The JSON that iOS writes and reads, with sorted arrays (rules B1 and B2).
extension FamilyActivitySelection: Codable {
  private enum CodingKeys: CodingKey {
    case applicationTokens, categoryTokens, webDomainTokens
    case untokenizedApplicationIdentifiers, untokenizedCategoryIdentifiers
    case untokenizedWebDomainIdentifiers
    case includeEntireCategory
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func identifiers(_ key: CodingKeys) throws -> Set<String> {
      try container.decodeIfPresent(Set<String>.self, forKey: key) ?? []
    }
    applicationTokens = try container.decode(Set.self, forKey: .applicationTokens)
    categoryTokens = try container.decode(Set.self, forKey: .categoryTokens)
    webDomainTokens = try container.decode(Set.self, forKey: .webDomainTokens)
    untokenizedApplicationIdentifiers = try identifiers(.untokenizedApplicationIdentifiers)
    untokenizedCategoryIdentifiers = try identifiers(.untokenizedCategoryIdentifiers)
    untokenizedWebDomainIdentifiers = try identifiers(.untokenizedWebDomainIdentifiers)
    includeEntireCategory =
      try container.decodeIfPresent(Bool.self, forKey: .includeEntireCategory) ?? false
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(sortedApplicationTokens, forKey: .applicationTokens)
    try container.encode(sortedCategoryTokens, forKey: .categoryTokens)
    try container.encode(sortedWebDomainTokens, forKey: .webDomainTokens)
    try container.encode(
      untokenizedApplicationIdentifiers.sorted(), forKey: .untokenizedApplicationIdentifiers)
    try container.encode(
      untokenizedCategoryIdentifiers.sorted(), forKey: .untokenizedCategoryIdentifiers)
    try container.encode(
      untokenizedWebDomainIdentifiers.sorted(), forKey: .untokenizedWebDomainIdentifiers)
    try container.encode(includeEntireCategory, forKey: .includeEntireCategory)
  }
}
