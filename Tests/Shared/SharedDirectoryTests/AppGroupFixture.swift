import ActivityEngine
import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import Synchronization
import System
import TimeZoneRules

@testable import SharedDirectory

/// A wall clock that a test sets.
final class TestClock: Sendable {
  private let instant: Mutex<Date>

  init(_ start: Date = Date(timeIntervalSince1970: 1_774_000_000)) {
    instant = Mutex(start)
  }

  var now: Date { instant.withLock { $0 } }

  func advance(_ seconds: TimeInterval) {
    instant.withLock { $0 += seconds }
  }
}

/// A shared directory, and the programs that meet in it.
struct AppGroupFixture {
  let storage: any Storage
  let clock = TestClock()
  let recorder = LogRecorder()

  init(_ storage: any Storage = SimulatedDisk()) throws {
    self.storage = storage
    try SharedDirectory(storage: storage, as: ControlRole.self).prepareLayout()
  }

  func group<Role: WriterRole>(_ role: Role.Type) -> AppGroup<Role> {
    AppGroup(
      SharedDirectory(storage: storage, as: role),
      world: AppGroupWorld(
        now: { [clock] in clock.now }, zones: { Zones(local: .utc) },
        log: .recording(to: recorder)))
  }

  var sync: AppGroup<SyncRole> { group(SyncRole.self) }
  var monitor: AppGroup<MonitorRole> { group(MonitorRole.self) }
  var control: AppGroup<ControlRole> { group(ControlRole.self) }

  func guardian(_ caller: Caller = Caller(user: "root", isRoot: true, groups: [])) -> Guardian {
    Guardian(directory: control.directory, caller: caller, now: { [clock] in clock.now })
  }

  func authorize() throws { try guardian().grant(to: .child) }
  func revoke() throws { try guardian().revoke() }

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

/// A daily schedule.
func hours(_ start: Int, _ end: Int, minute: Int = 0) -> DeviceActivitySchedule {
  DeviceActivitySchedule(
    intervalStart: DateComponents(hour: start, minute: 0),
    intervalEnd: DateComponents(hour: end, minute: minute), repeats: true)
}

func limit(_ minutes: Int) -> DeviceActivityEvent {
  DeviceActivityEvent(threshold: DateComponents(minute: minutes))
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
