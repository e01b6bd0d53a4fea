package import ActivityEngine
package import FoundationEssentials

/// What a story says must happen, or hold, at an instant.
package struct StoryExpectation: Equatable, Sendable {
  /// True time.
  package var at: Date
  package var what: What
  /// Where the story's file says so, from 1.
  package var line: Int?

  package init(at: Date, _ what: What, line: Int? = nil) {
    self.at = at
    self.what = what
    self.line = line
  }

  package enum What: Equatable, Sendable {
    case call(Call)
    case state([Fact])
  }

  /// A callback. What is nil may be anything.
  package struct Call: Equatable, Sendable {
    package var call: ActivityCallback.Call
    package var activity: String
    package var event: String?
    package var due: Date?
    package var cause: EndCause?
    package var redelivery: Bool?
    /// 1 for the first registration of the activity, 2 for the one that followed it.
    package var generation: Int?
    /// How many seconds late it may be.
    package var tolerance: TimeInterval = 0
    package var wallClockShows: Date?

    package init(_ call: ActivityCallback.Call, _ activity: String, event: String? = nil) {
      self.call = call
      self.activity = activity
      self.event = event
    }
  }

  /// One thing that must hold.
  package enum Fact: Equatable, Sendable {
    case activities(Set<String>)
    case shielded(Set<String>)
    case shieldedCount(Int)
    case access(token: String, isShielded: Bool)
    /// Nil: there is none.
    case nextInterval(Stretch?)
    case authorization(String)
    case lastError(String?)
    case quarantined(Int)
    case equal([String])
    case tokenExpiryMessages(Int)
    case config(String?)
  }
}
