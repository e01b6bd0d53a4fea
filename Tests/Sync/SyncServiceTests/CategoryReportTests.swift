import CompiledPolicy
import DeviceActivity
import FamilyControls
import Foundation
import SyncService
import Testing
import TestSupport

@testable import SharedDirectory

@Suite struct `A report by category` {
  @Test(arguments: [SamplePolicies.tween, SamplePolicies.limits])
  func `has an answer for each of the 45 categories`(policy: String) throws {
    let home = try SyncHome()
    try home.guardian.grant(to: .child)
    try home.put(policy)
    try home.pass()
    try home.enforce()
    try home.pass()
    let payload = try #require(try home.report()).payload
    let answered = payload.results.map(\.category)
    #expect(RuleCategory.allCases.count == 45)
    #expect(Set(answered).count == answered.count)
    #expect(Set(answered).isDisjoint(with: payload.not_addressed))
    #expect(Set(answered).union(payload.not_addressed) == Set(RuleCategory.allCases))
    #expect(!answered.isEmpty)
    for result in payload.results where result.status != "enforced" {
      #expect(result.detail?.isEmpty == false, "\(result.category)")
    }
  }

  // MARK: Honesty

  struct Case: CustomTestStringConvertible, Sendable {
    var backends: [BackendReport]
    var status: MappingResult.Status
    var words: String?
    var testDescription: String {
      "\(backends.map(\.status)) is \(status)"
    }

    init(_ statuses: EnforcementStatus..., gives status: MappingResult.Status, words: String? = nil)
    {
      backends = statuses.enumerated().map { BackendReport("b\($0.offset)", $0.element) }
      self.status = status
      self.words = words
    }
  }

  /// Of a category whose one demand is a setting for applications.
  static let cases = [
    Case(.enforced, gives: .enforced),
    Case(.enforced, .enforced, gives: .enforced),
    Case(.partial("half"), gives: .partial, words: "b0 is incomplete"),
    Case(.failed("broken"), gives: .failed, words: "b0 has failed"),
    Case(
      .dry("would refuse it"), gives: .failed,
      words: "nothing is enforced: no managed user is configured"),
    Case(
      .unsupported("no cgroup"), gives: .unsupported, words: "b0 is not possible on this machine"),
    Case(
      .unsupported("no cgroup"), .unsupported("no fanotify"), gives: .unsupported,
      words: "b0 is not possible on this machine; b1 is not possible on this machine"),
    Case(
      .unsupported("no cgroup"), .enforced, gives: .partial,
      words: "b0 is not possible on this machine"),
    Case(.enforced, .failed("broken"), gives: .failed, words: "b1 has failed"),
    Case(.partial("half"), .failed("broken"), gives: .failed, words: "b1 has failed"),
    Case(.unsupported("no cgroup"), .failed("broken"), gives: .failed, words: "b1 has failed"),
    Case(gives: .failed, words: "no backend has reported"),
  ]

  @Test(arguments: cases)
  func `says no more than what the backends have in force`(sample: Case) throws {
    let result = try #require(
      try results(backends: sample.backends).first { $0.category == .contentBlockTitle })
    #expect(result.status == sample.status)
    #expect(result.detail == sample.words)
  }

  @Test func `counts the applications of the device, and names none`() throws {
    let item = { (number: Int, status: EnforcementStatus) in
      BackendReport.Item("private-\(number).desktop", status)
    }
    for (report, status, words) in [
      (
        BackendReport(
          "b", items: [item(1, .enforced), item(2, .partial("private")), item(3, .enforced)]),
        MappingResult.Status.partial, "b is incomplete for 1 of 3 applications"
      ),
      (
        BackendReport("b", items: [item(1, .enforced), item(2, .failed("private"))]),
        .failed, "b has failed for 1 of 2 applications"
      ),
      (
        BackendReport("b", items: [item(1, .unsupported("private"))]),
        .unsupported, "b is not possible on this machine"
      ),
      (
        BackendReport("b", .partial("private"), items: [item(1, .enforced)]),
        .partial, "b is incomplete"
      ),
      (
        BackendReport(
          BackendReport.unknownIdentifiers, .unsupported("unknown"),
          items: [BackendReport.Item("org.example.game", .unsupported("unknown"))]),
        .partial, "not on this machine: org.example.game"
      ),
    ] {
      let result = try #require(
        try results(backends: [report]).first { $0.category == .contentBlockTitle })
      #expect(result.status == status)
      #expect(result.detail == words)
    }
  }

  @Test(
    arguments: [
      (EnforcementStatus.enforced, MappingResult.Status.enforced, nil),
      (.partial("logins: su"), .partial, "logins: su"),
      (.unsupported("session: no cgroup"), .partial, "session: no cgroup"),
      (.failed("session: open"), .failed, "the device is not locked: session: open"),
      (nil, .partial, "applications are refused and frozen; the session itself stays open"),
    ] as [(EnforcementStatus?, MappingResult.Status, String?)])
  func `says of a lock what the lock says`(
    lock: EnforcementStatus?, status: MappingResult.Status, words: String?
  ) throws {
    let lock = lock.map { [BackendReport(BackendReport.deviceLock, $0)] } ?? []
    let all = try results(backends: [BackendReport("b", .enforced)] + lock)
    let locked = try #require(all.first { $0.category == .timeDowntime })
    #expect(locked.status == status)
    #expect(locked.detail == words)
    let blocked = try #require(all.first { $0.category == .contentBlockTitle })
    #expect(blocked.status == .enforced, "a lock is nothing to a single application")
  }

  @Test func `needs no application refused where the whole session stands still`() throws {
    let locked = try #require(
      try results(backends: [
        BackendReport("b", .partial("private")), BackendReport(BackendReport.deviceLock, .enforced),
      ]).first { $0.category == .timeDowntime })
    #expect(locked.status == .enforced)
  }

  @Test func `says that what is not monitored locks nothing`() throws {
    let unmonitored = try #require(
      try results(backends: [BackendReport("b", .enforced)], edges: [])
        .first { $0.category == .timeDowntime })
    #expect(unmonitored.status == .failed)
    #expect(unmonitored.detail?.contains("is not monitored") == true)
  }

  @Test func `says what nothing here enforces`() throws {
    let results = try results(backends: [BackendReport("b", .enforced)])
    let purchases = try #require(results.first { $0.category == .purchaseApproval })
    #expect(purchases.status == .unsupported)
    #expect(purchases.framework == .managedSettings)
  }

  @Test(arguments: [
    (AuthorizationStatus.approved, false, true, "pavise-monitor is not running"),
    (.approved, true, false, "pavise-monitor has not taken the policy over yet"),
    (.denied, true, true, "the authorization was revoked"),
    (.notDetermined, true, true, "Pavise is not authorized on this machine"),
  ])
  func `is all failure where nothing can be in force`(
    authorization: AuthorizationStatus, isMonitorAlive: Bool, isTakenOver: Bool, words: String
  ) throws {
    let results = try results(
      backends: isTakenOver ? [BackendReport("b", .enforced)] : nil, authorization: authorization,
      isMonitorAlive: isMonitorAlive)
    #expect(!results.isEmpty)
    #expect(results.allSatisfy { $0.status == .failed && $0.detail == words })
  }

  @Test(
    arguments: [
      (nil, .partial, "applications without a rating of their own are not judged"),
      (
        InForce.Ratings(rated: 7, unrated: 3), .partial,
        "applications without a rating of their own are not judged (3 of 10)"
      ),
      (InForce.Ratings(rated: 7, unrated: 0), .enforced, nil),
    ] as [(InForce.Ratings?, MappingResult.Status, String?)])
  func `says how many applications no rating judges`(
    ratings: InForce.Ratings?, status: MappingResult.Status, detail: String?
  ) throws {
    let result = try results(
      backends: [BackendReport("b", .enforced)], ageRating: "9+", ratings: ratings
    ).first { $0.category == .contentRating }
    #expect(result?.status == status)
    #expect(result?.detail == detail)
  }

  /// The results for a small policy.
  private func results(
    backends: [BackendReport]?, edges: [DeviceActivityName]? = nil,
    authorization: AuthorizationStatus = .approved, isMonitorAlive: Bool = true,
    ageRating: String = "", ratings: InForce.Ratings? = nil
  ) throws -> [CategoryResult] {
    let text = #"""
      {"version":1,"policy_id":"p","status":"active",
      "content_filter":{"age_rating":"\#(ageRating)","blocked_apps":["org.example.game"]},
      "screen_time":{"downtime_windows":[{"days_of_week":["monday"],"start_time":"21:00",
      "end_time":"22:00"}]},
      "purchases":{"require_approval":true}}
      """#
    let received = try ReceivedPolicy(parsing: Array(text.utf8))
    let plan = PolicyPlan(received.policy, faults: received.faults) { Data("\($0)".utf8) }
    let inForce = backends.map { backends in
      var inForce = InForce()
      inForce.backends = backends
      inForce.ratings = ratings
      inForce.edges = (edges ?? plan.activities.map(\.name)).map {
        InForce.Edge(activity: $0, start: .distantPast, end: .distantFuture)
      }
      return inForce
    }
    return CategoryReport(
      plan: plan, authorization: authorization, inForce: inForce, isMonitorAlive: isMonitorAlive
    ).results
  }
}
