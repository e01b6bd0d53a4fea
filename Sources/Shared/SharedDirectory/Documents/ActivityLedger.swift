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

  package init(grant: String?) {
    self.grant = grant
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

  package static func latestGeneration(_ ledgers: [ActivityLedger]) -> Int {
    ledgers.flatMap(\.records).map(\.generation).max() ?? 0
  }

  /// Replaces this writer's record of the activity.
  package mutating func put(_ record: Record) {
    records.removeAll { $0.activity == record.activity }
    records.append(record)
  }

  /// Drops the records of ended activities that the engine has taken notice of, so that names that are used once do
  /// not pile up.
  package mutating func prune(seen generation: Int) {
    records.removeAll { $0.registration == nil && $0.generation <= generation }
  }
}
