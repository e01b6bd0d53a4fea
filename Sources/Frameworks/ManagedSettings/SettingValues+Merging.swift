extension [SettingKey: SettingValue] {
  /// The settings of several stores as one: the most restrictive value of each wins (rule S2).
  ///
  /// Category policies and web filters are left out, since no one value can say what several of them shield together.
  package static func merging(_ stores: some Sequence<SettingValues>) -> SettingValues {
    var merged: SettingValues = [:]
    for (key, value) in stores.joined() {
      merged[key] = merged[key].map { $0.tightened(by: value) } ?? value.alone
    }
    return merged
  }
}

extension SettingValue {
  /// The value, unless it is one that does not merge.
  fileprivate var alone: SettingValue? {
    switch self {
    case .applicationCategories, .webDomainCategories, .filter: nil
    default: self
    }
  }

  /// The more restrictive of two values of one setting; of two kinds, which only a foreign writer could mix, the first.
  fileprivate func tightened(by other: SettingValue) -> SettingValue {
    switch (self, other) {
    case (.bool(let first), .bool(let second)): .bool(first || second)
    case (.number(let first), .number(let second)): .number(min(first, second))
    case (.cookiePolicy(let first), .cookiePolicy(let second)): .cookiePolicy(min(first, second))
    case (.applications(let first), .applications(let second)): .applications(first.union(second))
    case (.applicationTokens(let first), .applicationTokens(let second)):
      .applicationTokens(first.union(second))
    case (.webDomainTokens(let first), .webDomainTokens(let second)):
      .webDomainTokens(first.union(second))
    default: self
    }
  }
}
