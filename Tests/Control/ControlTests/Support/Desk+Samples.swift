@testable import ActivityEngine
@testable import CompiledPolicy
import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import SharedDirectory
import Testing

extension Desk {
  static let grant = "g1"
  static let night = DeviceActivityName("phosra.locked.night")

  /// Fills in what the pair writes on an evening on which a policy is applied and the night has begun.
  func prepareEvening() throws {
    try control.prepareLayout()
    try control.update(.configuration) { _ in
      var configuration = Configuration()
      configuration.managedUser = "kid"
      return configuration
    }
    try control.write(
      .authorization,
      Authorization(
        status: .approved, member: .child, grant: Self.grant, since: date("2026-03-01T09:00:00Z")))
    let text = #"{"version":3,"policy_id":"0b9d","status":"active"}"#
    let received = try ReceivedPolicy(parsing: Array(text.utf8))
    let policy = PolicyDocument(
      policy: received.policy, plan: PolicyPlan(), grant: Self.grant,
      appliedAt: date("2026-03-27T18:00:00Z"))
    try sync.write(.policy, policy)
    var document = SyncDocument()
    document.authorization = .approved
    document.reported = SyncDocument.Report(
      policy: policy.identity, version: 3,
      results: [
        CategoryResult(
          category: .timeDowntime, status: .partial, framework: .deviceActivity,
          detail: "applications are refused and frozen; the session itself stays open"),
        CategoryResult(
          category: .contentBlockTitle, status: .enforced, framework: .managedSettings),
      ])
    document.acknowledged = 3
    try sync.write(.sync, document)
    try monitor.write(.inForce, inForce(policy.identity))
  }

  private func inForce(_ policy: PolicyDocument.Identity) -> InForce {
    var inForce = InForce()
    inForce.authorization = .approved
    inForce.grant = Self.grant
    inForce.policy = policy
    inForce.managedUser = "kid"
    inForce.running = [
      RunningActivity(
        activity: Self.night, generation: 1, start: date("2026-03-27T20:00:00Z"),
        end: date("2026-03-28T06:00:00Z"), isInside: true,
        events: [
          .init(name: .init("limit.daily"), threshold: 7200, used: 3900, hasReached: false)
        ])
    ]
    inForce.edges = [
      .init(
        activity: Self.night, start: date("2026-03-27T20:00:00Z"),
        end: date("2026-03-28T06:00:00Z")),
      .init(
        activity: .init("phosra.daily"), start: date("2026-03-27T23:00:00Z"),
        end: date("2026-03-28T23:00:00Z")),
    ]
    inForce.stores = ["phosra.policy", "phosra.when.night"]
    inForce.backends = [
      BackendReport(
        "refuse-to-start", items: [.init("org.example.chess", .enforced)]),
      BackendReport(
        "freeze",
        items: [.init("org.example.chess", .failed("cgroup.freeze: Permission denied"))]),
    ]
    return inForce
  }
}
