package import FoundationEssentials

/// What is known, from some instant on, of what a person is doing.
package struct UseObservation: Equatable, Sendable {
  /// How the person's login session is.
  package enum Session: String, Codable, Sendable {
    case active
    /// Nobody has touched anything for a while.
    case idle
    case locked
    /// Another session is in front.
    case away
    /// Nothing on this machine tells; use counts where an application is in front or runs.
    case unknown
  }

  /// Desktop identifiers of the applications in front, or, where that cannot be seen, of those that run.
  package var applications: Set<String>
  /// Something that is no known application is in use.
  package var isOtherInUse: Bool
  package var session: Session
  /// Applications that are refused: whoever looks at one looks at its shield (rule E3).
  package var shielded: Set<String>

  package init(
    applications: Set<String> = [], isOtherInUse: Bool = false, session: Session = .unknown,
    shielded: Set<String> = []
  ) {
    self.applications = applications
    self.isOtherInUse = isOtherInUse
    self.session = session
    self.shielded = shielded
  }

  /// What counts as used. Nothing counts in a session that is idle, locked or away.
  package var used: Set<String> {
    isAwake ? applications.subtracting(shielded) : []
  }

  /// Whether the device itself is in use.
  package var isDeviceInUse: Bool {
    isAwake && (isOtherInUse || !used.isEmpty)
  }

  private var isAwake: Bool { session == .active || session == .unknown }
}

/// One reading of the clocks that use is measured with.
package struct UseReading: Equatable, Sendable {
  /// The wall clock, as far as it can be believed.
  package var wall: Date
  /// Seconds on a clock that nobody sets and that stands still while the machine sleeps.
  package var monotonic: Double
  /// Seconds on one that does not stand still.
  package var uptime: Double

  package init(wall: Date, monotonic: Double, uptime: Double) {
    self.wall = wall
    self.monotonic = monotonic
    self.uptime = uptime
  }
}

/// A stretch of time during which the same applications were used.
package struct UseRecord: Codable, Equatable, Sendable {
  /// Desktop identifiers, sorted; empty where the device was used and no known application.
  package var applications: [String]
  package var start: Date
  /// How long it truly lasted.
  package var seconds: Double
  /// The recorder's position at its end: all seconds of use ever recorded.
  package var end: Double

  package init(applications: [String], start: Date, seconds: Double, end: Double) {
    self.applications = applications
    self.start = start
    self.seconds = seconds
    self.end = end
  }
}
