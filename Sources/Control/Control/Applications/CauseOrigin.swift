import ActivityEngine
import CompiledPolicy
import DeviceActivity
import EffectiveSettings
import FoundationEssentials
import ManagedSettings
import SharedDirectory
import SyncService

/// Where a setting comes from, and what ends it.
struct CauseOrigin: Codable, Equatable {
  /// Who has set it, in words.
  var source: String
  /// The section of the policy document, as `content_filter`; nil for what no policy has set.
  var section: String?
  /// The rule categories of the policy that the setting serves.
  var categories: [RuleCategory] = []
  /// When it ends by itself; nil if it does not, or that is not known.
  var until: Date?
  /// What ends it, in words.
  var lift: String

  /// - Parameters:
  ///   - policy: Nil if there is none, or it is lifted.
  ///   - inForce: What the monitor last had running.
  init(_ cause: Cause, policy: PolicyDocument?, inForce: InForce?) {
    let plan = policy.flatMap { $0.isLifted ? nil : $0.plan }
    let picked = "pick."
    if cause.store == PolicyApplication.store.rawValue {
      categories = Self.categories(of: plan) { $0 == .setting(cause.setting) }
      source = "the policy, the whole time"
      lift = "a policy that no longer says so"
    } else if let conditional = plan?.conditional.first(where: { $0.store.rawValue == cause.store })
    {
      let running = inForce?.running.first { $0.activity == conditional.activity }
      until = running?.end
      switch conditional.condition {
      case .duringInterval:
        categories = Self.categories(of: plan) { $0 == .lock(during: conditional.activity) }
        source = "the policy, during \(conditional.activity.rawValue)"
        lift = "the end of the interval"
      case .afterEvent(let event):
        categories = Self.categories(of: plan) { $0 == .event(event, of: conditional.activity) }
        let whose = event.limitedApplication
        source =
          "the policy, since \(whose.map { "the limit of \($0)" } ?? "the daily limit") is used up"
        lift = "the end of the day, or extra time: “pavise extend \(whose ?? "all") MINUTES”"
      }
    } else if cause.store.hasPrefix(picked) {
      let name = cause.store.dropFirst(picked.count)
      source = "“pavise shield \(name)”"
      lift = "“pavise unshield \(name)”"
    } else {
      source = "a program that uses the store \(cause.store)"
      lift = "that program, or “pavise clear”"
    }
    section = categories.lazy.compactMap(Self.section).first
  }

  private static func categories(
    of plan: PolicyPlan?, where matches: (MappingResult.Demand) -> Bool
  ) -> [RuleCategory] {
    RuleCategory.allCases.filter { plan?.results[$0]?.demands.contains(where: matches) ?? false }
  }

  private static func section(of category: RuleCategory) -> String? {
    switch category.group {
    case .content: "content_filter"
    case .time: "screen_time"
    case .social: "social"
    default: nil
    }
  }
}
