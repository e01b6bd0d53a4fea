import CompiledPolicy
import SyncService

/// What the checks of a machine mean for the rule categories.
struct Diagnosis: Encodable {
  struct Category: Encodable {
    let category: RuleCategory
    let group: RuleCategory.Group
    /// The best that a report says on a machine on which everything is good; nil where no policy speaks of it.
    let best: MappingResult.Status?
    /// The worst of what it depends on; nil where it depends on nothing that was looked at.
    let verdict: Check.Verdict?
    let words: String
    /// The subjects of the checks that stand in its way.
    let obstacles: [String]
    /// Those of them that make the verdict what it is.
    let causes: [String]
    /// The applied policy asks for it.
    let isDemanded: Bool
  }

  let checks: [Check]
  let categories: [Category]
  /// The subjects of what is missing and that the applied policy asks for.
  let missing: [String]

  /// - Parameter demanded: The categories in which the applied policy restricts something.
  init(_ facts: MachineFacts, demanded: Set<RuleCategory>) {
    let checks = Check.all(facts)
    let categories = RuleCategory.allCases.map { category in
      let capability = MachineCapability(category)
      func verdict(of check: Check) -> Check.Verdict {
        capability.engines.map(check.verdict(for:)).max() ?? .good
      }
      let worst = checks.map(verdict).max() ?? .good
      return Category(
        category: category, group: category.group, best: capability.best,
        verdict: capability.engines.isEmpty ? nil : worst,
        words: capability.words,
        obstacles: checks.filter { verdict(of: $0) > .good }.map(\.subject),
        causes: checks.filter { worst > .good && verdict(of: $0) == worst }.map(\.subject),
        isDemanded: demanded.contains(category))
    }
    self.checks = checks
    self.categories = categories
    let obstacles = Set(categories.filter(\.isDemanded).flatMap(\.obstacles))
    missing = checks.filter { $0.verdict == .missing && obstacles.contains($0.subject) }
      .map(\.subject)
  }
}
