import ActivityEngine
import CompiledPolicy
import DeviceActivity
import EffectiveSettings
import Enforcement
import FamilyControls
import Foundation
import ManagedSettings
import MonitorService
import Testing
import TestSupport

@testable import SharedDirectory

@Suite struct `The times of a policy` {
  let home: MonitorHome

  init() throws {
    home = try MonitorHome()
    try home.guardian.grant(to: .child)
    try apply(Self.downtime)
  }

  /// Locks the device on weekdays from 21:00 to 07:00, but for the telephone.
  static let downtime = #"""
    {"version":1,"policy_id":"p","status":"active","screen_time":{"always_allowed_apps":
    ["com.apple.mobilephone"],"downtime_windows":[{"days_of_week":["monday","tuesday",
    "wednesday","thursday","friday"],"start_time":"21:00","end_time":"07:00"}]}}
    """#

  /// What sync does with a policy.
  private func apply(_ text: String, lifted: PolicyDocument.Lift? = nil) throws {
    let received = try ReceivedPolicy(parsing: Array(text.utf8))
    let grant = try #require(try home.control.directory.read(.authorization)?.grantInForce)
    var vault = try home.sync.directory.read(.vault) ?? Vault(grant: grant)
    let plan = PolicyPlan(received.policy, faults: received.faults) { vault.token(for: $0) }
    try home.sync.directory.write(.vault, vault)
    try home.sync.replaceActivities(with: plan.activities)
    try home.sync.directory.write(
      .policy,
      PolicyDocument(
        policy: received.policy, plan: plan, grant: grant, appliedAt: home.clock.now,
        lifted: lifted))
  }

  private func verdict(
    _ app: String, at time: String, days: Int = 0, _ world: ScriptedWorld
  ) throws -> Verdict {
    let instant = MonitorHome.at(time, days: days)
    let demand = try #require(world.demands.last { $0.at <= instant }).demand
    return switch demand.settings.verdict(for: ApplicationFacts(identifiers: [app])) {
    case .allowed: .allowed
    case .shielded: .shielded
    case .blocked: .blocked
    }
  }

  private func lock(at time: String, days: Int = 0, _ world: ScriptedWorld) throws -> LockDemand {
    let instant = MonitorHome.at(time, days: days)
    return try #require(world.demands.last { $0.at <= instant }).demand.lock
  }

  enum Verdict { case allowed, shielded, blocked }

  @Test func `shield during them and not after, but for what is always allowed`() throws {
    let world = try home.live(until: MonitorHome.at("12:00", days: 1))
    for (time, days, expected) in [
      ("08:00", 0, Verdict.allowed), ("20:59:59", 0, .allowed), ("21:00", 0, .shielded),
      ("06:59:59", 1, .shielded), ("07:00", 1, .allowed),
    ] {
      #expect(try verdict("org.example.game", at: time, days: days, world) == expected, "\(time)")
      #expect(
        try verdict("com.apple.mobilephone", at: time, days: days, world) == .allowed, "\(time)")
    }
    #expect(try home.inForce()?.policy?.version == 1)
    let night = DeviceLock(cause: .hours, end: MonitorHome.at("07:00", days: 1))
    for (time, days, expected) in [
      ("20:59:59", 0, LockDemand.open), ("21:00", 0, .locked(night)),
      ("06:59:59", 1, .locked(night)), ("07:00", 1, .open),
    ] {
      #expect(try lock(at: time, days: days, world) == expected, "\(time)")
    }
    #expect(try home.inForce()?.lock == nil)
  }

  @Test func `are told with the lock that they mean`() throws {
    try home.live(until: MonitorHome.at("22:00"))
    #expect(try home.inForce()?.lock?.end == MonitorHome.at("07:00", days: 1))
  }

  @Test(arguments: ["20:59:30", "21:00", "21:10", "23:00"])
  func `hold after a kill, and are over after it`(killed: String) throws {
    // The monitor is gone over night; what it does first is what the clock asks for.
    try home.live(until: MonitorHome.at(killed))
    home.clock.set(MonitorHome.at("23:30"))
    let night = try home.live(until: MonitorHome.at("23:31"))
    #expect(try verdict("org.example.game", at: "23:30", night) == .shielded)
    home.clock.set(MonitorHome.at("07:30", days: 1))
    let morning = try home.live(until: MonitorHome.at("07:31", days: 1))
    #expect(try verdict("org.example.game", at: "07:30", days: 1, morning) == .allowed)
    let names = try home.monitor.directory.mergedStores().map(\.name)
    #expect(!names.contains { $0.hasPrefix(ConditionalSettings.storePrefix) })
  }

  @Test(arguments: [SimulatedDisk.Loss.nothing, .everything, .some(seed: 1)])
  func `hold and end whenever the power fails at their edge`(loss: SimulatedDisk.Loss) throws {
    var finished = false
    var steps = 0
    while !finished {
      let home = try `The times of a policy`().home
      home.clock.set(MonitorHome.at("20:59"))
      home.disk.failPower(after: steps)
      do {
        try home.live(until: MonitorHome.at("21:01"))
        finished = true
      } catch is SimulatedDisk.PowerFailure {}
      home.disk.restorePower(losing: loss)
      home.clock.set(MonitorHome.at("21:02"))
      let world = try home.live(until: MonitorHome.at("08:00", days: 1))
      #expect(try verdict("org.example.game", at: "21:02", world) == .shielded, "after \(steps)")
      #expect(
        try verdict("org.example.game", at: "07:00", days: 1, world) == .allowed, "after \(steps)")
      steps += 1
    }
    #expect(steps > 40)
  }

  @Test func `are healed where somebody else has changed their store`() throws {
    let world = try home.live(until: MonitorHome.at("23:00")) { [home] in
      $0.events = [
        (
          MonitorHome.at("22:00"),
          {
            for store in try home.sync.directory.mergedStores() {
              home.sync.clear(.init(store.name))
            }
          }
        )
      ]
    }
    #expect(try verdict("org.example.game", at: "22:00", world) == .shielded)
  }

  @Test func `lift with the policy, and change with it`() throws {
    let world = try home.live(until: MonitorHome.at("23:59")) { _ in }
    #expect(try verdict("org.example.game", at: "23:00", world) == .shielded)
    try apply(Self.downtime, lifted: .cleared)
    let lifted = try home.live(until: MonitorHome.at("01:00", days: 1))
    #expect(try verdict("org.example.game", at: "00:30", days: 1, lifted) == .allowed)
    try apply(Self.downtime.replacing("active", with: "paused"))
    let paused = try home.live(until: MonitorHome.at("02:00", days: 1))
    #expect(try verdict("org.example.game", at: "01:30", days: 1, paused) == .allowed)
    try apply(Self.downtime)
    let again = try home.live(until: MonitorHome.at("03:00", days: 1))
    #expect(try verdict("org.example.game", at: "02:30", days: 1, again) == .shielded)
  }

  @Test func `stay as they are while the policy cannot be read`() throws {
    let world = try home.live(until: MonitorHome.at("23:00")) { [home] in
      $0.events = [(MonitorHome.at("22:00"), { try home.ruin("policy.json") })]
    }
    #expect(try verdict("org.example.game", at: "22:30", world) == .shielded)
    #expect(try home.health().contains("file.unreadable"))
    #expect(try home.inForce()?.lock != nil)
    // Also in a life that has never read it: what is in force stays, whichever it is.
    let next = try home.live(until: MonitorHome.at("23:30"))
    #expect(try lock(at: "23:15", next) == .unknown)
    #expect(try home.inForce()?.lock != nil)
  }

  @Test func `end with the authorization`() throws {
    let world = try home.live(until: MonitorHome.at("23:00")) { [home] in
      $0.events = [(MonitorHome.at("22:00"), { try home.guardian.revoke() })]
    }
    #expect(try verdict("org.example.game", at: "21:59", world) == .shielded)
    #expect(try verdict("org.example.game", at: "22:00", world) == .allowed)
    #expect(try lock(at: "21:59", world).lock != nil)
    #expect(try lock(at: "22:00", world) == .open)
  }
}
