import ActivityEngine
import Foundation
import Testing
import TimeZoneRules

@testable import SharedDirectory

@Suite struct `The zones of the machine` {
  @Test(arguments: ["Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"])
  func `are found by name and by rule`(name: String) throws {
    let zones = try MachineZones.zones(configured: name)
    let summer = Date(timeIntervalSince1970: 1_751_328_000)
    #expect(zones.local.offset(at: summer) == 7200)
    #expect(zones.named(name)?.offset(at: summer) == 7200)
  }

  @Test(arguments: [
    "", "Europe/Atlantis", "../../etc/passwd", "/etc/localtime", "zone.tab", "Europe",
  ])
  func `refuse a name that is none, and say which`(name: String) {
    #expect(throws: UnknownZone(name: name)) { try MachineZones.zones(configured: name) }
    #expect(UnknownZone(name: name).description.contains("“\(name)”"))
  }

  @Test func `are the machine's own where none is configured`() throws {
    _ = try MachineZones.zones(configured: nil)
  }

  @Test func `that a schedule names and nobody knows are none`() throws {
    #expect(try MachineZones.zones(configured: "UTC0").named("Europe/Atlantis") == nil)
  }
}
