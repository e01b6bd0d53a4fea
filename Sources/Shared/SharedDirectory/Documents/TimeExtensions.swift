package import FoundationEssentials

/// Extra time that was granted (`extensions/WRITER.json`).
package struct TimeExtensions: Codable, Equatable, Sendable {
  /// One grant. It adds to the limits of the local day in which it was given, and to no other.
  package struct Grant: Codable, Equatable, Sendable {
    package var id: String
    /// The application as the policy names it; nil adds to every limit.
    package var application: String?
    package var minutes: Int
    package var at: Date
    /// The login name of the guardian who gave it.
    package var by: String

    package init(id: String, application: String?, minutes: Int, at: Date, by: String) {
      self.id = id
      self.application = application
      self.minutes = minutes
      self.at = at
      self.by = by
    }

    /// For the journal.
    package var words: String {
      "\(minutes) \(minutes == 1 ? "minute" : "minutes") more for \(application ?? "every limit")"
    }
  }

  /// The authorization under which they were given.
  package var grant: String?
  /// In order of time.
  package private(set) var grants: [Grant] = []

  package init(grant: String?) {
    self.grant = grant
  }

  /// Adds `new`, and drops what is too old to matter to anybody.
  package mutating func add(_ new: Grant) {
    grants.removeAll { $0.at < new.at.addingTimeInterval(-Self.memory) }
    grants.append(new)
  }

  /// Longer than any day. Seconds.
  private static let memory: TimeInterval = 7 * 86400

  /// Seconds that an application's own limit, or with nil the daily one, has gained between two instants.
  package func seconds(for application: String?, from start: Date, to end: Date) -> TimeInterval {
    grants.reduce(0) { sum, grant in
      guard grant.at >= start, grant.at < end,
        grant.application == nil || grant.application == application
      else { return sum }
      return sum + TimeInterval(grant.minutes * 60)
    }
  }
}
