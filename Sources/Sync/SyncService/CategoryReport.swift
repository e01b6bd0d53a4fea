package import CompiledPolicy
package import FamilyControls
import DeviceActivity
import ManagedSettings
package import SharedDirectory

/// What is really in force of a policy, category by category (rules M1 to M3).
///
/// The best that a category can reach is what its mapping says; each of its demands then has to be found in force.
package struct CategoryReport {
  /// How far one demand is in force.
  private struct Finding: Equatable {
    var status: MappingResult.Status
    var reason: String?

    static let enforced = Finding(status: .enforced)
  }

  private let plan: PolicyPlan
  private let inForce: InForce?
  /// Why nothing is in force at all; nil if something may be.
  private let obstacle: String?

  /// - Parameters:
  ///   - inForce: What the monitor has read back; nil if it has not for this policy.
  ///   - isMonitorAlive: A dead monitor keeps what it had in force, and follows nothing any more.
  package init(
    plan: PolicyPlan, authorization: AuthorizationStatus?, inForce: InForce?, isMonitorAlive: Bool
  ) {
    self.plan = plan
    self.inForce = inForce
    obstacle =
      switch authorization {
      case .approved where !isMonitorAlive: "pavise-monitor is not running"
      case .approved: inForce == nil ? "pavise-monitor has not taken the policy over yet" : nil
      case .denied: "the authorization was revoked"
      default: "Pavise is not authorized on this machine"
      }
  }

  /// A result for each category that the policy addresses, in the order of the categories.
  package var results: [CategoryResult] {
    RuleCategory.allCases.compactMap { category in
      guard let mapping = plan.results[category], let best = mapping.status else { return nil }
      if let obstacle {
        return CategoryResult(
          category: category, status: .failed, framework: mapping.framework, detail: obstacle)
      }
      let findings = mapping.demands.map(finding)
      let status = Self.combined([best] + findings.map(\.status))
      var seen: Set<String> = []
      let reasons = ([mapping.detail] + findings.map(\.reason)).compactMap(\.self)
        .filter { seen.insert($0).inserted }
      return CategoryResult(
        category: category, status: status, framework: mapping.framework,
        detail: reasons.isEmpty ? nil : reasons.joined(separator: "; "))
    }
  }

  /// Several findings taken together: as bad as the worst, except that what can be done in part is partial.
  private static func combined(_ parts: [MappingResult.Status]) -> MappingResult.Status {
    if parts.contains(.failed) { return .failed }
    let rest = parts.dropFirst()
    if parts.first == .unsupported { return .unsupported }
    if !rest.isEmpty, rest.allSatisfy({ $0 == .unsupported }) { return .unsupported }
    return parts.allSatisfy { $0 == .enforced } ? .enforced : .partial
  }

  // MARK: Demands

  private func finding(_ demand: MappingResult.Demand) -> Finding {
    switch demand {
    case .setting(let key): setting(key)
    case .lock(let activity): lock(during: activity.rawValue)
    case .silence:
      Finding(status: .unsupported, reason: "notifications cannot be silenced on this machine")
    case .event(let event, let activity):
      self.event(event.rawValue, of: activity.rawValue)
    }
  }

  private func setting(_ key: SettingKey) -> Finding {
    switch key {
    case .applicationBlockedApplications, .shieldApplications: applications()
    case .shieldApplicationCategories: applications(andNothingElse: true)
    case .appStoreMaximumRating:
      worse(applications(), ratings)
    default:
      Finding(status: .unsupported, reason: "nothing on this machine enforces \(key.rawValue)")
    }
  }

  /// How far a rating reaches the applications here.
  private var ratings: Finding {
    let ratings = inForce?.ratings
    if let ratings, ratings.unrated == 0 { return .enforced }
    let count = ratings.map { " (\($0.unrated) of \($0.rated + $0.unrated))" } ?? ""
    return Finding(
      status: .partial,
      reason: "applications without a rating of their own are not judged\(count)")
  }

  private func lock(during activity: String) -> Finding {
    guard isMonitored(activity) else {
      return Finding(status: .failed, reason: "\(activity) is not monitored")
    }
    return lock
  }

  /// How far the device is locked when it is to be.
  private var lock: Finding {
    let report = inForce?.backends.first { $0.backend == BackendReport.deviceLock }
    switch report?.status {
    // A session that stands still needs no application refused.
    case .enforced: return .enforced
    case .dry: return applications(andNothingElse: true)
    case .failed(let reason):
      return Finding(status: .failed, reason: "the device is not locked: \(reason)")
    case .partial(let reason)?, .unsupported(let reason)?:
      return worse(
        applications(andNothingElse: true), Finding(status: .partial, reason: reason))
    case nil:
      return worse(
        applications(andNothingElse: true),
        Finding(
          status: .partial,
          reason: "applications are refused and frozen; the session itself stays open"))
    }
  }

  private func event(_ event: String, of activity: String) -> Finding {
    guard isMonitored(activity) else {
      return Finding(status: .failed, reason: "\(activity) is not monitored")
    }
    let use = inForce?.use
    let measured: Finding =
      switch use?.accuracy {
      case .enforced: .enforced
      case .partial(let reason): Finding(status: .partial, reason: reason)
      case .unsupported(let reason), .dry(let reason):
        Finding(status: .unsupported, reason: "use is not measured on this machine: \(reason)")
      case .failed(let reason):
        Finding(status: .failed, reason: "use is not measured on this machine: \(reason)")
      case nil: Finding(status: .unsupported, reason: "use is not measured on this machine")
      }
    if measured.status == .unsupported || measured.status == .failed { return measured }
    return worse(measured, effect(of: event))
  }

  /// How far what follows an event is in force here.
  private func effect(of event: String) -> Finding {
    let name = DeviceActivityEvent.Name(event)
    if name.usageTimerMinutes != nil {
      return switch inForce?.use?.notices {
      case .enforced: .enforced
      case let status?: Finding(status: .partial, reason: status.reason)
      case nil: Finding(status: .unsupported, reason: "nobody can be told on this machine")
      }
    }
    guard name == .dailyLimit else { return applications() }
    return lock
  }

  private func isMonitored(_ activity: String) -> Bool {
    inForce?.edges.contains { $0.activity.rawValue == activity } ?? false
  }

  /// How far applications are refused and frozen here.
  ///
  /// What is installed on the device is nobody's business (rule M5): applications are counted, and only identifiers that
  /// the policy itself names are told.
  ///
  /// - Parameter isAllowlist: Programs that are no applications count too, as where nothing else may run.
  private func applications(andNothingElse isAllowlist: Bool = false) -> Finding {
    let reports = (inForce?.backends ?? []).filter {
      $0.backend != BackendReport.deviceLock
        && (isAllowlist || $0.backend != BackendReport.allowlist)
    }
    guard !reports.isEmpty else {
      return Finding(status: .failed, reason: "no backend has reported")
    }
    let findings = reports.map(finding)
    // What one backend cannot do, another may.
    let isSupported = findings.contains { $0.status != .unsupported }
    return findings.reduce(.enforced) { result, finding in
      var finding = finding
      if isSupported, finding.status == .unsupported { finding.status = .partial }
      return worse(result, finding)
    }
  }

  private func finding(_ report: BackendReport) -> Finding {
    if case .dry = report.status {
      return Finding(status: .failed, reason: "nothing is enforced: no managed user is configured")
    }
    if report.backend == BackendReport.unknownIdentifiers {
      let names = report.items.map(\.subject).joined(separator: ", ")
      return Finding(status: .partial, reason: "not on this machine: \(names)")
    }
    let failed = report.items.count { if case .failed = $0.status { true } else { false } }
    let short = report.items.count { $0.status != .enforced }
    if failed > 0 {
      return Finding(
        status: .failed,
        reason: "\(report.backend) has failed for \(failed) of \(report.items.count) applications")
    }
    // The backend's own word decides, also where all its applications are well.
    switch report.status {
    case .enforced where short == 0: return .enforced
    case .failed: return Finding(status: .failed, reason: "\(report.backend) has failed")
    case .unsupported:
      return Finding(
        status: .unsupported, reason: "\(report.backend) is not possible on this machine")
    default:
      let extent = short > 0 ? " for \(short) of \(report.items.count) applications" : ""
      return Finding(status: .partial, reason: "\(report.backend) is incomplete\(extent)")
    }
  }

  /// The worse of two, with the reasons of both if they are alike.
  private func worse(_ one: Finding, _ other: Finding) -> Finding {
    if one == other { return one }
    if one.status == other.status {
      let reasons = [one.reason, other.reason].compactMap(\.self)
      return Finding(
        status: one.status, reason: reasons.isEmpty ? nil : reasons.joined(separator: "; "))
    }
    let order: [MappingResult.Status] = [.enforced, .partial, .unsupported, .failed]
    let ranks = [one, other].map { order.firstIndex(of: $0.status) ?? 0 }
    return ranks[0] > ranks[1] ? one : other
  }
}
