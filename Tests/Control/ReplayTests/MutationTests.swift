import ActivityEngine
import Foundation
import Replay
import Testing

/// Every expectation of every scenario is really looked at: played as its reporter saw it, the scenario fails.
@Suite struct `Every line of every scenario` {
  @Test(arguments: ScenarioFile.all(in: "Scenarios"))
  func `fails when anything about it is otherwise`(_ file: ScenarioFile) throws {
    let story = try file.story
    for index in Self.sample(of: story) {
      for (words, changed) in Self.changes(of: story.expected[index]) {
        var story = story
        story.expected[index] = changed
        #expect(!Replay.play(story).isAsExpected, "line \(index + 1), \(words)")
      }
    }
  }

  @Test(arguments: ScenarioFile.all(in: "Scenarios"))
  func `fails when a callback is not told`(_ file: ScenarioFile) throws {
    let story = try file.story
    for index in Self.sample(of: story) {
      guard case .call = story.expected[index].what, story.expected[index].at < story.end else {
        continue
      }
      var story = story
      story.expected.remove(at: index)
      #expect(!Replay.play(story).isAsExpected, "without line \(index + 1)")
    }
  }

  /// At one instant the end of an activity comes before its next start, while two activities may come in either order.
  @Test(arguments: [
    ("B11-restart-catch-up-flood", 6, false), ("two-clients-and-one-uninstalled", 0, true),
  ])
  func `counts the order within an activity only`(name: String, first: Int, isFree: Bool) throws {
    var story = try #require(
      (ScenarioFile.all(in: "Scenarios") + ScenarioFile.all(in: "Rules"))
        .first { $0.testDescription == name }
    ).story
    #expect(story.expected[first].at == story.expected[first + 1].at)
    story.expected.swapAt(first, first + 1)
    #expect(Replay.play(story).isAsExpected == isFree)
  }

  /// Ten lines or so of a long story; all of a short one.
  private static func sample(of story: Story) -> [Int] {
    Array(stride(from: 0, to: story.expected.count, by: 1 + story.expected.count / 10))
  }

  private static func changes(
    of expectation: StoryExpectation
  ) -> [(words: String, changed: StoryExpectation)] {
    switch expectation.what {
    case .call(let call): changes(of: call, in: expectation)
    case .state(let facts):
      facts.indices.map { index in
        var facts = facts
        facts[index] = facts[index].opposite
        var changed = expectation
        changed.what = .state(facts)
        return ("another fact", changed)
      }
    }
  }

  private static func changes(
    of call: StoryExpectation.Call, in expectation: StoryExpectation
  ) -> [(words: String, changed: StoryExpectation)] {
    var results: [(String, StoryExpectation)] = []
    func add(_ words: String, _ change: (inout StoryExpectation.Call) -> Void) {
      var (call, changed) = (call, expectation)
      change(&call)
      changed.what = .call(call)
      results.append((words, changed))
    }
    var late = expectation
    late.at += 1
    results.append(("a second later", late))
    var early = expectation
    early.at -= 1 + call.tolerance
    results.append(("a second earlier", early))
    add("another activity") { $0.activity += "x" }
    add("another call") { $0.call = .intervalWillStartWarning }
    if call.event != nil { add("another event") { $0.event? += "x" } }
    if call.due != nil { add("due later") { $0.due? += 1 } }
    if call.cause != nil { add("another cause") { $0.cause = .clockSetBack } }
    if call.redelivery != nil { add("no redelivery") { $0.redelivery?.toggle() } }
    if call.generation != nil { add("another generation") { $0.generation? += 1 } }
    if call.wallClockShows != nil { add("another wall clock") { $0.wallClockShows? += 1 } }
    return results
  }
}

extension StoryExpectation.Fact {
  fileprivate var opposite: Self {
    switch self {
    case .activities(let names): .activities(names.symmetricDifference(["other"]))
    case .shielded(let names): .shielded(names.symmetricDifference(["other"]))
    case .shieldedCount(let count): .shieldedCount(count + 1)
    case .access(let token, let isShielded): .access(token: token, isShielded: !isShielded)
    case .nextInterval(let stretch):
      .nextInterval(stretch.map { Stretch(from: $0.from + 1, to: $0.to) })
    case .authorization(let word): .authorization(word == "denied" ? "approved" : "denied")
    case .lastError: .lastError("unheardOf")
    case .quarantined(let count): .quarantined(count + 1)
    case .equal(let names): .equal(names + ["other"])
    case .tokenExpiryMessages(let count): .tokenExpiryMessages(count + 1)
    case .config: .config("other")
    }
  }
}
