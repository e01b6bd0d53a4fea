import ActivityEngine
import DeviceActivity
import FoundationEssentials
package import TimeZoneRules

/// A replayed story as a table for people: what was expected, what came, and what is wrong with it.
package struct Table: CustomStringConvertible {
  private let replayed: Replayed

  package init(_ replayed: Replayed) {
    self.replayed = replayed
  }

  package var description: String {
    let rows = replayed.lines.map { line in
      Row(
        expected: line.expected.map(expected) ?? "",
        actual: line.actual.map(actual) ?? line.found.joined(separator: "; "),
        verdict: line.verdict.words)
    }
    let lines = [headline] + table(rows) + replayed.failures.map { "  failed: \($0)" }
    return (lines + replayed.transcript.warnings.map { "  warning: \($0)" })
      .joined(separator: "\n") + "\n"
  }

  private struct Row {
    var expected: String
    var actual: String
    var verdict: String
  }

  private var zone: TimeZoneRules { replayed.story.zone }

  private var headline: String {
    let quirks = replayed.quirks.map(\.rawValue).joined(separator: ", ")
    let facts = [zone.identifier, quirks.isEmpty ? "" : "with \(quirks)"].filter { !$0.isEmpty }
    let outcome = replayed.isAsExpected ? "as expected" : "NOT as expected"
    return "\(replayed.story.name) (\(facts.joined(separator: ", "))): \(outcome)"
  }

  private func table(_ rows: [Row]) -> [String] {
    let head = Row(expected: "expected", actual: "actual", verdict: "verdict")
    let all = [head] + rows
    let first = all.map(\.expected.count).max() ?? 0
    let second = all.map(\.actual.count).max() ?? 0
    return all.map { row in
      "  " + padded(row.expected, first) + "  " + padded(row.actual, second) + "  " + row.verdict
    }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  func expected(_ expectation: StoryExpectation) -> String {
    let what: String
    switch expectation.what {
    case .call(let call):
      let more = [
        call.cause.map { $0.rawValue }, call.redelivery == true ? "again" : nil,
        call.due.map { "due \(zone.clockText(of: $0))" },
      ].compactMap(\.self)
      what = words(call.call, call.activity, call.event, more)
    case .state(let facts):
      what = facts.map { $0.words(in: zone) }.joined(separator: "; ")
    }
    return "\(time(expectation.at)) \(what)"
  }

  func actual(_ call: Transcript.Call) -> String {
    let callback = call.callback
    let isLate = abs(call.wall.timeIntervalSince(callback.due)) >= 0.5
    let more = [
      callback.cause.flatMap { $0 == .ended ? nil : $0.rawValue },
      call.isRedelivery ? "again" : nil,
      isLate ? "due \(zone.clockText(of: callback.due))" : nil, call.quirk,
    ].compactMap(\.self)
    let what = words(
      callback.call, callback.activity.rawValue, callback.event?.rawValue, more)
    return "\(time(call.at)) \(what)"
  }

  private func words(
    _ call: ActivityCallback.Call, _ activity: String, _ event: String?, _ more: [String]
  ) -> String {
    "\(call.rawValue) \(activity)" + (event.map { "/\($0)" } ?? "")
      + (more.isEmpty ? "" : " (\(more.joined(separator: ", ")))")
  }

  private func time(_ instant: Date) -> String {
    "\(zone.dayText(of: instant)) \(zone.clockText(of: instant))"
  }
}

/// The table, since all that a replay holds is too much to read.
extension Replayed: CustomStringConvertible {
  package var description: String { Table(self).description }
}

extension Replayed.Line.Verdict {
  /// As reports say it.
  package var words: String {
    switch self {
    case .matched: "ok"
    case .missing: "MISSING"
    case .unexpected: "UNEXPECTED"
    case .late(let seconds): "LATE by \(Int(seconds.rounded())) s"
    case .early(let seconds): "EARLY by \(Int(seconds.rounded())) s"
    case .different(let words): "DIFFERENT: \(words)"
    }
  }
}

extension StoryExpectation.Fact {
  /// As reports say it.
  package func words(in zone: TimeZoneRules) -> String {
    func list(_ names: some Collection<String>) -> String {
      names.count > 8 ? "\(names.count) names" : "[\(names.sorted().joined(separator: ", "))]"
    }
    return switch self {
    case .activities(let names): "activities \(list(names))"
    case .shielded(let names): "shielded \(list(names))"
    case .shieldedCount(let count): "shieldedCount \(count)"
    case .access(let token, let isShielded): "\(token) \(isShielded ? "shielded" : "allowed")"
    case .nextInterval(let stretch):
      "nextInterval "
        + (stretch.map { "\(zone.text(of: $0.from)) to \(zone.text(of: $0.to))" } ?? "none")
    case .authorization(let word): "authorization \(word)"
    case .lastError(let word): "lastError \(word ?? "none")"
    case .quarantined(let count): "quarantined \(count)"
    case .equal(let names): "\(names.joined(separator: ", ")) equal"
    case .tokenExpiryMessages(let count): "tokenExpiryMessages \(count)"
    case .config(let word): "config \(word ?? "none")"
    }
  }
}
