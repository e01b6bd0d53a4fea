package import ActivityEngine
package import FoundationEssentials

/// What happened in a replay. All instants are true time.
package struct Transcript: Codable, Equatable, Sendable {
  /// A callback that reached the monitor's handlers.
  package struct Call: Codable, Equatable, Sendable {
    package var at: Date
    /// What the wall clock showed.
    package var wall: Date
    package var callback: ActivityCallback
    package var isRedelivery: Bool
    /// 1 for the first registration of the activity, 2 for the one that followed it.
    package var generation: Int
    /// Names the quirk that made this call up or moved it; nil for one as it should be.
    package var quirk: String?
  }

  package struct Use: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable {
      case counted
      /// Spent looking at a shield, or with the device idle or asleep (rule E3).
      case notCounted
    }

    package var token: String
    package var stretch: Stretch
    package var kind: Kind
  }

  package struct Device: Codable, Equatable, Sendable {
    package enum State: String, Codable, Sendable {
      case idle, suspended
    }

    package var state: State
    package var stretch: Stretch
  }

  /// From a start that was delivered to its end, or to the end of the story.
  package struct Interval: Codable, Equatable, Sendable {
    package var activity: String
    package var generation: Int
    package var stretch: Stretch
    /// Nil while it is running.
    package var cause: EndCause?
  }

  package struct Shield: Codable, Equatable, Sendable {
    package var token: String
    package var stretch: Stretch
  }

  /// Something worth a mark on the time line.
  package struct Mark: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable {
      case killed, launched, clockSet, zoneSet, granted, revoked, refused, registered, stopped
    }

    package var at: Date
    package var kind: Kind
    package var words: String
  }

  package var calls: [Call] = []
  package var use: [Use] = []
  /// Where the device was not simply in use.
  package var device: [Device] = []
  package var intervals: [Interval] = []
  package var shields: [Shield] = []
  package var marks: [Mark] = []
  /// What iOS would do otherwise, in words.
  package var warnings: [String] = []

  package init() {}
}
