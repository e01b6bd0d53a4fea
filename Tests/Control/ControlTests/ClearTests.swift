import FamilyControls
import ActivityEngine
import DeviceActivity
import Foundation
import ManagedSettings
import SharedDirectory
import System
import TimeZoneRules
import Testing

@testable import Control

@Suite struct `Lifting all restrictions` {
  let desk = Desk()

  private func group<Role: WriterRole>(_ role: Role.Type) -> AppGroup<Role> {
    let now = desk.world.now
    return AppGroup(
      SharedDirectory(storage: desk.disk, as: role),
      world: AppGroupWorld(now: { now }, zones: { Zones(local: .utc) }, log: .silent))
  }

  /// Has every writer restrict something.
  private func restrict() throws {
    try desk.prepareEvening()
    let settings: SettingValues = [.siriDenySiri: .bool(true)]
    try group(SyncRole.self).replace(.init("phosra.policy"), with: settings)
    try group(MonitorRole.self).replace(.init("phosra.when.night"), with: settings)
    try group(ControlRole.self).replace(.init("pick.evening"), with: settings)
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 21), intervalEnd: DateComponents(hour: 7), repeats: true)
    try group(SyncRole.self).start(Desk.night, during: schedule, events: [:])
    try group(MonitorRole.self).start(.init("own"), during: schedule, events: [:])
    #expect(try desk.monitor.mergedStores().count == 3)
    #expect(try desk.monitor.registrations().activities.count == 2)
  }

  private func expectNothing(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try desk.monitor.mergedStores().isEmpty, sourceLocation: sourceLocation)
    #expect(try desk.monitor.registrations().activities.isEmpty, sourceLocation: sourceLocation)
  }

  private func letMonitorFollow() throws {
    var inForce = try #require(try desk.monitor.read(.inForce))
    inForce.stores = []
    inForce.running = []
    inForce.backends = [BackendReport("freeze", .enforced)]
    try desk.monitor.write(.inForce, inForce)
  }

  @Test func `empties what all writers restrict, and waits for the monitor`() throws {
    try restrict()
    desk.world.daemons["sync"] = .dead
    desk.world.events = [
      { .changed },
      {
        try letMonitorFollow()
        return .changed
      },
    ]
    let policy = try #require(try desk.monitor.read(.policy)).identity
    #expect(
      try desk.output("clear") == """
        cleared the store phosra.policy
        cleared the store phosra.when.night
        cleared the store pick.evening
        unregistered own
        unregistered phosra.locked.night
        freeze: enforced
        policy \(policy.policyID), version \(policy.version), stays lifted until it changes
        nothing is restricted any more

        """)
    try expectNothing()
    #expect(desk.world.liftCount == 0)
    #expect(try desk.control.read(.authorization)?.status == .approved)
  }

  @Test func `lifts with its own hands when the monitor is dead`() throws {
    try restrict()
    desk.world.daemons = [:]
    desk.world.lifted = [BackendReport("freeze", .enforced)]
    #expect(
      try desk.output("clear").contains("freeze: enforced\n"))
    #expect(desk.world.liftCount == 1)
    try expectNothing()
  }

  @Test func `fails when something could not be lifted`() throws {
    try restrict()
    desk.world.daemons = [:]
    desk.world.lifted = [BackendReport("freeze", .failed("no"))]
    #expect(desk.run("clear") == .failure)
    #expect(!desk.world.output.contains("nothing is restricted"))
  }

  @Test func `takes root when the monitor is dead`() throws {
    try restrict()
    desk.world.daemons = [:]
    desk.world.caller = Caller(user: "ada", isRoot: false, groups: ["pavise-guardians"])
    desk.expect(
      "clear", status: .refused,
      complaint: "pavise: pavise-monitor is not running; "
        + "to lift what it has left in force takes root")
    #expect(desk.world.liftCount == 0)
  }

  @Test func `lifts the applied policy until it changes, whoever runs`() throws {
    try restrict()
    desk.world.events = [
      {
        try letMonitorFollow()
        return .changed
      }
    ]
    let words = try desk.output("clear")
    #expect(words.contains("version 3, stays lifted until it changes\n"))
    #expect(try desk.monitor.read(.policy)?.lifted == .cleared)
  }

  @Test func `says that the monitor does not follow`() throws {
    try restrict()
    desk.world.daemons["sync"] = .dead
    desk.world.events = [{ .due }]
    desk.expect(
      "clear", status: .failure,
      complaint: "pavise: pavise-monitor has not lifted everything within 10 seconds")
  }

  @Test func `lifts what is damaged as well, whatever else is`() throws {
    try restrict()
    for name in [
      "stores/sync/phosra%2Epolicy.json", "stores/control/pick%2Eevening.json",
      "activities/sync.json", "authorization.json", "inforce.json",
    ] {
      try desk.destroy(name)
    }
    desk.world.daemons = [:]
    _ = try desk.output("clear")
    #expect(try desk.disk.read("stores/sync/phosra%2Epolicy.json") == nil)
    #expect(try desk.disk.read("stores/control/pick%2Eevening.json") == nil)
    #expect(try desk.monitor.activityLedgers().allSatisfy { $0.records.isEmpty })
  }

  @Test func `can be repeated`() throws {
    try restrict()
    desk.world.daemons = [:]
    _ = try desk.output("clear")
    #expect(try desk.output("clear") == "nothing is restricted any more\n")
  }

  @Test func `does not let an old registration come alive again`() throws {
    try restrict()
    let before = try desk.monitor.registrations().generation
    desk.world.daemons = [:]
    _ = try desk.output("clear")
    #expect(try desk.monitor.registrations().generation >= before)
  }
}
