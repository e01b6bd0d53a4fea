import ActivityEngine
import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import MonitorService
import Testing
import TestSupport

@testable import SharedDirectory

@Suite struct `A revocation` {
  /// A home with everything that can hang on a grant, at 09:10, with `a` running.
  private func home() throws -> MonitorHome {
    let home = try MonitorHome()
    try home.guardian.grant(to: .child)
    let grant = try #require(try home.control.directory.read(.authorization)?.grantInForce)
    try home.control.directory.update(.vault) { _ in
      var vault = Vault(grant: grant)
      _ = vault.token(for: .application("org.example.game"))
      return vault
    }
    try home.sync.start(.init("a"), during: hours(9, 10), events: [:])
    try home.control.start(.init("later"), during: hours(12, 13), events: [:])
    for settings: any SettingsBacking in [home.sync, home.control] {
      settings.change(
        .init("own"), [.siriDenySiri: .bool(true), .mediaMaximumMovieRating: .number(1)])
      settings.change(.init("own"), [.siriDenySiri: .bool(false)])
    }
    var selection = FamilyActivitySelection()
    selection.applicationTokens = [token("picked")]
    for name in ["one", "two"] {
      try home.control.directory.write(
        .selection(name),
        StoredSelection(selection, grant: grant, pickedAt: home.clock.now))
    }
    home.clock.set(MonitorHome.at("09:10"))
    return home
  }

  private func expectNothingLeft(_ home: MonitorHome, _ comment: Comment) throws {
    #expect(home.sync.activities.isEmpty, comment)
    #expect(try home.monitor.directory.registrations().activities.isEmpty, comment)
    #expect(try home.disk.read("vault.json") == nil, comment)
    #expect(try home.disk.read("vault.json.last") == nil, comment)
    for writer in ["sync", "monitor", "control"] {
      #expect(try home.disk.list("stores/\(writer)").isEmpty, comment)
      if let ledger = try home.disk.read("activities/\(writer).json") {
        #expect(String(decoding: ledger, as: UTF8.self).contains(#""records":[]"#), comment)
      }
    }
    for name in try home.control.directory.selectionNames() {
      #expect(try home.control.directory.read(.selection(name))?.isVoid == true, comment)
    }
    #expect(try home.inForce()?.stores == [], comment)
    #expect(try home.inForce()?.running == [], comment)
    #expect(try home.inForce()?.grant == nil, comment)
    #expect(try home.inForce()?.authorization == .denied, comment)
  }

  @Test func `ends what runs, and clears all that hangs on the grant`() throws {
    let home = try home()
    let handler = ShieldingMonitor()
    let world = try home.live(until: MonitorHome.at("11:00"), handler) {
      $0.events = [(MonitorHome.at("09:20"), { try home.guardian.revoke() })]
    }
    #expect(handler.calls == ["+a", "-a"])
    #expect(try home.delivered() == ["+a", "-a revoked"])
    #expect(world.stores(at: MonitorHome.at("09:19")) == ["a", "own"])
    #expect(world.stores(at: MonitorHome.at("09:20")) == [])
    #expect(world.demands.last?.demand.vault == nil)
    try expectNothingLeft(home, "")
  }

  static let losses: [SimulatedDisk.Loss] = [.nothing, .everything, .contents, .some(seed: 3)]

  @Test(arguments: losses)
  func `is completed at the next start after a power failure at any step`(
    loss: SimulatedDisk.Loss
  ) throws {
    var finished = false
    var steps = 0
    while !finished {
      let home = try home()
      try home.live(until: MonitorHome.at("09:15"))
      try home.guardian.revoke()
      home.disk.failPower(after: steps)
      do {
        try home.live(until: MonitorHome.at("09:16"))
        finished = true
      } catch is SimulatedDisk.PowerFailure {}
      home.disk.restorePower(losing: loss)
      let world = try home.live(until: MonitorHome.at("09:30"))
      try expectNothingLeft(home, "after \(steps) steps")
      #expect(try home.delivered() == ["+a", "-a revoked"], "after \(steps) steps")
      #expect(world.demands.last?.demand.stores.isEmpty == true)
      steps += 1
    }
    #expect(steps > 60)
  }

  @Test func `clears what was granted and revoked while no monitor ran`() throws {
    let home = try home()
    try home.guardian.revoke()
    try home.live(until: MonitorHome.at("11:00"))
    try expectNothingLeft(home, "")
    #expect(try home.delivered() == [])
  }

  @Test func `clears everything also where the monitor has lost what it knew`() throws {
    let home = try home()
    try home.live(until: MonitorHome.at("09:15"))
    try home.ruin("engine.json")
    try home.guardian.revoke()
    try home.live(until: MonitorHome.at("11:00"))
    try expectNothingLeft(home, "")
  }

  @Test func `is not held up by damaged files`() throws {
    let home = try home()
    try home.live(until: MonitorHome.at("09:15"))
    for name in [
      "selections/one.json", "stores/sync/own.json", "activities/control.json", "vault.json",
    ] {
      try home.ruin(name)
    }
    try home.guardian.revoke()
    let world = try home.live(until: MonitorHome.at("11:00"))
    #expect(world.stores(at: MonitorHome.at("11:00")) == [])
    #expect(try home.delivered() == ["+a", "-a revoked"])
    #expect(try home.disk.read("vault.json") == nil)
    #expect(try home.disk.list("stores/sync").isEmpty)
    #expect(try home.control.directory.read(.selection("two"))?.isVoid == true)
    #expect(try home.health().contains("file.damaged"))
  }

  @Test func `followed by a new grant voids what is of the old one, and nothing of the new`() throws
  {
    let home = try home()
    try home.live(until: MonitorHome.at("09:15"))
    try home.guardian.revoke()
    try home.guardian.grant(to: .child)
    let grant = try #require(try home.control.directory.read(.authorization)?.grantInForce)
    home.sync.change(.init("new"), [.siriDenySiri: .bool(true)])
    try home.sync.start(.init("b"), during: hours(9, 10), events: [:])
    try home.control.directory.write(
      .selection("new"),
      StoredSelection(FamilyActivitySelection(), grant: grant, pickedAt: home.clock.now))
    let world = try home.live(until: MonitorHome.at("09:30"))
    #expect(try home.delivered() == ["+a", "-a revoked", "+b"])
    #expect(world.stores(at: MonitorHome.at("09:30")) == ["b", "new"])
    #expect(home.sync.activities == [.init("b")])
    #expect(try home.disk.read("vault.json") == nil)
    #expect(try home.control.directory.read(.selection("new"))?.isVoid == false)
    #expect(try home.control.directory.read(.selection("one"))?.isVoid == true)
    #expect(try home.inForce()?.grant == grant)
  }

  enum Loss: CaseIterable { case missing, damaged, undetermined }

  @Test(arguments: Loss.allCases, [true, false])
  func `is never read into an authorization that says nothing`(loss: Loss, isRestarted: Bool) throws
  {
    let home = try home()
    let lose = {
      switch loss {
      case .missing:
        for name in ["authorization.json", "authorization.json.last"] { try home.disk.remove(name) }
      case .damaged: try home.ruin("authorization.json")
      case .undetermined:
        try home.control.directory.write(
          .authorization,
          Authorization(status: .notDetermined, member: nil, grant: nil, since: home.clock.now))
      }
    }
    let world: ScriptedWorld
    if isRestarted {
      try home.live(until: MonitorHome.at("09:15"))
      try lose()
      world = try home.live(until: MonitorHome.at("09:50"))
    } else {
      world = try home.live(until: MonitorHome.at("09:50")) {
        $0.events = [(MonitorHome.at("09:15"), lose)]
      }
    }
    // What could not be read at all is not enforced anew, so it stays as the machine has it.
    #expect(world.demands.allSatisfy { $0.demand.stores.map(\.name) == ["a", "own"] })
    #expect(try home.delivered() == ["+a"])
    #expect(try home.disk.read("vault.json") != nil)
    #expect(try home.control.directory.read(.selection("one"))?.isVoid == false)
    #expect(try home.inForce()?.running.map(\.activity) == [.init("a")])
  }
}
