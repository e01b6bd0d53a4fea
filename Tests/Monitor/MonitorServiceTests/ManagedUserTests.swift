import FamilyControls
import Foundation
import ManagedSettings
import MonitorService
import TestSupport
import Testing

@testable import SharedDirectory

@Suite struct `A managed user who is replaced` {
  let home: MonitorHome

  init() throws {
    home = try MonitorHome()
    try home.guardian.grant(to: .child)
    try configure("kid")
    home.control.change(.init("own"), [.siriDenySiri: .bool(true)])
    home.clock.set(MonitorHome.at("09:00"))
  }

  private func configure(_ user: String?) throws {
    var configuration = Configuration()
    configuration.managedUser = user
    try home.control.directory.write(.configuration, configuration)
  }

  @Test(arguments: [nil, "other"])
  func `is freed of everything before the next one is restricted`(next: String?) throws {
    let world = try home.live(until: MonitorHome.at("10:00")) { world in
      world.events = [(MonitorHome.at("09:20"), { try configure(next) })]
    }
    #expect(world.lifted.map(\.user) == ["kid"])
    #expect(world.lifted.first?.at == MonitorHome.at("09:20"))
    #expect(world.demands.last?.demand.configuration.managedUser == next)
    #expect(try home.control.directory.read(.inForce)?.managedUser == next)
  }

  @Test func `is freed by the next life, when the monitor was dead meanwhile`() throws {
    try home.live(until: MonitorHome.at("09:10"))
    try configure(nil)
    let world = try home.live(until: MonitorHome.at("10:00"))
    #expect(world.lifted.map(\.user) == ["kid"])
    #expect(try home.live(until: MonitorHome.at("11:00")).lifted.isEmpty)
  }

  @Test func `is tried to be freed until he is, and that shows`() throws {
    var faults: [String] = []
    let world = try home.live(until: MonitorHome.at("10:00")) { [home] world in
      world.failingLifts = 1
      world.events = [
        (MonitorHome.at("09:20"), { try configure(nil) }),
        (
          MonitorHome.at("09:30"),
          {
            faults = try home.health()
            home.control.change(.init("own"), [.siriDenySiri: .bool(false)])
          }
        ),
      ]
    }
    #expect(faults.contains("enforcement.failed"))
    #expect(world.lifted.map(\.at) == [MonitorHome.at("09:20"), MonitorHome.at("09:30")])
    #expect(try !home.health().contains("enforcement.failed"))
  }

  @Test func `stays restricted while the configuration cannot be read`() throws {
    try home.live(until: MonitorHome.at("09:10"))
    try home.ruin("config.json")
    let world = try home.live(until: MonitorHome.at("10:00"))
    #expect(world.lifted.isEmpty)
    #expect(world.demands.allSatisfy { $0.demand.configuration.managedUser == "kid" })
    #expect(try home.control.directory.read(.inForce)?.managedUser == "kid")
  }
}
