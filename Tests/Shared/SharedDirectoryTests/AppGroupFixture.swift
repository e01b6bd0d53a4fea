import ActivityEngine
import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import Synchronization
import System
import TimeZoneRules
import TestSupport

@testable import SharedDirectory

/// A shared directory, and the programs that meet in it.
struct AppGroupFixture: TestHome {
  let storage: any Storage
  let clock = TestClock()
  let recorder = LogRecorder()

  init(_ storage: any Storage = SimulatedDisk()) throws {
    self.storage = storage
    try prepareLayout()
  }

  func authorize() throws { try guardian.grant(to: .child) }
  func revoke() throws { try guardian.revoke() }

  /// The engine has taken notice of everything registered so far.
  func letEngineSee() throws {
    let registrations = try monitor.directory.registrations()
    var engine = ActivityEngine()
    engine.reconcile(
      with: registrations.activities, upTo: registrations.generation, at: clock.now,
      in: Zones(local: .utc))
    try monitor.directory.write(
      .engine, EngineDocument(engine: engine, clock: TrustedClock(), grant: nil))
  }
}

func limit(_ minutes: Int) -> DeviceActivityEvent {
  DeviceActivityEvent(threshold: DateComponents(minute: minutes))
}
