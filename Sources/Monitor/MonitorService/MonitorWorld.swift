package import ActivityEngine
package import EffectiveSettings
package import Enforcement
package import FoundationEssentials
package import ManagedSettings
package import SharedDirectory

/// Everything that the monitor asks of the machine it runs on. One real world, one simulated.
package protocol MonitorWorld {
  /// What the clocks show now.
  var reading: TrustedClock.Reading { get }

  /// The zone that schedules are read in, and the zone database.
  ///
  /// - Parameter zone: As configured; nil for the machine's own.
  /// - Throws: If there is no such zone.
  func zones(configured zone: String?) throws -> Zones

  /// What was used since the recorder's position `cursor`, and what is in use now.
  func use(since cursor: Double) -> UseReport

  /// Use recorded from `instant` up to the position that the engine has counted to, `cursor`.
  func pastUse(from instant: Date, to cursor: Double) -> [UseSpan]

  /// Puts `demand` in force and reads back what is. Called only when it has changed, or to look for silent losses.
  mutating func enforce(_ demand: MonitorDemand) -> [BackendReport]

  /// Lifts everything from a user who was restricted and is not any more.
  mutating func lift(from user: String, _ configuration: Configuration) -> [BackendReport]

  /// Called before and after a handler of user code; in a simulated world time passes here, or the monitor is killed.
  mutating func willCall(_ callback: ActivityCallback) throws
  mutating func didCall(_ callback: ActivityCallback) throws

  /// Blocks until `deadline`, or until something asks for attention, and says what.
  mutating func wait(until deadline: Date?) throws -> MonitorWake

  /// The monitor is up: its first pass is over.
  mutating func isReady()

  /// How use is measured; nil if it is not.
  var useMeasurement: UseMeasurement? { get }

  /// How many applications are rated; nil while none was looked for.
  var ratings: InForce.Ratings? { get }

  /// Why the guardian's table of applications is not the one in force; nil if it is, or there is none.
  var tableFault: String? { get }

  /// Tells the person at the device, without waiting whether it is read.
  mutating func tell(_ notice: TimeNotice)
  mutating func tell(_ notice: ShieldNotice)

  /// What is refused by what was last put in force.
  var refusedApplications: [RefusedApplication] { get }
}

extension MonitorWorld {
  package var useMeasurement: UseMeasurement? { nil }
  package var tableFault: String? { nil }
  package var ratings: InForce.Ratings? { nil }

  /// A world without a person in it.
  package func tell(_ notice: TimeNotice) {}
  package func tell(_ notice: ShieldNotice) {}
  package var refusedApplications: [RefusedApplication] { [] }
  package func lift(from user: String, _ configuration: Configuration) -> [BackendReport] { [] }
}

/// Why the monitor woke.
package enum MonitorWake: Equatable, Sendable {
  case due
  case clockChanged
  /// The names in the shared directory that changed; nil if that is not known and anything may have.
  case changed(Set<String>?)
  /// The managed user was refused something, or it was stopped.
  case refused([Refusal])
  /// It is time to look whether what is in force still is.
  case verify
  case stop
}

/// What is to be in force.
package struct MonitorDemand: Equatable, Sendable {
  package var configuration: Configuration
  package var stores: [MergedStore]
  /// What the stores' tokens stand for.
  package var vault: Vault?
  package var lock = LockDemand.open
  /// What a lock of the device shields; nil if there never is one.
  package var lockStore: SettingValues?

  /// The settings of all stores together.
  package var settings: EffectiveSettings {
    EffectiveSettings(
      stores: stores.map { EffectiveSettings.Store(name: $0.name, settings: $0.settings) },
      identities: { [vault] in vault?.identity(of: $0) })
  }

  package var lockSettings: EffectiveSettings? {
    lockStore.map { settings in
      EffectiveSettings(
        stores: [EffectiveSettings.Store(name: BackendReport.deviceLock, settings: settings)],
        identities: { [vault] in vault?.identity(of: $0) })
    }
  }
}
