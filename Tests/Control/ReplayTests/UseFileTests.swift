import Foundation
import Testing
import TimeZoneRules

@testable import Replay

@Suite struct `A use file` {
  struct Wrong: CustomTestStringConvertible, Sendable {
    var text: String
    var words: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Wrong(text: "{}", words: "use.json:1: an object where a list is needed"),
    Wrong(text: "[", words: "use.json:1: "),
    Wrong(text: "[\n1]", words: "use.json:2: [0]: a number where an object is needed"),
    Wrong(
      text: "[{\"app\":\"a\",\n\"from\":\"16:00\"}]",
      words: "use.json:1: [0]: the field “to” is missing"),
    Wrong(
      text: "[{\"app\":\"a\",\n\"from\":\"16:00\",\"to\":\"2026-03-28T12:00:00Z\"}]",
      words: "use.json:2: [0].to: must be a time of day too"),
    Wrong(
      text: #"[{"app":"a","from":"24:00","to":"25:00"}]"#,
      words: "use.json:1: [0].from: must be a time of day as 16:00, or as 2026-03-29T16:00:00+02:00"
    ),
    Wrong(
      text: #"[{"app":"a","from":"2026-03-28T12:00:00Z","to":"2026-03-28T12:00:00Z"}]"#,
      words: "use.json:1: [0].to: must be after “from”"),
    Wrong(
      text: #"[{"app":"a","from":"16:00","to":"17:00","day":1}]"#,
      words: "use.json:1: [0].day: unknown field"),
  ])
  func `that is none is refused by file, line and field`(_ sample: Wrong) throws {
    let fault = #expect(throws: StoryFault.self) {
      try UseFile(parsing: Array(sample.text.utf8), file: "use.json")
    }
    #expect(fault?.description.hasPrefix(sample.words) == true, "\(fault?.description ?? "")")
  }

  @Test func `holds daily use across midnight, and cuts what lies outside`() throws {
    let text = #"[{"app":"a","from":"23:00","to":"01:00"}]"#
    let use = try UseFile(parsing: Array(text.utf8), file: "use.json")
    let begin = Date(timeIntervalSince1970: 0)
    let actions = use.actions(from: begin, to: begin.addingTimeInterval(2 * 86400), in: .utc)
    #expect(
      actions == [
        StoryAction(at: begin, .use(token: "a", until: begin.addingTimeInterval(3600))),
        StoryAction(
          at: begin.addingTimeInterval(23 * 3600),
          .use(token: "a", until: begin.addingTimeInterval(25 * 3600))),
        StoryAction(
          at: begin.addingTimeInterval(47 * 3600),
          .use(token: "a", until: begin.addingTimeInterval(48 * 3600))),
      ])
  }
}
