package import ActivityEngine

/// What the monitor knows of the activities (`engine.json`).
package struct EngineDocument: Codable, Equatable, Sendable {
  package var engine: ActivityEngine
  package var clock: TrustedClock
  /// The grant under which it works; another one in `authorization.json` means that this one was revoked.
  package var grant: String?
  /// What the person was told of time running out, so that a restart does not tell it again.
  package var notices: NoticeLedger?
  /// Identifiers of the grants of extra time that stand in the journal.
  package var notedExtensions: [String]?

  package init(engine: ActivityEngine, clock: TrustedClock, grant: String?) {
    self.engine = engine
    self.clock = clock
    self.grant = grant
  }
}
