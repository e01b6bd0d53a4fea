import ActivityEngine
import DeviceActivity
import FoundationEssentials

/// Holds what a story expects against what happened.
///
/// Callbacks are compared to the second. At one instant the order within an activity counts; between activities it is free.
struct Comparison {
  let story: Story
  let calls: [Transcript.Call]
  let findings: [SimulatedWorld.Finding]

  var lines: [Replayed.Line] {
    var matching = Matching(story: story, calls: calls)
    matching.matchInTime()
    matching.matchOutOfTime()
    let facts = findings.map { finding in
      Replayed.Line(
        expected: story.expected[finding.index], found: finding.words,
        verdict: finding.holds ? .matched : .different("not so"))
    }
    let all = matching.lines + facts
    return all.enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }
}

private struct Matching {
  let story: Story
  let calls: [Transcript.Call]
  /// Which call answers an expectation, by its place in the story.
  private var answers: [Int: Int] = [:]
  private var unanswered: [Int] = []
  private var isUsed: [Bool]
  private var callsByKey: [Key: [Int]] = [:]

  private struct Key: Hashable {
    var call: ActivityCallback.Call
    var activity: String
    var event: String?
  }

  init(story: Story, calls: [Transcript.Call]) {
    self.story = story
    self.calls = calls
    isUsed = Array(repeating: false, count: calls.count)
    for (index, call) in calls.enumerated() {
      let key = Key(
        call: call.callback.call, activity: call.callback.activity.rawValue,
        event: call.callback.event?.rawValue)
      callsByKey[key, default: []].append(index)
    }
  }

  private func expectation(_ index: Int) -> StoryExpectation.Call? {
    if case .call(let call) = story.expected[index].what { call } else { nil }
  }

  private func candidates(for expected: StoryExpectation.Call) -> [Int] {
    let key = Key(call: expected.call, activity: expected.activity, event: expected.event)
    return (callsByKey[key] ?? []).filter { !isUsed[$0] }
  }

  mutating func matchInTime() {
    for index in story.expected.indices {
      guard let expected = expectation(index) else { continue }
      let at = story.expected[index].at
      let found = candidates(for: expected).first {
        let late = calls[$0].at.timeIntervalSince(at)
        return late > -0.5 && late < expected.tolerance + 0.5
      }
      if let found {
        answers[index] = found
        isUsed[found] = true
      } else {
        unanswered.append(index)
      }
    }
  }

  /// Takes for late or early what is left of the same kind within a day.
  mutating func matchOutOfTime() {
    for index in unanswered {
      guard let expected = expectation(index) else { continue }
      let at = story.expected[index].at
      let found = candidates(for: expected).min {
        abs(calls[$0].at.timeIntervalSince(at)) < abs(calls[$1].at.timeIntervalSince(at))
      }
      guard let found, abs(calls[found].at.timeIntervalSince(at)) < 86400 else { continue }
      answers[index] = found
      isUsed[found] = true
    }
  }

  var lines: [Replayed.Line] {
    var lines: [Replayed.Line] = []
    var latest: [String: Int] = [:]
    for index in story.expected.indices {
      guard let expected = expectation(index) else { continue }
      guard let answer = answers[index] else {
        lines.append(Replayed.Line(expected: story.expected[index], verdict: .missing))
        continue
      }
      let isOutOfOrder = latest[expected.activity].map { $0 > answer } ?? false
      latest[expected.activity] = max(latest[expected.activity] ?? answer, answer)
      lines.append(
        Replayed.Line(
          expected: story.expected[index], actual: calls[answer],
          verdict: isOutOfOrder
            ? .different("out of order")
            : verdict(of: calls[answer], against: expected, at: story.expected[index].at)))
    }
    for (index, call) in calls.enumerated() where !isUsed[index] && call.at < story.end {
      lines.append(Replayed.Line(expected: nil, actual: call, verdict: .unexpected))
    }
    return lines
  }

  private func verdict(
    of call: Transcript.Call, against expected: StoryExpectation.Call, at instant: Date
  ) -> Replayed.Line.Verdict {
    let late = call.at.timeIntervalSince(instant)
    if late >= expected.tolerance + 0.5 { return .late(seconds: late) }
    if late <= -0.5 { return .early(seconds: -late) }
    var differences: [String] = []
    func compare<Value: Equatable>(_ name: String, _ wanted: Value?, _ found: Value?) {
      guard let wanted, wanted != found else { return }
      differences.append("\(name) is \(found.map { "\($0)" } ?? "none"), not \(wanted)")
    }
    if let due = expected.due, abs(due.timeIntervalSince(call.callback.due)) >= 0.5 {
      differences.append("due \(story.zone.text(of: call.callback.due))")
    }
    if let wall = expected.wallClockShows, abs(wall.timeIntervalSince(call.wall)) >= 0.5 {
      differences.append("the wall clock shows \(story.zone.text(of: call.wall))")
    }
    compare("cause", expected.cause?.rawValue, call.callback.cause?.rawValue)
    compare("generation", expected.generation, call.generation)
    compare("redelivery", expected.redelivery, call.isRedelivery)
    return differences.isEmpty ? .matched : .different(differences.joined(separator: "; "))
  }
}
