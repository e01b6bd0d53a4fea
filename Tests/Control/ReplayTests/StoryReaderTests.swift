import Foundation
import Replay
import Testing

/// A scenario that is whole, and one change that spoils it.
struct Spoiled: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let find: String
  let replace: String
  /// What the fault must say.
  let line: Int
  let field: String
  let words: String

  init(
    _ description: String, _ find: String, _ replace: String, line: Int, _ field: String,
    _ words: String
  ) {
    testDescription = description
    self.find = find
    self.replace = replace
    self.line = line
    self.field = field
    self.words = words
  }
}

@Suite struct `The reader of scenarios` {
  static let whole = """
    {
      "id": "X1",
      "tz": "Europe/Paris",
      "delivery": "onTheDot",
      "now": "2026-03-10T23:30:00+01:00",
      "until": "2026-03-11T02:00:00+01:00",
      "actions": [
        {
          "at": "2026-03-10T23:30:00+01:00",
          "do": "startMonitoring",
          "activity": "session",
          "schedule": {
            "start": { "hour": 23, "minute": 30 },
            "end": { "hour": 1 },
            "repeats": false
          },
          "expect": "ok"
        },
        { "at": "2026-03-10T23:40:00+01:00", "do": "pollTick" }
      ],
      "expected": [
        { "at": "2026-03-10T23:30:00+01:00", "call": "intervalDidStart", "activity": "session" },
        { "at": "2026-03-10T23:31:00+01:00", "state": { "activities": ["session"] } }
      ]
    }
    """

  @Test func `takes a whole one`() throws {
    let story = try StoryReader.story(parsing: Array(Self.whole.utf8), file: "a/whole.json")
    #expect(story.name == "whole")
    #expect(story.actions.map(\.line) == [8, 19])
    #expect(story.expected.count == 2)
  }

  @Test(arguments: [
    Spoiled(
      "a field that nobody knows", #""id": "X1""#, #""ID": "X1""#, line: 2, "ID", "unknown field"),
    Spoiled(
      "a deed that nobody can do", #""do": "pollTick""#, #""do": "dance""#, line: 19,
      "actions[1].do", "nobody can do “dance”"),
    Spoiled(
      "a field that belongs to another deed", #""do": "pollTick""#,
      #""do": "pollTick", "token": "x""#, line: 19, "actions[1].token", "unknown field"),
    Spoiled(
      "text for a number", #""hour": 23"#, #""hour": "23""#, line: 13,
      "actions[0].schedule.start.hour", "must be a whole number"),
    Spoiled(
      "a component that nobody knows", #""hour": 23"#, #""hours": 23"#, line: 13,
      "actions[0].schedule.start.hours", "unknown field"),
    Spoiled(
      "a time without an offset", "23:40:00+01:00", "23:40:00", line: 19, "actions[1].at",
      "must be a date and time with an offset, as 2026-03-29T02:30:00+01:00"),
    Spoiled(
      "an action before the one above", "2026-03-10T23:40:00+01:00", "2026-03-10T21:40:00+01:00",
      line: 19, "actions[1].at", "must lie between “now” and “until”"),
    Spoiled(
      "an error that nobody throws", #""expect": "ok""#, #""expect": "throws up""#, line: 17,
      "actions[0].expect",
      "must be “ok” or “throws” and one of excessiveActivities, intervalTooLong, "
        + "intervalTooShort, invalidDateComponents, unauthorized"),
    Spoiled(
      "a fact that nobody knows", #""activities": ["#, #""armed": ["#, line: 23,
      "expected[1].state.armed", "unknown fact"),
    Spoiled(
      "a call that nobody makes", #""call": "intervalDidStart""#, #""call": "didStart""#,
      line: 22, "expected[0].call", "unknown word “didStart”"),
    Spoiled(
      "a zone that is not there", "Europe/Paris", "Europe/Atlantis", line: 3, "tz",
      "there is no zone “Europe/Atlantis”"),
    Spoiled(
      "a missing field", #""activity": "session","#, "", line: 8, "actions[0]",
      "the field “activity” is missing"),
  ])
  func `names file, line and field of`(_ spoiled: Spoiled) throws {
    let range = try #require(Self.whole.range(of: spoiled.find))
    let text = Self.whole.replacingCharacters(in: range, with: spoiled.replace)
    #expect(
      throws: StoryFault(
        file: "a/b.json", line: spoiled.line, field: spoiled.field, words: spoiled.words)
    ) {
      try StoryReader.story(parsing: Array(text.utf8), file: "a/b.json")
    }
  }

  @Test func `names the line of what is not JSON`() throws {
    let text = Self.whole.replacingOccurrences(of: "false", with: "falsch")
    let fault = try #require(throws: StoryFault.self) {
      try StoryReader.story(parsing: Array(text.utf8), file: "a/b.json")
    }
    #expect(fault.line == 15)
    #expect(fault.field == "actions[0].schedule.repeats")
    #expect(fault.description.hasPrefix("a/b.json:15: actions[0].schedule.repeats: "))
  }
}
