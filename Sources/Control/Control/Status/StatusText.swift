import ActivityEngine
import CompiledPolicy
import DeviceActivity
import FoundationEssentials
import SharedDirectory
import TimeZoneRules

/// A ``StatusReport`` in words.
struct StatusText {
  let report: StatusReport
  let times: LocalTimes
  let style: TextStyle

  var lines: [String] {
    summary + inForce + next + categories + selections + complaints
  }

  private var summary: [String] {
    var table = Table(indent: 0)
    let authorization = report.authorization
    let since = authorization.since.map { " since \(times.text($0))" } ?? ""
    switch authorization.status {
    case "approved":
      let member = authorization.member == "child" ? "a child" : "an individual"
      table.add("Authorization", "approved for \(member)\(since)", tone: .good)
    case "denied": table.add("Authorization", "denied\(since)", tone: .bad)
    case "unreadable": table.add("Authorization", "unreadable, see below", tone: .bad)
    default: table.add("Authorization", "not determined", tone: .doubtful)
    }
    for daemon in report.daemons {
      table.add(
        daemon.name == "monitor" ? "Monitor" : "Sync",
        daemon.isRunning
          ? "running" + (daemon.pid.map { " (process \($0))" } ?? "") : "not running",
        tone: daemon.isRunning ? .good : .bad)
    }
    table.add("Policy", policy, tone: isUnreadable("policy.json") ? .bad : nil)
    table.add("Managed user", managedUser)
    let title = style.toned("Pavise in \(TextStyle.printable(report.directory))", .heading)
    return [title, "\(times.text(report.at)), times in \(report.zone)", ""] + table.lines(style)
  }

  private var policy: String {
    guard let policy = report.policy else {
      return isUnreadable("policy.json") ? "unreadable, see below" : "none"
    }
    let end =
      policy.isLifted
      ? "; lifted, since there is no active policy"
      : policy.status == "active" ? "" : "; its status is “\(policy.status)”: nothing is restricted"
    return "version \(policy.policyVersion), applied \(times.text(policy.appliedAt))"
      + (policy.isAcknowledged ? ", acknowledged" : "") + " (\(policy.policyID))" + end
  }

  private var managedUser: String {
    report.managedUser
      ?? (isUnreadable("config.json") ? "unreadable, see below" : "none: every backend runs dry")
  }

  private func isUnreadable(_ file: String) -> Bool {
    report.damaged.contains { $0.file == file && !$0.isReplaced }
  }

  private var inForce: [String] {
    guard let inForce = report.inForce else {
      let words = isUnreadable("inforce.json") ? "unreadable, see below" : "not known yet"
      return section("In force") + ["  \(words)"]
    }
    let title = section(
      report.daemons.contains { $0.name == "monitor" && $0.isRunning }
        ? "In force" : "In force when the monitor was last alive")
    var table = Table()
    for activity in inForce.running {
      let end = activity.end
      table.add(
        activity.activity.rawValue,
        (end > report.at ? "until " : "was to end ") + times.text(end))
      addEvents(activity.events, to: &table)
    }
    if inForce.running.isEmpty { table.add("intervals", "none is running") }
    if let lock = inForce.lock {
      table.add(
        "device", "locked until \(times.text(lock.end)): \(lock.cause.words)", tone: .doubtful)
    }
    let stores = inForce.stores.isEmpty ? "none" : inForce.stores.joined(separator: ", ")
    table.add("stores", stores)
    for backend in inForce.backends {
      table.add(backend.backend, backend.status.words, tone: backend.status.tone)
      for item in backend.items.prefix(Self.mostItems) {
        table.add("  \(item.subject)", item.status.words, tone: item.status.tone)
      }
      let rest = backend.items.count - Self.mostItems
      if rest > 0 { table.add("  and \(rest) more", "") }
    }
    return title + table.lines(style)
  }

  /// What was reached, and the thresholds that come next.
  private func addEvents(_ events: [RunningActivity.Event], to table: inout Table) {
    for event in events where event.hasReached { table.add("  \(event.name.rawValue)", "reached") }
    let open = events.filter { !$0.hasReached }.sorted { $0.threshold < $1.threshold }
    for event in open.prefix(Self.mostEvents) {
      table.add(
        "  \(event.name.rawValue)",
        "\(Self.minutes(event.used)) of \(Self.minutes(event.threshold))")
    }
    let rest = open.count - Self.mostEvents
    if rest > 0 { table.add("  and \(rest) more", "") }
  }

  private var next: [String] {
    guard !report.edges.isEmpty else { return [] }
    var table = Table()
    for edge in report.edges.prefix(8) {
      table.add(
        times.text(edge.at), "\(edge.activity) \(edge.kind == .start ? "starts" : "ends")")
    }
    let rest = report.edges.count - 8
    if rest > 0 { table.add("and \(rest) more") }
    return section("Next") + table.lines(style)
  }

  private var categories: [String] {
    guard !report.categories.isEmpty else { return [] }
    var table = Table()
    for category in report.categories {
      table.add(
        category.category.rawValue,
        category.status.rawValue + (category.detail.map { ": \($0)" } ?? ""),
        tone: category.status == .failed ? .bad : category.status == .enforced ? .good : nil)
    }
    return section("Rule categories of the policy") + table.lines(style)
  }

  private var selections: [String] {
    guard !report.selections.isEmpty else { return [] }
    return section("Selections") + SelectionsText(report.selections, times).lines(style)
  }

  private var complaints: [String] {
    var lines: [String] = []
    var damaged = Table()
    for damage in report.damaged {
      damaged.add(
        damage.file,
        "\(damage.reason); "
          + (damage.isReplaced ? "its last good copy is used" : "there is no good copy of it"),
        tone: damage.isReplaced ? .doubtful : .bad)
    }
    if !damaged.isEmpty { lines += section("Damaged files") + damaged.lines(style) }
    var faults = Table()
    for fault in report.faults {
      let subject = fault.subject.map { " \($0)" } ?? ""
      faults.add(
        "\(fault.daemon): \(fault.code)\(subject)",
        "since \(times.text(fault.since)): \(fault.words)", tone: .bad)
    }
    if !faults.isEmpty { lines += section("Faults") + faults.lines(style) }
    var warnings = Table()
    for warning in report.warnings { warnings.add(warning.words, tone: .doubtful) }
    if !warnings.isEmpty { lines += section("Warnings") + warnings.lines(style) }
    return lines
  }

  private static let mostEvents = 4

  /// So many of what a backend looks after are listed; a policy may name thousands.
  private static let mostItems = 12

  private func section(_ title: String) -> [String] {
    ["", style.toned(title, .heading)]
  }

  /// As `1 h 5 min`; seconds only below a minute.
  private static func minutes(_ seconds: TimeInterval) -> String {
    if seconds < 60 { return "\(Int(seconds)) s" }
    let minutes = Int(seconds / 60)
    let hours = minutes / 60
    if hours == 0 { return "\(minutes) min" }
    return minutes % 60 == 0 ? "\(hours) h" : "\(hours) h \(minutes % 60) min"
  }
}

/// Selections in words, a line each.
struct SelectionsText {
  private var table = Table()

  init(_ selections: [StatusReport.Selection], _ times: LocalTimes) {
    for selection in selections {
      table.add(
        selection.name, Self.words(for: selection, times),
        tone: selection.isVoid || selection.error != nil ? .doubtful : nil)
    }
  }

  func lines(_ style: TextStyle) -> [String] { table.lines(style) }

  private static func words(
    for selection: StatusReport.Selection, _ times: LocalTimes
  ) -> String {
    if let error = selection.error { return "damaged: \(error)" }
    if selection.isVoid { return "void: its authorization was revoked; pick it again" }
    return "\(selection.counts.words), picked \(times.text(selection.pickedAt))"
  }
}

extension StoredSelection.Counts {
  /// As `2 applications, 1 category`.
  var words: String {
    let parts = [
      (applications, "application", "applications"), (categories, "category", "categories"),
      (webDomains, "site", "sites"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

extension EnforcementStatus {
  var words: String {
    switch self {
    case .enforced: "enforced"
    case .partial(let reason): "partial: \(reason)"
    case .unsupported(let reason): "unsupported: \(reason)"
    case .failed(let reason): "failed: \(reason)"
    case .dry(let reason): "dry: \(reason)"
    }
  }

  fileprivate var tone: TextStyle.Tone {
    switch self {
    case .enforced: .good
    case .failed: .bad
    case .partial, .unsupported, .dry: .doubtful
    }
  }
}
