public import CompiledPolicy
public import FoundationEssentials

/// What a device tells the service.
public struct DeviceReport: Encodable, Equatable, Sendable {
  public enum Payload: Equatable, Sendable {
    case enforcementStatus(EnforcementStatusPayload)
    case screenTime(ScreenTimePayload)
  }

  public var payload: Payload
  public var reportedAt: Date

  public init(payload: Payload, reportedAt: Date) {
    self.payload = payload
    self.reportedAt = reportedAt
  }

  public static func enforcementStatus(
    policyVersion: Int, results: [CategoryEnforcementResult], reportedAt: Date
  ) -> DeviceReport {
    DeviceReport(
      payload: .enforcementStatus(
        EnforcementStatusPayload(policyVersion: policyVersion, results: results)),
      reportedAt: reportedAt)
  }

  public static func screenTime(_ payload: ScreenTimePayload, reportedAt: Date) -> DeviceReport {
    DeviceReport(payload: .screenTime(payload), reportedAt: reportedAt)
  }

  private enum CodingKeys: String, CodingKey {
    case payload
    case reportType = "report_type"
    case reportedAt = "reported_at"
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch payload {
    case .enforcementStatus(let payload):
      try fields.encode("enforcement_status", forKey: .reportType)
      try fields.encode(payload, forKey: .payload)
    case .screenTime(let payload):
      try fields.encode("screen_time", forKey: .reportType)
      try fields.encode(payload, forKey: .payload)
    }
    try fields.encode(RFC3339.text(reportedAt), forKey: .reportedAt)
  }
}

/// How far a policy is in force, by rule category (rules M1 and M2).
public struct EnforcementStatusPayload: Codable, Equatable, Sendable {
  public var policyVersion: Int
  public var results: [CategoryEnforcementResult]

  public init(policyVersion: Int, results: [CategoryEnforcementResult]) {
    self.policyVersion = policyVersion
    self.results = results
  }

  enum CodingKeys: String, CodingKey {
    case results
    case policyVersion = "policy_version"
  }
}

/// What is in force of one rule category.
public struct CategoryEnforcementResult: Codable, Equatable, Sendable {
  public enum Status: String, Codable, Sendable {
    case enforced, partial, failed, unsupported
  }

  public var category: RuleCategory
  public var status: Status
  public var framework: RuleCategory.Framework
  /// Why it is not enforced, or how far.
  public var detail: String?

  public init(
    category: RuleCategory, status: Status, framework: RuleCategory.Framework,
    detail: String? = nil
  ) {
    self.category = category
    self.status = status
    self.framework = framework
    self.detail = detail
  }
}

/// The use of one local day (rule M4), in whole minutes.
public struct ScreenTimePayload: Codable, Equatable, Sendable {
  public var byCategory: [String: Int]
  /// By bundle identifier.
  public var topApps: [String: Int]
  public var totalMinutes: Int
  /// Like `2026-03-28`.
  public var date: String

  public init(
    byCategory: [String: Int], topApps: [String: Int], totalMinutes: Int, date: String
  ) {
    self.byCategory = byCategory
    self.topApps = topApps
    self.totalMinutes = totalMinutes
    self.date = date
  }

  enum CodingKeys: String, CodingKey {
    case date
    case byCategory = "by_category"
    case topApps = "top_apps"
    case totalMinutes = "total_minutes"
  }
}
