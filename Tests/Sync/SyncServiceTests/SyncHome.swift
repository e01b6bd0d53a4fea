import ActivityEngine
import CompiledPolicy
import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import SyncService
import Synchronization
import System
import TimeZoneRules
import TestSupport

@testable import SharedDirectory

/// A shared directory, a policy directory, and who uses them.
struct SyncHome: TestHome {
  let disk = SimulatedDisk()
  let policies = SimulatedDisk()
  let clock = TestClock()
  let recorder = LogRecorder()
  let log = SourceLog()
  var storage: any Storage { disk }

  init() throws {
    try prepareLayout()
  }

  /// A synchroniser at its start.
  func synchroniser(
    isMonitorAlive: Bool = true
  ) throws -> Synchroniser<RecordingSource<PolicyDirectory>> {
    try Synchroniser(
      group: sync, source: RecordingSource(PolicyDirectory(storage: policies), log: log),
      isMonitorAlive: { isMonitorAlive })
  }

  /// One pass of a synchroniser that has just been started.
  func pass(isFetching: Bool = true) throws {
    var synchroniser = try synchroniser()
    _ = try synchroniser.pass(isFetching: isFetching)
  }

  func put(_ policy: String, as name: String = "policy.json") throws {
    try policies.replace(name, mode: 0o640) { Data(policy.utf8) }
  }

  /// What the monitor does: takes the policy over and says what is in force.
  func enforce(
    _ status: EnforcementStatus = .enforced, backend: String = "apps",
    lock: EnforcementStatus? = nil, use: UseMeasurement? = nil
  ) throws {
    var found = InForce()
    found.policy = try policy()?.identity
    found.edges = try monitor.directory.registrations().activities.map {
      InForce.Edge(activity: $0.activity, start: clock.now, end: clock.now + 3600)
    }
    found.backends = [BackendReport(backend, status)]
    if let lock { found.backends.append(BackendReport(BackendReport.deviceLock, lock)) }
    found.use = use
    try monitor.directory.write(.inForce, found)
  }

  // MARK: What is found

  func policy() throws -> PolicyDocument? { try sync.directory.read(.policy) }

  func health() throws -> [Health.Fault] {
    try sync.directory.read(SharedFile<Health, SyncRole>.health)?.faults ?? []
  }

  func report() throws -> SubmittedReport? {
    try policies.read(PolicyDirectory.report).map {
      try JSONDecoder().decode(SubmittedReport.self, from: $0)
    }
  }

  func acknowledged() throws -> String? {
    try policies.read(PolicyDirectory.acknowledgement).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What is in force of the policy: its record without the time, the always settings and the activities.
  func effect() throws -> Effect {
    Effect(
      version: try policy()?.policy.version,
      settings: try monitor.directory.mergedStores(),
      activities: try monitor.directory.registrations().activities.map {
        Effect.Activity(name: $0.activity.rawValue, schedule: $0.schedule, events: $0.events.count)
      }.sorted { $0.name < $1.name })
  }
}

struct Effect: Equatable {
  struct Activity: Equatable {
    var name: String
    var schedule: DeviceActivitySchedule
    var events: Int
  }

  var version: Int?
  var settings: [MergedStore]
  var activities: [Activity]
}

/// A report as the service reads it.
struct SubmittedReport: Decodable {
  struct Payload: Decodable {
    var policy_version: Int
    var results: [Result]
    var not_addressed: [RuleCategory]
  }
  struct Result: Decodable {
    var category: RuleCategory
    var status: String
    var framework: String
    var detail: String?
  }
  var report_type: String
  var reported_at: String
  var payload: Payload

  func status(_ category: RuleCategory) -> String? {
    payload.results.first { $0.category == category }?.status
  }

  func detail(_ category: RuleCategory) -> String? {
    payload.results.first { $0.category == category }?.detail
  }
}

/// A source that counts what is handed in, and refuses while told to.
struct RecordingSource<Base: PolicySource>: PolicySource {
  struct Offline: Error, CustomStringConvertible {
    let description = "the source is offline"
  }

  var base: Base
  let log: SourceLog

  init(_ base: Base, log: SourceLog) {
    self.base = base
    self.log = log
  }

  mutating func fetch() throws -> PolicyAnswer {
    try log.note("fetch")
    return try base.fetch()
  }

  mutating func submit(_ report: Data) throws {
    try log.note("report")
    try base.submit(report)
  }

  mutating func acknowledge(version: Int) throws {
    try log.note("ack \(version)")
    try base.acknowledge(version: version)
  }
}

final class SourceLog: Sendable {
  private let state = Mutex<(deeds: [String], refused: Set<String>)>(([], []))

  func note(_ deed: String) throws {
    try state.withLock { state in
      if state.refused.contains(where: deed.hasPrefix) {
        throw RecordingSource<PolicyDirectory>.Offline()
      }
      state.deeds.append(deed)
    }
  }

  /// What was done since the last call.
  func take() -> [String] {
    state.withLock { state in
      defer { state.deeds = [] }
      return state.deeds
    }
  }

  func refuse(_ deeds: String...) { state.withLock { $0.refused = Set(deeds) } }
}
