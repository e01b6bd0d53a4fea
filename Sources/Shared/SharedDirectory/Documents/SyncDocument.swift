package import CompiledPolicy
package import FamilyControls
package import FoundationEssentials

/// What sync has done and not yet done (`sync.json`).
package struct SyncDocument: Codable, Equatable, Sendable {
  /// The authorization as sync last saw it; absent before.
  package var authorization: AuthorizationStatus?
  /// When the source last answered.
  package var lastContact: Date?
  /// The application of a policy that was last reported, and what was reported of it.
  package var reported: Report?
  /// The version that was last acknowledged.
  package var acknowledged: Int?
  /// Absent before the first grant of a registered machine.
  package var screenTime: ScreenTimeProgress?

  /// The outcome by rule category (rule M1).
  package struct Report: Codable, Equatable, Sendable {
    package var policy: PolicyDocument.Identity?
    package var version: Int
    /// In the order of the categories; what is missing is not addressed by the policy.
    package var results: [CategoryResult]

    package init(policy: PolicyDocument.Identity?, version: Int, results: [CategoryResult]) {
      self.policy = policy
      self.version = version
      self.results = results
    }
  }

  package init() {}
}

/// What is in force of one rule category.
package struct CategoryResult: Codable, Equatable, Sendable {
  package var category: RuleCategory
  package var status: MappingResult.Status
  package var framework: RuleCategory.Framework
  /// Why it is not enforced, or how far.
  package var detail: String?

  package init(
    category: RuleCategory, status: MappingResult.Status, framework: RuleCategory.Framework,
    detail: String? = nil
  ) {
    self.category = category
    self.status = status
    self.framework = framework
    self.detail = detail
  }
}
