package import CompiledPolicy
import FoundationEssentials
package import PhosraAPI
package import UseAccounting

extension ScreenTimePayload {
  /// The use of one local day, as the service may know it (rules M4 and M5).
  ///
  /// Categories are Pavise's own words for kinds of applications, never a person's. An application is named only as the
  /// policy names it; every other one is part of its category and of the total, without a name.
  package init(_ day: UsageDay, policy: CompiledPolicy?) {
    let named = policy?.namedApplications ?? []
    var categories: [String: Double] = [:]
    var applications: [String: Double] = [:]
    for record in day.records {
      let kinds = record.applications.map { day.kinds?[$0] }
      // What several applications share, by what runs for instance, counts once for each category.
      var found = Set(kinds.map { $0?.categories.first ?? Self.otherCategory })
      if found.isEmpty { found = [Self.otherCategory] }
      for category in found { categories[category, default: 0] += record.seconds }
      let names = Set(kinds.compactMap { $0?.identifiers.first(where: named.contains) })
      for name in names { applications[name, default: 0] += record.seconds }
    }
    self.init(
      byCategory: Self.minutes(categories), topApps: Self.minutes(applications),
      totalMinutes: Self.minutes(day.total), date: day.date)
  }

  /// Where what is used is of no known kind.
  private static let otherCategory = "other"

  private static func minutes(_ seconds: Double) -> Int {
    Int((min(max(seconds, 0), 27 * 3600) / 60).rounded())
  }

  /// Without what was used for less than half a minute.
  private static func minutes(_ sums: [String: Double]) -> [String: Int] {
    sums.mapValues { minutes($0) }.filter { $0.value > 0 }
  }
}

extension CompiledPolicy {
  /// Every application that the document names.
  fileprivate var namedApplications: Set<String> {
    let lists = [
      contentFilter?.blockedApps, contentFilter?.allowedApps, screenTime?.alwaysAllowedApps,
    ]
    let limited = (screenTime?.perAppLimits ?? []).compactMap(\.bundleID)
    return Set(lists.compactMap(\.self).joined()).union(limited)
  }
}
