import ActivityEngine
import CompiledPolicy
import DeviceActivity
import FoundationEssentials
import TimeZoneRules

/// A simulation as text for people: what comes when, what is in force from then on, and what is wrong with the policy.
package struct SimulationTable: CustomStringConvertible {
  private let simulation: Simulation

  package init(_ simulation: Simulation) {
    self.simulation = simulation
  }

  private var story: Story { simulation.replayed.story }
  private var zone: TimeZoneRules { story.zone }

  package var description: String {
    let policy = simulation.received.policy
    let head =
      "\(story.name) (policy \(policy.policyID), version \(policy.version), \(policy.status)), "
      + "\(zone.text(of: story.begin)) to \(zone.text(of: story.end)), \(zone.identifier)"
    return ([head] + rows + categories + failures).joined(separator: "\n") + "\n"
  }

  // MARK: What comes

  private struct Row {
    var time: String
    var call: String
    var change: String
  }

  private var rows: [String] {
    var calls: [Date: [String]] = [:]
    for call in simulation.replayed.transcript.calls where call.at < story.end {
      calls[call.at, default: []].append(told(call.callback))
    }
    let changes = InForce(simulation).changes.filter { $0.key < story.end }
    var rows = [Row(time: "when", call: "what comes", change: "what changes")]
    for instant in Set(calls.keys).union(changes.keys).sorted() {
      let (calls, changes) = (calls[instant] ?? [], changes[instant] ?? [])
      for index in 0..<max(calls.count, changes.count) {
        rows.append(
          Row(
            time: index == 0 ? time(instant) : "",
            call: index < calls.count ? calls[index] : "",
            change: index < changes.count ? changes[index] : ""))
      }
    }
    let (first, second) = (rows.map(\.time.count).max() ?? 0, rows.map(\.call.count).max() ?? 0)
    return rows.map { row in
      let start = "  \(padded(row.time, first))  "
      return row.change.isEmpty
        ? start + row.call : "\(start)\(padded(row.call, second))  \(row.change)"
    }
  }

  private func told(_ callback: ActivityCallback) -> String {
    let activity = callback.activity.rawValue
    return switch callback.call {
    case .intervalDidStart: "\(activity) starts"
    case .intervalDidEnd: "\(activity) ends"
    case .intervalWillStartWarning: "\(activity) starts soon"
    case .intervalWillEndWarning: "\(activity) ends soon"
    case .eventDidReachThreshold: "\(callback.event?.rawValue ?? activity) reached"
    case .eventWillReachThresholdWarning: "\(callback.event?.rawValue ?? activity) soon"
    }
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  private func time(_ instant: Date) -> String {
    let time = zone.localTime(at: instant)
    return "\(Self.weekdays[time.weekday - 1]) \(time)"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  // MARK: What is wrong

  private var categories: [String] {
    var lines: [String] = []
    for status in [MappingResult.Status.failed, .partial, .unsupported] {
      for category in simulation.categories(status) {
        let detail = simulation.plan.results[category]?.detail.map { ": \($0)" } ?? ""
        lines.append("  \(status.rawValue): \(category.rawValue)\(detail)")
      }
    }
    let enforced = simulation.categories(.enforced).map(\.rawValue).joined(separator: ", ")
    return enforced.isEmpty ? lines : lines + ["  enforced: \(enforced)"]
  }

  private var failures: [String] { simulation.replayed.failures.map { "  failed: \($0)" } }
}

/// What comes into force and ends, in words, by when it does.
private struct InForce {
  private(set) var changes: [Date: [String]] = [:]

  init(_ simulation: Simulation) {
    for stretch in simulation.locked { add("device locked", stretch) }
    for stretch in simulation.silenced { add("notifications silent", stretch) }
    for shield in simulation.replayed.transcript.shields {
      add("\(shield.token) shielded", shield.stretch)
    }
  }

  private mutating func add(_ words: String, _ stretch: Stretch) {
    changes[stretch.from, default: []].append("+ \(words)")
    changes[stretch.to, default: []].append("- \(words)")
  }
}
