import ActivityEngine
import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import MonitorService
import Testing
import TimeZoneRules
import TestSupport

@testable import SharedDirectory

@Suite struct `What the monitor cannot read` {
  let home: MonitorHome

  init() throws {
    home = try MonitorHome()
    try home.guardian.grant(to: .child)
    try home.sync.start(.init("a"), during: hours(9, 10), events: [:])
    home.control.change(.init("own"), [.siriDenySiri: .bool(true)])
    home.clock.set(MonitorHome.at("09:10"))
  }

  @Test func `of the stores leaves in force what was so`() throws {
    let world = try home.live(until: MonitorHome.at("09:50")) { [home] in
      $0.events = [(MonitorHome.at("09:15"), { try home.ruin("stores/control/own.json") })]
    }
    #expect(world.stores(at: MonitorHome.at("09:50")) == ["a", "own"])
    #expect(try home.health().contains("file.unreadable"))
  }

  @Test func `of the stores at its start is not enforced, and enforced once it is whole`() throws {
    let bytes = try #require(try home.disk.read("stores/control/own.json"))
    try home.ruin("stores/control/own.json")
    let world = try home.live(until: MonitorHome.at("09:50")) { [home] in
      $0.events = [
        (
          MonitorHome.at("09:20"),
          { try home.disk.corrupt("stores/control/own.json") { _ in bytes } }
        )
      ]
    }
    #expect(world.stores(at: MonitorHome.at("09:19")) == [])
    #expect(world.demands.first?.at == MonitorHome.at("09:20"))
    #expect(world.stores(at: MonitorHome.at("09:20")) == ["a", "own"])
    #expect(try !home.health().contains("file.unreadable"))
  }

  @Test(arguments: [true, false])
  func `of the registrations ends nothing`(isRestarted: Bool) throws {
    if isRestarted {
      try home.live(until: MonitorHome.at("09:15"))
      try home.ruin("activities/sync.json")
      try home.live(until: MonitorHome.at("11:00"))
    } else {
      try home.live(until: MonitorHome.at("11:00")) { [home] in
        $0.events = [(MonitorHome.at("09:15"), { try home.ruin("activities/sync.json") })]
      }
    }
    // The interval runs to its own end.
    #expect(try home.records().last?.callback.due == MonitorHome.at("10:00"))
    #expect(try home.delivered() == ["+a", "-a"])
    #expect(try home.health().contains("file.unreadable"))
  }

  @Test func `of the zone keeps the one before, with a fault`() throws {
    func configure(_ zone: String) throws {
      var configuration = Configuration()
      configuration.zone = zone
      try home.control.directory.write(.configuration, configuration)
    }
    home.clock.set(MonitorHome.at("03:00"))
    try configure("EST5")
    let zones = ["EST5": try TimeZoneRules(posix: "EST5")]
    let world = try home.live(until: MonitorHome.at("16:00")) {
      $0.zones = zones
      $0.events = [(MonitorHome.at("05:00"), { try configure("Atlantis") })]
    }
    #expect(try home.records().first?.callback.due == MonitorHome.at("14:00"))
    #expect(world.stores(at: MonitorHome.at("14:30")) == ["a", "own"])
    #expect(try home.health() == ["configuration.zone"])
    try configure("EST5")
    try home.live(until: MonitorHome.at("16:01")) { $0.zones = zones }
    #expect(try home.health() == [])
  }

  @Test func `of the configured zone at its start makes it follow the machine's`() throws {
    var configuration = Configuration()
    configuration.zone = "Atlantis"
    try home.control.directory.write(.configuration, configuration)
    try home.live(until: MonitorHome.at("11:00"))
    #expect(try home.delivered() == ["+a", "-a"])
    #expect(try home.health() == ["configuration.zone"])
  }
}
