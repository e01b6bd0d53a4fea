import ActivityEngine
import DeviceActivity
package import FoundationEssentials
import SharedDirectory
import TimeZoneRules

/// Replayed stories for machines: `{"asExpected":…,"stories":[…]}`, as canonical JSON.
package struct ReplayReport: Encodable, Sendable {
  package let asExpected: Bool
  package let stories: [StoryReport]

  package init(_ replayed: [Replayed]) {
    asExpected = replayed.allSatisfy(\.isAsExpected)
    stories = replayed.map(StoryReport.init)
  }

  package func json() throws -> Data { try CanonicalJSON.encode(self) }
}

/// One story in a ``ReplayReport``.
package struct StoryReport: Encodable, Sendable {
  struct Line: Encodable {
    let verdict: String
    /// How it differs, in words; of a line that does not match.
    let words: String?
    let expected: Expected?
    let actual: Transcript.Call?
    let found: [String]?
  }

  struct Expected: Encodable {
    let at: Date
    /// In the story's file, from 1.
    let line: Int?
    let call: String?
    let activity: String?
    let event: String?
    let state: [String]?
  }

  let name: String
  let file: String?
  let asExpected: Bool
  let quirks: [Quirk]
  let seed: UInt64?
  let lines: [Line]
  let failures: [String]
  let transcript: Transcript

  init(_ replayed: Replayed) {
    name = replayed.story.name
    file = replayed.story.file
    asExpected = replayed.isAsExpected
    quirks = replayed.quirks
    seed = replayed.seed
    failures = replayed.failures
    transcript = replayed.transcript
    let zone = replayed.story.zone
    lines = replayed.lines.map { line in
      Line(
        verdict: line.verdict.code, words: line.verdict == .matched ? nil : line.verdict.words,
        expected: line.expected.map { Expected($0, in: zone) }, actual: line.actual,
        found: line.found.isEmpty ? nil : line.found)
    }
  }
}

extension StoryReport.Expected {
  fileprivate init(_ expectation: StoryExpectation, in zone: TimeZoneRules) {
    at = expectation.at
    line = expectation.line
    switch expectation.what {
    case .call(let expected):
      call = expected.call.rawValue
      activity = expected.activity
      event = expected.event
      state = nil
    case .state(let facts):
      (call, activity, event) = (nil, nil, nil)
      state = facts.map { $0.words(in: zone) }
    }
  }
}

extension Replayed.Line.Verdict {
  fileprivate var code: String {
    switch self {
    case .matched: "matched"
    case .missing: "missing"
    case .unexpected: "unexpected"
    case .late: "late"
    case .early: "early"
    case .different: "different"
    }
  }
}
