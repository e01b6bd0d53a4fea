import CompiledPolicy
import FamilyControls
import Foundation
import SyncService
import Testing

@testable import SharedDirectory

@Suite struct `A report about limits` {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var use: UseMeasurement?
    var category: RuleCategory
    var status: MappingResult.Status
    var words: String?
  }

  private static func measured(
    _ accuracy: EnforcementStatus, notices: EnforcementStatus = .enforced
  ) -> UseMeasurement {
    UseMeasurement(source: "x11", session: "logind", accuracy: accuracy, notices: notices)
  }

  @Test(arguments: [
    Case(
      testDescription: "an application's limit with the window in front", use: measured(.enforced),
      category: .timePerAppLimit, status: .enforced),
    Case(
      testDescription: "an application's limit by what runs", use: measured(.partial("it runs")),
      category: .timePerAppLimit, status: .partial, words: "it runs"),
    Case(
      testDescription: "nothing measures", use: measured(.unsupported("no root")),
      category: .timePerAppLimit, status: .unsupported,
      words: "use is not measured on this machine: no root"),
    Case(
      testDescription: "measuring has failed", use: measured(.failed("broken")),
      category: .timePerAppLimit, status: .failed,
      words: "use is not measured on this machine: broken"),
    Case(
      testDescription: "an older monitor", use: nil, category: .timeDailyLimit,
      status: .unsupported, words: "use is not measured on this machine"),
    Case(
      testDescription: "the daily limit", use: measured(.enforced), category: .timeDailyLimit,
      status: .partial,
      words: "applications are refused and frozen; the session itself stays open"),
    Case(
      testDescription: "the usage timer with a desktop", use: measured(.enforced),
      category: .usageTimerNotification, status: .enforced),
    Case(
      testDescription: "the usage timer without one",
      use: measured(.enforced, notices: .unsupported("no notify-send")),
      category: .usageTimerNotification, status: .partial, words: "no notify-send"),
  ])
  func `says how well use is measured`(_ sample: Case) throws {
    let text = #"""
      {"version":1,"policy_id":"p","status":"active",
      "screen_time":{"daily_limit_minutes":60,"per_app_limits":[{"bundle_id":"org.example.game",
      "daily_minutes":30}]},"notifications":{"usage_timer_minutes":30}}
      """#
    let received = try ReceivedPolicy(parsing: Array(text.utf8))
    let plan = PolicyPlan(received.policy, faults: received.faults) { Data("\($0)".utf8) }
    var inForce = InForce()
    inForce.backends = [BackendReport("b", .enforced)]
    inForce.use = sample.use
    inForce.edges = plan.activities.map {
      InForce.Edge(activity: $0.name, start: .distantPast, end: .distantFuture)
    }
    let results = CategoryReport(
      plan: plan, authorization: .approved, inForce: inForce, isMonitorAlive: true
    ).results
    let result = try #require(results.first { $0.category == sample.category })
    #expect(result.status == sample.status)
    #expect(result.detail == sample.words)
  }
}
