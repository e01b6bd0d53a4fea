/// What a policy means: every value that can be meant, in the terms of the settings, and every one that cannot
/// (``PolicyFault``, rule P4). A list keeps the entries that can be read beside one that cannot.
struct PolicyReading {
  var faults: [PolicyFault] = []
  /// Why a category is only partly what the policy says, such as a word that nobody knows.
  var reservations: [RuleCategory: [String]] = [:]

  var appRating: Int?
  var movieRating: Int?
  var tvRating: Int?
  var blockedApps: [String] = []
  var allowedApps: [String] = []
  var isAllowlist = false

  var dailyLimit: Int?
  var appLimits: [String: Int] = [:]
  var alwaysAllowed: [String] = []
  /// Minutes of the week in downtime; nil if there is none.
  var downtime: WeekPattern?
  /// Minutes of the week outside the allowed hours; nil if the policy names none.
  var outsideHours: WeekPattern?

  var spendingCap: Double?
  var chat: ContactMode?
  var multiplayer: ContactMode?

  var curfew: WeekPattern?
  var usageTimer: Int?

  var webLevel: WebLevel?
  var blockedDomains: [String] = []
  var allowedDomains: [String] = []
  var blockedCategories: [String] = []

  init(_ policy: CompiledPolicy) {
    if let section = policy.contentFilter { read(section) }
    if let section = policy.screenTime { read(section) }
    if let section = policy.purchases { read(section) }
    if let section = policy.social { read(section) }
    if let section = policy.notifications { read(section) }
    if let section = policy.webFilter { read(section) }
  }

  mutating func fail(_ category: RuleCategory, _ field: String, _ value: String, _ reason: String) {
    faults.append(PolicyFault(category, field, value, reason))
  }

  mutating func reserve(_ category: RuleCategory, _ words: String) {
    reservations[category, default: []].append(words)
  }

  /// The identifiers in order, without blank and doubled ones.
  mutating func identifiers(
    _ list: [String]?, _ category: RuleCategory, _ field: String
  ) -> [String] {
    var seen: Set<String> = []
    var result: [String] = []
    for (index, text) in (list ?? []).enumerated() {
      let name = Words.trimmed(text)
      if name.isEmpty { continue }
      if Self.isIdentifier(name) {
        if seen.insert(name).inserted { result.append(name) }
      } else {
        fail(
          category, "\(field)[\(index)]", PolicyFault.excerpt(of: text), "is no bundle identifier")
      }
    }
    return result
  }

  /// Letters, digits and `.-_+`, beginning with a letter or digit, at most 255 bytes: bundle identifiers and
  /// those of desktop files.
  static func isIdentifier(_ name: String) -> Bool {
    guard name.utf8.count <= 255, let first = name.first, first.isLetter || first.isNumber else {
      return false
    }
    return name.allSatisfy { $0.isLetter || $0.isNumber || ".-_+".contains($0) }
  }
}

extension CompiledPolicy {
  /// Everything in it that cannot be meant, in the order of the document (rule P4).
  public var faults: [PolicyFault] { PolicyReading(self).faults }
}
