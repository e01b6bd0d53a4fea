import CompiledPolicy
import Enforcement
import FamilyControls
import Foundation
import MonitorService
import TestSupport
import Testing
import UseAccounting

@testable import SharedDirectory

@Suite struct `The limit of an application` {
  let home: MonitorHome
  /// Half an hour of the game.
  private static let policy = """
    {"version":1,"policy_id":"p","status":"active","screen_time":{"daily_limit_minutes":600,
    "per_app_limits":[{"bundle_id":"org.example.game","daily_minutes":30}]}}
    """

  init() throws {
    home = try Self.home(Self.policy)
  }

  /// A monitor's home in which sync has applied a policy.
  fileprivate static func home(_ policy: String) throws -> MonitorHome {
    let home = try MonitorHome()
    try home.guardian.grant(to: .child)
    try home.apply(policy)
    return home
  }

  private func extend(_ minutes: Int, by name: String = "mum") throws {
    try home.extend(minutes, ScriptedUse.application, by: name)
  }

  private func notes() throws -> [JournalNote] {
    try Journal(storage: home.disk, name: CallbackJournal.name).read().lines.compactMap {
      if case .note(let note) = CallbackJournal.Line($0) { note } else { nil }
    }
  }

  @Test func `is reached by use alone, announced, extended, and reached again`() throws {
    let use = ScriptedUse(home)
    try home.live(until: MonitorHome.at("12:00")) {
      $0.household = use
      $0.events = [
        // Ten minutes from 8:00 on; the rest from 9:00 on.
        (MonitorHome.at("08:10"), { use.play(false) }),
        (MonitorHome.at("09:00"), { use.play(true) }),
        (MonitorHome.at("10:00"), { try extend(6) }),
      ]
    }
    #expect(
      use.shieldings.map { "\($0.at.formatted(.iso8601).dropFirst(11)) \($0.isShielded)" }
        == ["09:20:00Z true", "10:00:00Z false", "10:06:00Z true"])
    #expect(
      use.notices.map { "\($0.at.formatted(.iso8601).dropFirst(11)) \($0.words)" } == [
        "09:05:00Z 15 minutes left for org.example.game",
        "09:15:00Z 5 minutes left for org.example.game",
        "09:19:00Z 1 minute left for org.example.game",
        "09:20:00Z The time for org.example.game is used up",
        "10:01:00Z 5 minutes left for org.example.game",
        "10:05:00Z 1 minute left for org.example.game",
        "10:06:00Z The time for org.example.game is used up",
      ])
    #expect(
      try notes().contains { $0.note == "6 minutes more for org.example.game" && $0.who == "mum" })
    let day = try home.monitor.directory.read(.usage("2026-03-16"))
    #expect(day?.byApplication == [ScriptedUse.application: 36 * 60])
  }

  @Test func `is the day's: the next one begins anew, and its extra time is gone`() throws {
    let use = ScriptedUse(home)
    try home.live(until: MonitorHome.at("01:00", days: 1)) {
      $0.household = use
      $0.events = [(MonitorHome.at("09:00"), { try extend(5) })]
    }
    #expect(
      use.shieldings.map { "\($0.at.formatted(.iso8601).dropFirst(8)) \($0.isShielded)" } == [
        "16T08:30:00Z true", "16T09:00:00Z false", "16T09:05:00Z true", "17T00:00:00Z false",
        "17T00:30:00Z true",
      ])
  }

  /// A crash may lose a minute of use, and never counts any twice.
  @Test(arguments: [SimulatedDisk.Loss.nothing, .everything, .some(seed: 1)])
  func `neither comes early nor more than a minute late, whenever the power fails`(
    loss: SimulatedDisk.Loss
  ) throws {
    var finished = false
    var steps = 0
    while !finished {
      let home = try `The limit of an application`().home
      try home.live(until: MonitorHome.at("08:20")) { $0.household = ScriptedUse(home) }
      let first = ScriptedUse(home)
      home.disk.failPower(after: steps)
      do {
        try home.live(until: MonitorHome.at("08:25")) { $0.household = first }
        finished = true
      } catch is SimulatedDisk.PowerFailure {}
      home.disk.restorePower(losing: loss)
      // The time until the monitor is back is not measured.
      let died = home.clock.now
      home.clock.set(max(died, MonitorHome.at("08:25")))
      let second = ScriptedUse(home)
      try home.live(until: MonitorHome.at("09:30")) { $0.household = second }
      let reached = try #require(second.shieldings.first { $0.isShielded }?.at)
      let before = died.timeIntervalSince(MonitorHome.at("08:00"))
      let after = reached.timeIntervalSince(max(died, MonitorHome.at("08:25")))
      let used = before + after
      #expect(used >= 1800 - 0.01, "after \(steps) steps")
      #expect(used <= 1800 + 62, "after \(steps) steps")
      steps += 1
    }
    #expect(steps > 20)
  }
}

@Suite struct `The daily limit` {
  private static let policy = """
    {"version":1,"policy_id":"p","status":"active","screen_time":{"daily_limit_minutes":30}}
    """

  @Test func `locks the device to the end of the day, but for extra time`() throws {
    let home = try `The limit of an application`.home(Self.policy)
    let use = ScriptedUse(home)
    let world = try home.live(until: MonitorHome.at("01:00", days: 1)) {
      $0.household = use
      $0.events = [
        (MonitorHome.at("09:00"), { try home.extend(6, nil) }),
        // Extra time for an application is none for the day.
        (MonitorHome.at("10:00"), { try home.extend(6, ScriptedUse.application) }),
      ]
    }
    let locks = world.demands.reduce(into: [(at: Date, lock: LockDemand)]()) { locks, demand in
      if locks.last?.lock != demand.demand.lock { locks.append((demand.at, demand.demand.lock)) }
    }
    let day = LockDemand.locked(
      DeviceLock(cause: .dailyLimit, end: MonitorHome.at("00:00", days: 1)))
    #expect(
      locks.map(\.lock).dropFirst(locks.first?.lock == .unknown ? 1 : 0).prefix(5) == [
        .open, day, .open, day, .open,
      ])
    let instants = locks.suffix(from: locks.firstIndex { $0.lock == day } ?? 0).map(\.at)
    #expect(
      instants.prefix(4) == [
        MonitorHome.at("08:30"), MonitorHome.at("09:00"), MonitorHome.at("09:06"),
        MonitorHome.at("00:00", days: 1),
      ])
  }
}

extension MonitorHome {
  /// What a guardian grants; nil adds to every limit.
  fileprivate func extend(_ minutes: Int, _ application: String?, by name: String = "mum") throws {
    let grant = try control.directory.read(.authorization)?.grantInForce
    let now = clock.now
    try control.directory.update(.extensions) { old in
      var extensions = old ?? TimeExtensions(grant: grant)
      extensions.add(
        .init(
          id: "\(extensions.grants.count)", application: application, minutes: minutes, at: now,
          by: name))
      return extensions
    }
  }
}
