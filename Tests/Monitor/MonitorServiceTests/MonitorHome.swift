import ActivityEngine
import CompiledPolicy
import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import MonitorService
import System
import TimeZoneRules
import TestSupport

@testable import SharedDirectory

/// A shared directory on a simulated disk, its programs, and a day in 2026 in UTC.
struct MonitorHome: TestHome {
  let disk = SimulatedDisk()
  let clock = TestClock(MonitorHome.at("08:00"))
  let recorder = LogRecorder()
  var storage: any Storage { disk }

  init() throws {
    try prepareLayout()
  }

  /// An instant of the day, or of one `days` later. The day is a Monday.
  static func at(_ time: String, days: Int = 0) -> Date {
    let parts = time.split(separator: ":").compactMap { Double($0) }
    let seconds = zip(parts, [3600, 60, 1]).map { $0 * $1 }.reduce(0, +)
    return Date(timeIntervalSince1970: 1_773_619_200 + Double(days) * 86400 + seconds)
  }

  /// One life of the monitor.
  ///
  /// - Returns: The world as the monitor has left it.
  @discardableResult
  func live(
    until end: Date, _ handler: DeviceActivityMonitor = ShieldingMonitor(),
    _ prepare: (inout ScriptedWorld) -> Void = { _ in }
  ) throws -> ScriptedWorld {
    var world = ScriptedWorld(clock, until: end)
    prepare(&world)
    try monitor.directory.prepare()
    var loop = try MonitorLoop(world: world, group: monitor, monitor: handler)
    try loop.run()
    return loop.world
  }

  /// Has a policy in force, as sync would.
  ///
  /// - Parameter warning: The warning time of every schedule of its plan.
  func apply(_ json: String, warning: DateComponents? = nil) throws {
    let received = try ReceivedPolicy(parsing: Array(json.utf8))
    guard let grant = try control.directory.read(.authorization)?.grantInForce else { return }
    var vault = Vault(grant: grant)
    var plan = PolicyPlan(received.policy, faults: []) { vault.token(for: $0) }
    if let warning {
      for index in plan.activities.indices {
        let schedule = plan.activities[index].schedule
        plan.activities[index].schedule = DeviceActivitySchedule(
          intervalStart: schedule.intervalStart, intervalEnd: schedule.intervalEnd,
          repeats: schedule.repeats, warningTime: warning)
      }
    }
    try sync.directory.write(.vault, vault)
    try sync.replaceActivities(with: plan.activities)
    try sync.directory.write(
      .policy,
      PolicyDocument(policy: received.policy, plan: plan, grant: grant, appliedAt: clock.now))
  }

  // MARK: What is found in the directory

  /// The callback lines of the journal.
  func records() throws -> [CallbackRecord] {
    try Journal(storage: disk, name: CallbackJournal.name).read().lines
      .compactMap {
        if case .callback(let record) = CallbackJournal.Line($0) { record } else { nil }
      }
  }

  /// What was delivered, one word each: `+a` a start, `-a` an end, with its cause if that is not its time.
  func delivered() throws -> [String] {
    try records().filter { $0.phase == .delivered }.map { word(for: $0.callback) }
  }

  func word(for callback: ActivityCallback) -> String {
    let name = callback.activity.rawValue
    return switch callback.call {
    case .intervalDidStart: "+\(name)"
    case .intervalDidEnd:
      "-\(name)" + (callback.cause.flatMap { $0 == .ended ? nil : " \($0.rawValue)" } ?? "")
    default: "\(callback.call.rawValue) \(name)"
    }
  }

  func health() throws -> [String] {
    (try monitor.directory.read(SharedFile<Health, MonitorRole>.health))?.faults.map(\.code) ?? []
  }

  func inForce() throws -> InForce? { try monitor.directory.read(.inForce) }

  /// Damages a file beyond its copy.
  func ruin(_ name: String) throws {
    for name in [name, name + ".last"] where try disk.read(name) != nil {
      try disk.corrupt(name) { _ in Data("?".utf8) }
    }
  }
}

func token(_ name: String) -> ApplicationToken { ApplicationToken(data: Data(name.utf8)) }

/// Shields, while an activity runs, an application of its name, in a store of its name. Written as for iOS.
class ShieldingMonitor: DeviceActivityMonitor {
  private(set) var calls: [String] = []

  override func intervalDidStart(for activity: DeviceActivityName) {
    calls.append("+\(activity.rawValue)")
    ManagedSettingsStore(named: .init(activity.rawValue)).shield.applications = [
      token(activity.rawValue)
    ]
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    calls.append("-\(activity.rawValue)")
    ManagedSettingsStore(named: .init(activity.rawValue)).clearAllSettings()
  }
}

extension ScriptedWorld {
  /// The names of the stores that were in force at `instant`.
  func stores(at instant: Date) -> [String] {
    demands.last { $0.at <= instant }?.demand.stores.map(\.name) ?? []
  }
}
