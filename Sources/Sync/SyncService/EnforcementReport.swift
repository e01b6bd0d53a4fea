import CompiledPolicy
package import FoundationEssentials
package import SharedDirectory

/// The report of type `enforcement_status`, as the service takes it.
package struct EnforcementReport: Encodable, Equatable, Sendable {
  package struct Payload: Encodable, Equatable, Sendable {
    let policyVersion: Int
    let results: [CategoryResult]
    /// The categories that the policy says nothing about, so that each of them has an answer (rule M1).
    let notAddressed: [RuleCategory]

    private enum CodingKeys: String, CodingKey {
      case policyVersion = "policy_version"
      case results
      case notAddressed = "not_addressed"
    }
  }

  private let reportType = "enforcement_status"
  let payload: Payload
  let reportedAt: String

  private enum CodingKeys: String, CodingKey {
    case reportType = "report_type"
    case payload
    case reportedAt = "reported_at"
  }

  package init(_ report: SyncDocument.Report, at now: Date) {
    let addressed = Set(report.results.map(\.category))
    payload = Payload(
      policyVersion: report.version, results: report.results,
      notAddressed: RuleCategory.allCases.filter { !addressed.contains($0) })
    reportedAt = now.formatted(.iso8601)
  }
}
