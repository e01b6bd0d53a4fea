package import DeviceActivity
package import ManagedSettings

/// What a policy asks for in one rule category, and what of it a plan can serve.
package struct MappingResult: Codable, Equatable, Sendable {
  /// Something that must be found in force for the category to be enforced (rule M2).
  package enum Demand: Codable, Hashable, Sendable {
    /// In force the whole time.
    case setting(SettingKey)
    /// The activity is monitored, and the device locked while it runs.
    case lock(during: DeviceActivityName)
    /// The activity is monitored, and notifications are silenced while it runs.
    case silence(during: DeviceActivityName)
    /// The event is monitored, and what depends on it is in force after it.
    case event(DeviceActivityEvent.Name, of: DeviceActivityName)
  }

  /// The status in reports.
  package enum Status: String, Codable, Sendable {
    case enforced, partial, failed, unsupported
  }

  package var framework: RuleCategory.Framework
  /// Whether the policy says anything about the category. The rest is empty otherwise.
  package var isAddressed = false
  /// Empty with an addressed category means that the policy restricts nothing in it.
  package var demands: [Demand] = []
  /// Why the demands are less, or more, than the policy's words.
  package var partial: [String] = []
  /// Why nothing here can serve it.
  package var unsupported: String?
  /// Values that cannot be meant, and windows that no activity holds. `demands` are what is in force all the same.
  package var failed: [String] = []

  init(_ category: RuleCategory) { framework = category.framework }

  /// The best that can be reported, if every demand is found in force; nil for what the policy does not address.
  package var status: Status? {
    if !isAddressed { return nil }
    if !failed.isEmpty { return .failed }
    if unsupported != nil { return .unsupported }
    return partial.isEmpty ? .enforced : .partial
  }

  /// Why it is not `enforced`; nil if it is. Of many reasons the first five and how many more there are.
  package var detail: String? {
    let reasons = failed + [unsupported].compactMap { $0 } + partial
    guard !reasons.isEmpty else { return nil }
    let rest = reasons.count - 5
    return reasons.prefix(5).joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }
}
