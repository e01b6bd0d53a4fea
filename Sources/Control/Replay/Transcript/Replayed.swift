package import FoundationEssentials

/// A story as it was played, judged by what it expects.
package struct Replayed: Equatable, Sendable {
  /// One expectation, one callback, or both.
  package struct Line: Equatable, Sendable {
    package enum Verdict: Equatable, Sendable {
      case matched
      /// It did not come, or not while it could still have been meant.
      case missing
      /// Nobody expects it.
      case unexpected
      case late(seconds: TimeInterval)
      case early(seconds: TimeInterval)
      /// It came, or was looked at, in time, but is not as it should be; in words.
      case different(String)
    }

    package var expected: StoryExpectation?
    package var actual: Transcript.Call?
    /// What was found in place of the facts that were expected; empty for callbacks.
    package var found: [String]
    package var verdict: Verdict

    package init(
      expected: StoryExpectation?, actual: Transcript.Call? = nil, found: [String] = [],
      verdict: Verdict
    ) {
      self.expected = expected
      self.actual = actual
      self.found = found
      self.verdict = verdict
    }

    /// When it happened, or else was expected.
    package var at: Date { actual?.at ?? expected?.at ?? .distantPast }
  }

  package var story: Story
  package var quirks: [Quirk]
  package var seed: UInt64?
  package var transcript: Transcript
  /// In order of time.
  package var lines: [Line]
  /// What went wrong apart from callbacks and facts: a call that threw what it should not have, in words.
  package var failures: [String]

  package var isAsExpected: Bool {
    failures.isEmpty && lines.allSatisfy { $0.verdict == .matched }
  }
}
