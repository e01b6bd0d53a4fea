import Foundation
import FoundationXML
import Replay
import Testing

@Suite struct `A picture` {
  private static func story(_ name: String) throws -> Story {
    let file = try #require(ScenarioFile.all(in: "Scenarios").first { $0.testDescription == name })
    return try file.story
  }

  private static func picture(_ name: String, _ quirks: Quirk...) throws -> PictureText {
    try PictureText(StoryPicture(Replay.play(try story(name), quirks: quirks)).svg)
  }

  @Test(arguments: ScenarioFile.all(in: "Scenarios"))
  func `of any scenario is well-formed, and has each callback once or twice`(
    _ file: ScenarioFile
  ) throws {
    for quirks in [[], [Quirk.lateEdge, .thresholdTwice]] {
      let replayed = Replay.play(try file.story, quirks: quirks)
      let picture = try PictureText(StoryPicture(replayed).svg)
      let marks = replayed.lines.map {
        $0.actual == nil || $0.expected == nil ? 1 : 2
      }
      #expect(picture.marks.count == marks.reduce(0, +))
      for line in replayed.lines {
        #expect(picture.marks.contains { $0.title.hasSuffix("— \(line.verdict.words)") })
      }
    }
  }

  @Test func `marks what nobody expects, in colour, shape and words`() throws {
    let picture = try Self.picture("B04-threshold-early", .allThresholdsAtFirstPickUp)
    let wrong = picture.marks.filter { $0.title.hasSuffix("UNEXPECTED") }
    #expect(wrong.count == 3)
    #expect(wrong.allSatisfy { $0.look == "mark bad" && $0.shape == "path" })
    #expect(
      picture.marks.filter { $0.title.hasSuffix("ok") }
        .allSatisfy { ["mark good", "mark good ring"].contains($0.look) && $0.shape == "circle" })
    #expect(picture.words.contains("✗ NOT as expected: 3 unexpected"))
    #expect(picture.words.contains("[1] m10, [2] m20, [3] m30"))
    #expect(
      picture.words.contains {
        $0.hasPrefix("[1] came 12-09 06:58:01 eventDidReachThreshold daily/m10")
      })
    #expect(
      picture.words.contains { $0.contains("with the quirk all-thresholds-at-first-pick-up") })
  }

  @Test func `marks what does not come where it should have`() throws {
    let picture = try Self.picture("B32-restart-resets-budget", .reRegistrationResetsCounters)
    let missing = picture.marks.filter { $0.title.hasSuffix("MISSING") }
    #expect(missing.map(\.look) == ["mark bad ring"])
    #expect(picture.words.contains("[1] budget"))
    #expect(picture.looks.contains("cross"))
  }

  @Test func `joins what comes late to where it was expected`() throws {
    let picture = try Self.picture("B45-limits", .lateEdge)
    let late = picture.marks.filter { $0.title.hasSuffix("LATE by 360 s") }
    #expect(Set(late.map(\.look)) == ["mark odd", "mark odd ring"])
    #expect(picture.looks.count { $0 == "moved" } == late.count / 2)
  }

  @Test func `shows a kill, and that the monitor is down until it is launched`() throws {
    let picture = try Self.picture("B07-late-batch-ordering")
    #expect(picture.words.contains("monitor killed"))
    #expect(picture.words.contains("monitor launched"))
    #expect(picture.words.contains("pavise-monitor"))
    #expect(picture.titles.contains { $0.hasPrefix("not running, 2024-08-26 10:30:00") })
    #expect(picture.words.contains("✓ as expected"))
  }

  @Test func `says when the clocks change`() throws {
    let picture = try Self.picture("B38-dst-or-timezone")
    #expect(picture.words.contains("clocks back 60 min"))
    #expect(!(try Self.picture("B04-threshold-early").words.contains { $0.hasPrefix("clocks") }))
  }

  @Test func `tells idle time from use, and use that counts from use that does not`() throws {
    let idle = try Self.picture("B04-threshold-early")
    #expect(idle.titles.contains { $0.hasPrefix("idle: nobody uses it, 2025-12-08 23:10:00") })
    #expect(idle.titles.contains { $0.hasPrefix("app1 in use, 2025-12-08 21:00:00") })
    let shielded = try Self.picture("B15-shielded-use-counted")
    #expect(shielded.titles.contains { $0.contains("does not count as use") })
    #expect(shielded.titles.contains { $0.contains(" shielded, ") })
  }

  @Test func `is the same bytes each time, and for light and dark readers`() throws {
    let story = try Self.story("B19-silent-stop-rate-limit")
    let first = StoryPicture(Replay.play(story)).svg
    #expect(StoryPicture(Replay.play(story)).svg == first)
    #expect(first.contains("@media (prefers-color-scheme: dark)"))
  }

  @Test func `cannot be broken by what a story is called`() throws {
    var story = try Self.story("B04-threshold-early")
    story.name = #"<script>&"']]>"# + "\u{1}\u{FFFE}"
    story.bug = "<b>\n&amp;</b>"
    let picture = try PictureText(StoryPicture(Replay.play(story)).svg)
    #expect(picture.words.contains { $0.hasPrefix(#"<script>&"']]>"# + "\u{FFFD}\u{FFFD}") })
    #expect(picture.words.contains("Reported: <b> &amp;</b>"))
  }

  @Test(arguments: ["B04-threshold-early", "B19-silent-stop-rate-limit", "B45-limits"])
  func `writes no label over another`(name: String) throws {
    let picture = try Self.picture(name, .thresholdTwice, .lateEdge)
    let labels = picture.labels.filter { $0.look.contains("halo") }
    #expect(labels.count > 2)
    for (index, first) in labels.enumerated() {
      for second in labels.dropFirst(index + 1) where abs(first.y - second.y) < 9 {
        #expect(first.end <= second.x || second.end <= first.x, "\(first.words) \(second.words)")
      }
    }
  }
}
