import ActivityEngine
import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import MonitorService
import System
import Testing
import TestSupport

@testable import SharedDirectory

@Suite struct `The monitor's delivery` {
  let home: MonitorHome

  init() throws {
    home = try MonitorHome()
    try home.guardian.grant(to: .child)
  }

  private func register() throws {
    try home.sync.start(.init("a"), during: hours(9, 10), events: [:])
    try home.sync.start(.init("b"), during: hours(9, 9, minute: 30), events: [:])
  }

  @Test func `calls at the edges, and shields in between`() throws {
    try register()
    let handler = ShieldingMonitor()
    let world = try home.live(until: MonitorHome.at("11:00"), handler)
    #expect(handler.calls == ["+a", "+b", "-b", "-a"])
    #expect(world.isUp)
    #expect(world.stores(at: MonitorHome.at("08:59:59")) == [])
    #expect(world.stores(at: MonitorHome.at("09:00")) == ["a", "b"])
    #expect(world.stores(at: MonitorHome.at("09:30")) == ["a"])
    #expect(world.stores(at: MonitorHome.at("10:00")) == [])
    #expect(try home.records().map(\.phase) == [.due, .delivered].repeated(4))
    #expect(try home.records().allSatisfy { !$0.isRedelivery && $0.at == $0.callback.due })
    #expect(try home.health() == [])
  }

  enum Kill: CaseIterable { case before, after }

  @Test(arguments: Kill.allCases, 0..<4)
  func `comes again with the same identity after a kill at a handler`(kill: Kill, call: Int) throws
  {
    try register()
    #expect(throws: Killed.self) {
      try home.live(until: MonitorHome.at("11:00")) {
        switch kill {
        case .before: $0.callsBeforeKill = call
        case .after: $0.returnsBeforeKill = call
        }
      }
    }
    let interrupted = try #require(try home.records().last)
    #expect(interrupted.phase == .due)
    home.clock.set(home.clock.now + 60)
    let world = try home.live(until: MonitorHome.at("11:00"))
    let records = try home.records()
    let again = records.filter { $0.callback.identity == interrupted.callback.identity }
    #expect(again.map(\.phase) == [.due, .due, .delivered])
    #expect(again.map(\.isRedelivery) == [false, true, false])
    #expect(Set(again.map(\.callback.due)).count == 1)
    #expect(try home.delivered().sorted() == ["+a", "+b", "-a", "-b"])
    #expect(records.filter(\.isRedelivery).count == 1)
    #expect(world.stores(at: MonitorHome.at("11:00")) == [])
  }

  static let losses: [SimulatedDisk.Loss] = [.nothing, .everything, .some(seed: 1)]

  struct Outage: CustomTestStringConvertible, Sendable {
    /// When the monitor is first started: before the intervals, or inside them, so that no save knows of them yet.
    var start: String
    /// How long the machine is off: a minute, or until every interval is over.
    var gap: TimeInterval
    var testDescription: String { "from \(start), off for \(gap) s" }
  }

  static let outages = ["08:00", "09:10"].flatMap { start in
    [60, 4 * 3600].map { Outage(start: start, gap: $0) }
  }

  @Test(arguments: losses, outages)
  func `has each effect once and keeps the balance after a power failure at any step`(
    loss: SimulatedDisk.Loss, outage: Outage
  ) throws {
    let gap = outage.gap
    var finished = false
    var steps = 0
    while !finished {
      let home = try MonitorHome()
      home.clock.set(MonitorHome.at(outage.start))
      try home.guardian.grant(to: .child)
      try home.sync.start(.init("a"), during: hours(9, 10), events: [:])
      try home.sync.start(.init("b"), during: hours(9, 9, minute: 30), events: [:])
      home.disk.failPower(after: steps)
      do {
        try home.live(until: MonitorHome.at("09:45"))
        finished = true
      } catch is SimulatedDisk.PowerFailure {}
      home.disk.restorePower(losing: loss)
      home.clock.set(home.clock.now + gap)
      try home.live(until: MonitorHome.at("14:00"))

      let records = try home.records()
      let byCallback = Dictionary(grouping: records, by: \.callback.identity)
      for lines in byCallback.values {
        #expect(lines.filter { $0.phase == .delivered }.count == 1, "after \(steps) steps")
        #expect(lines.last?.phase == .delivered, "after \(steps) steps")
        #expect(lines.dropFirst().allSatisfy { $0.phase == .delivered || $0.isRedelivery })
        #expect(lines.first?.isRedelivery == false)
      }
      let delivered = try home.delivered()
      for name in ["a", "b"] {
        let own = delivered.filter { $0.hasSuffix(name) }
        #expect(own == ["+\(name)", "-\(name)"] || (gap > 60 && own.isEmpty), "after \(steps)")
        #expect(home.sync.settings(of: .init(name)).isEmpty, "after \(steps) steps")
      }
      #expect(try home.inForce()?.stores == [], "after \(steps) steps")
      steps += 1
    }
    #expect(steps > 60)
  }

  // MARK: What handlers do

  @Test func `is silent about what a handler has stopped, and follows what it has started`() throws
  {
    final class Switching: ShieldingMonitor {
      override func intervalDidStart(for activity: DeviceActivityName) {
        super.intervalDidStart(for: activity)
        guard activity.rawValue == "a" else { return }
        let center = DeviceActivityCenter()
        center.stopMonitoring([.init("b")])
        do {
          try center.startMonitoring(.init("c"), during: hours(8, 9, minute: 15))
          try center.startMonitoring(.init("d"), during: hours(12, 13))
        } catch { Issue.record(error) }
      }
    }
    try register()
    let handler = Switching()
    try home.live(until: MonitorHome.at("14:00"), handler)
    #expect(handler.calls == ["+a", "+c", "-c", "-a", "+d", "-d"])
    #expect(home.sync.activities == [.init("a"), .init("c"), .init("d")])
  }

  @Test func `ends what a handler stops while it runs`() throws {
    final class Ending: ShieldingMonitor {
      override func intervalDidEnd(for activity: DeviceActivityName) {
        super.intervalDidEnd(for: activity)
        if activity.rawValue == "b" { DeviceActivityCenter().stopMonitoring() }
      }
    }
    try register()
    try home.live(until: MonitorHome.at("14:00"), Ending())
    #expect(try home.delivered() == ["+a", "+b", "-b", "-a stopped"])
  }

  @Test func `has the outcome of a handler's changes once, whenever the power fails`() throws {
    final class Chaining: ShieldingMonitor {
      override func intervalDidStart(for activity: DeviceActivityName) {
        super.intervalDidStart(for: activity)
        let center = DeviceActivityCenter()
        if activity.rawValue == "a" {
          center.stopMonitoring([.init("b")])
          try? center.startMonitoring(.init("c"), during: hours(9, 11))
        }
      }
    }
    var finished = false
    var steps = 0
    while !finished {
      let home = try MonitorHome()
      try home.guardian.grant(to: .child)
      try home.sync.start(.init("a"), during: hours(9, 10), events: [:])
      try home.sync.start(.init("b"), during: hours(9, 9, minute: 30), events: [:])
      home.clock.set(MonitorHome.at("08:59"))
      home.disk.failPower(after: steps)
      do {
        try home.live(until: MonitorHome.at("09:05"), Chaining())
        finished = true
      } catch is SimulatedDisk.PowerFailure {}
      home.disk.restorePower()
      home.clock.set(home.clock.now + 60)
      try home.live(until: MonitorHome.at("12:00"), Chaining())
      #expect(try home.delivered() == ["+a", "+c", "-a", "-c"], "after \(steps) steps")
      #expect(home.sync.activities == [.init("a"), .init("c")], "after \(steps) steps")
      #expect(home.sync.settings(of: .init("a")).isEmpty, "after \(steps) steps")
      steps += 1
    }
  }

  @Test func `unregisters what is over for good`() throws {
    try home.sync.start(.init("once"), during: hours(9, 10, repeats: false), events: [:])
    try home.sync.start(.init("daily"), during: hours(9, 10), events: [:])
    try home.live(until: MonitorHome.at("11:00"))
    #expect(home.sync.activities == [.init("daily")])
    #expect(try home.delivered().sorted() == ["+daily", "+once", "-daily", "-once"])
  }

  // MARK: The machine

  @Test func `misses no edge that comes while a pass is at work`() throws {
    try register()
    let handler = ShieldingMonitor()
    home.clock.set(MonitorHome.at("08:59:55"))
    try home.live(until: MonitorHome.at("11:00"), handler) { $0.enforcingTakes = 10 }
    #expect(handler.calls == ["+a", "+b", "-b", "-a"])
    #expect(try home.records().first?.at == MonitorHome.at("09:00:05"))
  }

  @Test func `outlives a full disk and makes up for it`() throws {
    try register()
    let handler = ShieldingMonitor()
    let disk = home.disk
    try home.live(until: MonitorHome.at("11:00"), handler) {
      $0.events = [
        (MonitorHome.at("08:59"), { disk.setFull(true) }),
        (MonitorHome.at("09:05"), { disk.setFull(false) }),
      ]
    }
    #expect(handler.calls == ["+a", "+b", "-b", "-a"])
    #expect(
      try home.records().filter { $0.phase == .delivered }.map(\.at).min()
        == MonitorHome.at("09:05"))
    #expect(home.recorder.lines.contains { $0.contains("a pass has failed") })
  }

  @Test func `begins anew where its own files are beyond repair, and delivers nothing twice`()
    throws
  {
    try register()
    try home.live(until: MonitorHome.at("09:10"))
    for name in ["engine.json", "inforce.json", "health/monitor.json"] { try home.ruin(name) }
    let handler = ShieldingMonitor()
    try home.live(until: MonitorHome.at("11:00"), handler)
    #expect(handler.calls == ["-b", "-a"])
    #expect(try home.health().contains("file.damaged"))
  }

  @Test func `takes the last good copy of what it knew without doing anything twice`() throws {
    try register()
    try home.live(until: MonitorHome.at("09:10"))
    try home.disk.corrupt("engine.json") { _ in Data() }
    let handler = ShieldingMonitor()
    try home.live(until: MonitorHome.at("11:00"), handler)
    #expect(handler.calls == ["-b", "-a"])
  }
}

extension Array {
  fileprivate func repeated(_ count: Int) -> [Element] {
    (0..<count).flatMap { _ in self }
  }
}
