import ActivityEngine
import FoundationEssentials
import SharedDirectory
import TimeZoneRules

extension ControlProgram {
  func status(_ form: Command.Form, isWatching: Bool, isChecking: Bool) throws -> ExitCode {
    try requireDirectory()
    guard isWatching else {
      let report = try StatusReport(directory: path, storage: storage, world: world)
      try show(report, form)
      return isChecking && !report.isFine ? .failure : .success
    }
    try watch(form)
    return .success
  }

  /// Shows the status again whenever it has changed, until asked to stop: in place on a terminal, else below.
  private func watch(_ form: Command.Form) throws {
    var shown: StatusReport?
    repeat {
      let report = try StatusReport(directory: path, storage: storage, world: world)
      if report.isNews(after: shown) {
        if form == .text, world.style.isTerminal {
          world.write("\u{1B}[H\u{1B}[2J")
        } else if form == .text, shown != nil {
          say("")
        }
        try show(report, form)
        shown = report
      }
    } while try waitForNews(after: shown)
  }

  /// - Returns: False when asked to stop.
  private func waitForNews(after report: StatusReport?) throws -> Bool {
    switch try world.waitForChange(until: report?.edges.first?.at) {
    case .stop: return false
    case .due: return true
    case .changed:
      // Files change in groups; one look at all of them is enough.
      let end = world.now.addingTimeInterval(0.2)
      while true {
        switch try world.waitForChange(until: end) {
        case .stop: return false
        case .due: return true
        case .changed: continue
        }
      }
    }
  }

  private func show(_ report: StatusReport, _ form: Command.Form) throws {
    switch form {
    case .json: try say(json: report)
    case .text:
      let zone = try? world.zones(configured: report.zone).local
      let times = LocalTimes(zone: zone ?? .utc)
      StatusText(report: report, times: times, style: world.style).lines.forEach(say)
    }
  }
}

extension StatusReport {
  /// Whether it says something else than `other`, the time aside.
  func isNews(after other: StatusReport?) -> Bool {
    guard var other else { return true }
    other.at = at
    return self != other
  }
}
