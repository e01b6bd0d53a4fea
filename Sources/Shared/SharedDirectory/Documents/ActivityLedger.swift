package import ActivityEngine
package import DeviceActivity

/// The registrations that one writer has made or ended (`activities/WRITER.json`).
///
/// What is registered is, activity by activity, the record with the highest generation of all writers, so that the
/// monitor can end what the app has begun without writing the app's file.
package struct ActivityLedger: Codable, Equatable, Sendable {
  package struct Record: Codable, Equatable, Sendable {
    package var activity: DeviceActivityName
    package var generation: Int
    /// Nil: this writer ended the activity.
    package var registration: ActivityRegistration?
  }

  package var grant: String?
  /// In order of registration.
  package private(set) var records: [Record] = []
  /// The highest generation that this writer has given, also where the record has been dropped since.
  package private(set) var lastGeneration = 0

  /// An empty ledger for a new grant, which goes on counting generations where the old one stopped.
  package init(succeeding old: ActivityLedger?, grant: String?) {
    self.grant = grant
    lastGeneration = old?.lastGeneration ?? 0
  }

  /// What is registered by all writers together, in order of generation.
  package static func registrations(in ledgers: [ActivityLedger]) -> [ActivityRegistration] {
    latest(ledgers).values.compactMap(\.registration).sorted { $0.generation < $1.generation }
  }

  package static func latest(_ ledgers: [ActivityLedger]) -> [DeviceActivityName: Record] {
    ledgers.flatMap(\.records).reduce(into: [:]) { latest, record in
      if let known = latest[record.activity], known.generation > record.generation { return }
      latest[record.activity] = record
    }
  }

  /// The highest generation that any of the writers has given.
  package static func latestGeneration(_ ledgers: [ActivityLedger]) -> Int {
    ledgers.map(\.lastGeneration).max() ?? 0
  }

  /// Replaces this writer's record of the activity.
  package mutating func put(_ record: Record) {
    records.removeAll { $0.activity == record.activity }
    records.append(record)
    lastGeneration = max(lastGeneration, record.generation)
  }

  /// Drops what says nothing any more, so that names that are used once do not pile up: records that another writer
  /// has overruled, and ends that the engine has taken notice of and that overrule nobody.
  package mutating func prune(seen generation: Int, others: [ActivityLedger]) {
    let others = Self.latest(others)
    records.removeAll { record in
      guard let other = others[record.activity] else {
        return record.registration == nil && record.generation <= generation
      }
      return other.generation > record.generation
    }
  }
}
