import CompiledPolicy
import FamilyControls
import Foundation
import SharedDirectory
import SyncService
import TestSupport
import Testing

@Suite struct `What Pavise does for a category on this machine` {
  /// Closes whatever a policy can close, one title allowed, one application limited.
  private static let strict = #"""
    {"version":1,"policy_id":"p","status":"active","content_filter":{"blocked_apps":["a.b.c"],
    "allowed_apps":["d.e.f"],"allowlist_mode":false},"purchases":{"block_iap":true},
    "screen_time":{"per_app_limits":[{"bundle_id":"g.h.i","daily_minutes":30}]},
    "social":{"chat_mode":"none","multiplayer_mode":"none"}}
    """#

  /// With everything in force that can be, reports say just what the table says.
  @Test func `is the best that a report ever says`() throws {
    let order: [String] = ["failed", "unsupported", "partial", "enforced"]
    var best: [String: Int] = [:]
    for policy in [Self.strict, SamplePolicies.tween, SamplePolicies.limits] {
      let home = try SyncHome()
      try home.guardian.grant(to: .child)
      try home.put(policy)
      try home.pass()
      try home.enforce(
        lock: .enforced,
        use: UseMeasurement(
          source: "x11", session: "logind", accuracy: .enforced, notices: .enforced, faults: []))
      try home.pass()
      for result in try #require(try home.report()).payload.results {
        let rank = try #require(order.firstIndex(of: "\(result.status)"))
        best["\(result.category.rawValue)"] = max(best["\(result.category.rawValue)"] ?? 0, rank)
      }
    }
    for category in RuleCategory.allCases {
      let capability = MachineCapability(category)
      #expect(best[category.rawValue].map { order[$0] } == capability.best?.rawValue, "\(category)")
      #expect(!capability.words.isEmpty)
    }
  }
}
