/// How the service's own terms are named on Apple's platforms.
public struct ApplePlatformMappings: Equatable, Sendable {
  /// The rating on Apple's scale for one of another system.
  public let ageRatings: [String: String]
  public let appCategories: [String: AppCategory]
  public let systemApps: [String: String]
  /// Bundle identifiers.
  public let alwaysAllowed: [String]
  /// By rule category.
  public let categoryFrameworks: [String: CategoryFramework]

  public struct AppCategory: Equatable, Sendable {
    public let appStoreCategory: String?
    public let bundleIDs: [String]
    public let webDomains: [String]
  }

  public struct CategoryFramework: Equatable, Sendable {
    public let framework: String
    public let apiClass: String?
    public let minimumSystem: String?
    public let notes: String?
  }

  init(_ fields: JSONFields) throws(PhosraError) {
    ageRatings = try fields.textsByName("age_ratings")
    systemApps = try fields.textsByName("system_apps")
    alwaysAllowed = try fields.texts("always_allowed")
    var categories: [String: AppCategory] = [:]
    for (name, fields) in try fields.objects("app_categories") {
      categories[name] = AppCategory(
        appStoreCategory: try fields.optionalText("app_store_category"),
        bundleIDs: try fields.texts("bundle_ids"), webDomains: try fields.texts("web_domains"))
    }
    appCategories = categories
    var frameworks: [String: CategoryFramework] = [:]
    for (name, fields) in try fields.objects("category_frameworks") {
      frameworks[name] = CategoryFramework(
        framework: try fields.text("framework"), apiClass: try fields.optionalText("api_class"),
        minimumSystem: try fields.optionalText("min_os"),
        notes: try fields.optionalText("notes"))
    }
    categoryFrameworks = frameworks
  }
}
