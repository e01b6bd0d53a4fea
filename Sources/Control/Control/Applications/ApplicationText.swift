import CompiledPolicy
import FoundationEssentials
import ManagedSettings
import SharedDirectory

/// Applications in words.
struct ApplicationText {
  let times: LocalTimes
  let style: TextStyle

  /// Of the list of all: the name, what it is, and what is in force on it.
  func entry(_ report: ApplicationReport) -> [String] {
    let rating = report.rating.map { "rated \($0)" } ?? "not rated"
    let also =
      report.bundleIdentifiers.isEmpty
      ? [] : ["also " + report.bundleIdentifiers.joined(separator: ", ")]
    let facts = [report.categories.joined(separator: ", "), rating] + also
    return [heading(report)] + indented(facts.joined(separator: "; ") + notes(report))
      + indented(state(report), tone: tone(report))
  }

  func summary(_ reports: [ApplicationReport], missing: [BackendReport.Item]) -> [String] {
    let rated = reports.count { $0.rating != nil }
    let refused = reports.count { $0.verdict != "allowed" }
    var lines = ["", "\(reports.count) applications, of which \(refused) may not be used now."]
    lines.append(
      "Rated by age: \(rated). The other \(reports.count - rated) are judged by no rating.")
    if !missing.isEmpty {
      lines += ["", style.toned("Named by settings and not on this machine", .heading)]
      var table = Table()
      for item in missing { table.add(item.subject, item.status.words) }
      lines += table.lines(style)
    }
    return lines
  }

  /// The whole chain, from the policy to the files.
  func explanation(_ report: ApplicationReport) -> [String] {
    var lines = [heading(report)] + indented(verdict(report) + notes(report), tone: tone(report))
    for cause in report.causes { lines += [""] + self.lines(cause) }
    if !report.causes.isEmpty || !report.holdings.isEmpty {
      lines += ["", style.toned("Held by", .heading)]
      var table = Table()
      for holding in report.holdings { table.add(holding.backend, holding.status.words) }
      if table.isEmpty { table.add("nothing: the monitor has not put it in force, or cannot") }
      lines += table.lines(style)
      lines += ["", style.toned("Its files", .heading)]
      var files = Table()
      for file in report.files { files.add(file) }
      if let shortcoming = report.shortcoming { files.add(shortcoming, tone: .doubtful) }
      lines += files.lines(style)
    }
    return lines
  }

  func explanation(_ report: ElsewhereReport) -> [String] {
    var lines = [style.toned(TextStyle.printable(report.identifier), .heading)]
    lines += indented("unsupported: \(report.words)", tone: .doubtful)
    for cause in report.causes { lines += [""] + self.lines(cause) }
    return lines
  }

  private func lines(_ cause: ApplicationReport.Cause) -> [String] {
    let title = cause.verdict == "blocked" ? "Blocked by" : "Shielded by"
    var table = Table()
    table.add("from", cause.origin.source)
    if let section = cause.origin.section { table.add("section", section) }
    if !cause.origin.categories.isEmpty {
      table.add("rules", cause.origin.categories.map(\.rawValue).joined(separator: ", "))
    }
    table.add("store", cause.store)
    table.add("setting", "\(cause.setting.rawValue) \(cause.words)")
    let until = cause.origin.until.map { ", \(times.text($0))" } ?? ""
    table.add("lifted by", cause.origin.lift + until)
    return [style.toned(title, .heading)] + table.lines(style)
  }

  private func heading(_ report: ApplicationReport) -> String {
    style.toned(TextStyle.printable(report.name), .heading)
      + " (\(TextStyle.printable(report.identifier)))"
  }

  private func notes(_ report: ApplicationReport) -> String {
    (report.isEssential ? "; a part of the session, which nothing shields" : "")
      + (report.isUsersOwn ? "; the managed user's own, so no exception covers it" : "")
  }

  private func verdict(_ report: ApplicationReport) -> String {
    report.verdict == "allowed" ? "allowed: no setting reaches it" : report.verdict
  }

  private func state(_ report: ApplicationReport) -> String {
    let holdings = report.holdings.map { "\($0.backend) \($0.status.words)" }
    guard let cause = report.causes.first else {
      return (["allowed"] + holdings).joined(separator: "; ")
    }
    let more = report.causes.count > 1 ? " and \(report.causes.count - 1) more" : ""
    let until = cause.origin.until.map { " until \(times.text($0))" } ?? ""
    let held = holdings.isEmpty ? ["not in force"] : holdings
    return (["\(report.verdict) by \(cause.origin.source)\(until)\(more)"] + held)
      .joined(separator: "; ")
  }

  private func tone(_ report: ApplicationReport) -> TextStyle.Tone {
    if report.verdict == "allowed" { return .good }
    let isHeld = !report.holdings.isEmpty && report.holdings.allSatisfy { $0.status == .enforced }
    return isHeld ? .bad : .doubtful
  }

  private func indented(_ text: String, tone: TextStyle.Tone? = nil) -> [String] {
    style.wrapped(text, indent: 2).map { line in
      "  " + (tone.map { style.toned(line, $0) } ?? line)
    }
  }
}
