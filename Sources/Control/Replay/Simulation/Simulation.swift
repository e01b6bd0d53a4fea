import ActivityEngine
package import CompiledPolicy
import DeviceActivity
package import FoundationEssentials
package import TimeZoneRules

/// What a policy does to a number of days, with the same plan, engine and loop that a device has.
package struct Simulation: Sendable {
  /// Stands for everything that neither the policy nor the use names.
  package static let anyOther = "any other app"

  package let received: ReceivedPolicy
  package let plan: PolicyPlan
  package let replayed: Replayed

  /// - Parameters:
  ///   - name: What reports call it.
  ///   - begin: When the policy arrives.
  package init(
    of received: ReceivedPolicy, name: String, from begin: Date, to end: Date,
    in zone: TimeZoneRules, use: UseFile
  ) {
    self.received = received
    plan = PolicyPlan(received.policy, faults: received.faults) { Data("\($0)".utf8) }
    var story = Story(name: name, zone: zone, begin: begin, end: end)
    story.actions =
      [
        StoryAction(at: begin, .queryShield(token: Self.anyOther)),
        StoryAction(at: begin, .applyPolicy(received)),
      ] + use.actions(from: begin, to: end, in: zone)
    var replayed = Replay.play(story)
    // What begins when it is over belongs to the next day; and nothing is expected, so nothing is wrong.
    replayed.lines.removeAll { $0.at >= end }
    for index in replayed.lines.indices { replayed.lines[index].verdict = .matched }
    self.replayed = replayed
  }

  /// Whether the policy can be carried out as it was meant, as far as a plan can tell.
  package var isWell: Bool { failed.isEmpty && replayed.failures.isEmpty }

  /// The categories that are not carried out, in order.
  package var failed: [RuleCategory] { categories(.failed) }

  func categories(_ status: MappingResult.Status) -> [RuleCategory] {
    RuleCategory.allCases.filter { plan.results[$0]?.status == status }
  }

  // MARK: What follows from the callbacks

  /// When nothing but the exceptions may be used: within windows, and after the daily limit.
  package var locked: [Stretch] { stretches(\.deviceLocked) }

  package var silenced: [Stretch] { stretches(\.notificationsSilenced) }

  private func stretches(_ holds: KeyPath<ConditionalSettings, Bool>) -> [Stretch] {
    let all = plan.conditional.filter { $0[keyPath: holds] }.flatMap(stretches(of:))
    return all.sorted { $0.from < $1.from }.reduce(into: []) { union, stretch in
      if let last = union.last, stretch.from <= last.to {
        union[union.count - 1].to = max(last.to, stretch.to)
      } else {
        union.append(stretch)
      }
    }
  }

  private func stretches(of conditional: ConditionalSettings) -> [Stretch] {
    let transcript = replayed.transcript
    let name = conditional.activity.rawValue
    let intervals = transcript.intervals.filter { $0.activity == name }.map(\.stretch)
    switch conditional.condition {
    case .duringInterval: return intervals
    case .afterEvent(let event):
      let reached = transcript.calls.lazy.filter {
        $0.callback.call == .eventDidReachThreshold && $0.callback.event == event
          && $0.callback.activity.rawValue == name
      }
      return reached.compactMap { call in
        intervals.last { $0.from <= call.at }.map { Stretch(from: call.at, to: $0.to) }
      }
    }
  }

  package var picture: StoryPicture {
    StoryPicture(
      replayed,
      bands: [
        StoryPicture.Band(name: "device locked", stretches: locked),
        StoryPicture.Band(name: "notifications silent", stretches: silenced),
      ], isJudged: false)
  }
}
