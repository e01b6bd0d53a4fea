package import ActivityEngine

/// What the monitor knows of the activities (`engine.json`).
package struct EngineDocument: Codable, Equatable, Sendable {
  package var engine: ActivityEngine
  package var clock: TrustedClock
  /// The grant under which it works; another one in `authorization.json` means that this one was revoked.
  package var grant: String?

  package init(engine: ActivityEngine, clock: TrustedClock, grant: String?) {
    self.engine = engine
    self.clock = clock
    self.grant = grant
  }
}
