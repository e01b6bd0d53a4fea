import ActivityEngine
import CompiledPolicy
import DeviceActivity
import EffectiveSettings
import FoundationEssentials
import ManagedSettings
import SharedDirectory
import TimeZoneRules

/// Why something is refused, and when that ends. Pure.
struct ShieldReason: Hashable {
  enum Cause: Hashable {
    case blocked
    case rating
    /// Nothing may run but what is allowed.
    case notAllowed
    /// Downtime, or outside the hours allowed.
    case downtime
    case limit
    case dailyLimit
    /// A shield of somebody's own.
    case shield
  }

  var cause: Cause
  /// Nil where no time ends it.
  var end: Date?

  /// The one of several rules that lasts longest.
  init?(_ rules: [RestrictingRule], plan: PolicyPlan?, running: [RunningActivity]) {
    let reasons = rules.map { Self($0, plan: plan, running: running) }
    guard let longest = reasons.max(by: { $0.end ?? .distantFuture < $1.end ?? .distantFuture })
    else { return nil }
    self = longest
  }

  private init(_ rule: RestrictingRule, plan: PolicyPlan?, running: [RunningActivity]) {
    let conditional = plan?.conditional.first { $0.store.rawValue == rule.store }
    if let conditional, let activity = running.first(where: { $0.activity == conditional.activity })
    {
      end = activity.end
      cause =
        switch conditional.condition {
        case .duringInterval: .downtime
        case .afterEvent(.dailyLimit): .dailyLimit
        case .afterEvent: .limit
        }
      return
    }
    cause =
      switch rule.setting {
      case .applicationBlockedApplications: .blocked
      case .appStoreMaximumRating: .rating
      case .shieldApplicationCategories where rule.isForAll: .notAllowed
      default: .shield
      }
  }

  func words(at now: Date, in zone: TimeZoneRules) -> String {
    let until = end.map { " until " + Self.clock($0, seenFrom: now, in: zone) } ?? ""
    return switch cause {
    case .blocked: "It is blocked."
    case .rating: "It is not for this age."
    case .notAllowed: "Only what is allowed can be opened."
    case .downtime: "Downtime\(until)."
    case .limit: "Its time is used up\(until)."
    case .dailyLimit: "The time for today is used up\(until)."
    case .shield: "It is shielded."
    }
  }

  /// The time of day, with the date where that is not today or the coming night.
  static func clock(_ instant: Date, seenFrom now: Date, in zone: TimeZoneRules) -> String {
    let local = zone.localTime(at: instant)
    let time = "\(two(local.hour)):\(two(local.minute))"
    if instant.timeIntervalSince(now) < 24 * 3600 { return time }
    return "\(local.year)-\(two(local.month))-\(two(local.day)) \(time)"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
