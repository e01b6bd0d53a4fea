package import ActivityEngine

/// What is registered by all writers together.
package struct Registrations: Equatable, Sendable {
  /// In order of generation.
  package var activities: [ActivityRegistration]
  /// The highest generation that any writer has given.
  package var generation: Int
}

extension DocumentSource where Self: ~Copyable {
  /// What is registered now; nothing of a revoked grant (rule A5).
  package func registrations() throws -> Registrations {
    let ledgers = try activityLedgers()
    let authorization = try read(.authorization)
    let valid = ledgers.filter { !(authorization?.hasRevoked($0.grant) ?? false) }
    return Registrations(
      activities: ActivityLedger.registrations(in: valid),
      generation: ActivityLedger.latestGeneration(ledgers))
  }

  /// The ledgers of all writers.
  ///
  /// - Parameter own: One that is left out, whose caller has read it already.
  package func activityLedgers<Writer>(
    except own: SharedFile<ActivityLedger, Writer>? = SharedFile<ActivityLedger, EveryRole>?.none
  ) throws -> [ActivityLedger] {
    func read<Other>(_ file: SharedFile<ActivityLedger, Other>) throws -> ActivityLedger? {
      file.name == own?.name ? nil : try self.read(file)
    }
    return [
      try read(SharedFile<ActivityLedger, SyncRole>.activities),
      try read(SharedFile<ActivityLedger, MonitorRole>.activities),
      try read(SharedFile<ActivityLedger, ControlRole>.activities),
    ].compactMap(\.self)
  }
}
