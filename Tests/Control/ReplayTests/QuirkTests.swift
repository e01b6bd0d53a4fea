import Foundation
import Replay
import Testing

@Suite struct `Each quirk` {
  private func story(of quirk: Quirk) throws -> Story {
    let file = try #require(
      ScenarioFile.all(in: "Quirks").first { $0.testDescription == quirk.rawValue })
    return try file.story
  }

  @Test(arguments: Quirk.allCases)
  func `makes the scenario of its name fail, which passes without`(_ quirk: Quirk) throws {
    let story = try story(of: quirk)
    #expect(Replay.play(story).isAsExpected)
    #expect(!Replay.play(story, quirks: [quirk]).isAsExpected)
  }

  @Test(arguments: Quirk.allCases)
  func `leaves the scenarios of the others alone where it has no part in them`(
    _ quirk: Quirk
  ) throws {
    let quiet = try story(of: .statusNotDeterminedAtStart)
    let touched: Set<Quirk> = [.lateEdge, .statusNotDeterminedAtStart]
    #expect(Replay.play(quiet, quirks: [quirk]).isAsExpected == !touched.contains(quirk))
  }

  @Test(arguments: Quirk.allCases)
  func `is explained with its source`(_ quirk: Quirk) {
    #expect(quirk.explanation.hasSuffix("."))
    #expect(quirk.source.contains("https://"))
    #expect(Quirk.list.contains("\(quirk.rawValue)\n  \(quirk.explanation)\n  \(quirk.source)\n"))
  }

  /// The scenario of the report, and the quirk that plays what its reporter saw.
  @Test(arguments: [
    ("B02-threshold-early", Quirk.thresholdAtRegistration),
    ("B04-threshold-early", .allThresholdsAtFirstPickUp),
    ("B05-re-delivery-across-midnight", .yesterdaysThreshold),
    ("B08-threshold-twice", .thresholdTwice),
    ("B23-immediate-end-midnight", .endAtOnce),
    ("B32-restart-resets-budget", .reRegistrationResetsCounters),
    ("B33-restart-resets-counters", .reRegistrationResetsCounters),
    ("B48-interval-edge-missing", .noCallbackForNearStart),
    ("B74-limits-store", .tooManyTokensShieldNothing),
  ])
  func `plays the bug that was reported`(name: String, quirk: Quirk) throws {
    let file = try #require(ScenarioFile.all(in: "Scenarios").first { $0.testDescription == name })
    let replayed = Replay.play(try file.story, quirks: [quirk])
    #expect(!replayed.isAsExpected)
  }

  @Test func `is not needed for the warning that iOS would shield nothing`() throws {
    let replayed = Replay.play(try story(of: .tooManyTokensShieldNothing))
    #expect(replayed.isAsExpected)
    #expect(
      replayed.transcript.warnings == [
        "shield.applications of store main has 51 items; iOS would shield nothing above 50"
      ])
  }
}
