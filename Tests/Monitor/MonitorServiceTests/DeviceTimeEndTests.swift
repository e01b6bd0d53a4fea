import CompiledPolicy
import FamilyControls
import Foundation
import MonitorService
import TestSupport
import Testing
import TimeZoneRules

@testable import SharedDirectory

@Suite struct `The end of device time` {
  let home: MonitorHome

  init() throws {
    home = try MonitorHome()
    try home.guardian.grant(to: .child)
  }

  private static func policy(_ screenTime: String) -> String {
    #"{"version":1,"policy_id":"p","status":"active","screen_time":{\#(screenTime)}}"#
  }

  private static func downtime(_ start: String, _ end: String, on days: String) -> String {
    let names = days.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"days_of_week":[\#(names)],"start_time":"\#(start)","end_time":"\#(end)"}"#
  }

  private static let everyDay = "monday tuesday wednesday thursday friday saturday sunday"

  private static func nightly(_ start: String, _ end: String) -> String {
    policy("\"downtime_windows\":[\(downtime(start, end, on: everyDay))]")
  }

  /// Lives until `end` and returns what the person was told, with the time in UTC.
  private func told(
    until end: Date, playing: Bool = false, _ prepare: (inout ScriptedWorld) -> Void = { _ in }
  ) throws -> [String] {
    let person = ScriptedUse(home, isPlaying: playing)
    try home.live(until: end) {
      $0.household = person
      prepare(&$0)
    }
    return person.notices.map { "\($0.at.formatted(.iso8601).dropFirst(8)) \($0.words)" }
  }

  @Test func `is announced 15, 5 and 1 minutes before downtime begins, and on no other occasion`()
    throws
  {
    try home.apply(Self.nightly("21:00", "07:00"))
    var waits = 0
    let said = try told(until: MonitorHome.at("08:00", days: 1)) { world in
      world.waited = { waits += 1 }
    }
    #expect(
      said == [
        "16T20:45:00Z Downtime begins at 21:00, in 15 minutes; it goes on at 07:00",
        "16T20:55:00Z Downtime begins at 21:00, in 5 minutes; it goes on at 07:00",
        "16T20:59:00Z Downtime begins at 21:00, in 1 minute; it goes on at 07:00",
      ])
    // Three notices, the start, midnight, the end, and the end of the test.
    #expect(waits <= 8)
  }

  @Test func `is announced before the allowed hours end, and says which and until when`() throws {
    try home.apply(
      Self.policy(
        #""schedule":{"weekday":{"start":"10:00","end":"19:00"},"#
          + #""weekend":{"start":"10:00","end":"19:00"}}"#))
    let said = try told(until: MonitorHome.at("20:00"))
    #expect(
      said == [
        "16T18:45:00Z The allowed hours end at 19:00, in 15 minutes; it goes on at 10:00",
        "16T18:55:00Z The allowed hours end at 19:00, in 5 minutes; it goes on at 10:00",
        "16T18:59:00Z The allowed hours end at 19:00, in 1 minute; it goes on at 10:00",
      ])
  }

  @Test func `is one end where downtime follows the allowed hours, and names the whole length`()
    throws
  {
    let windows = [
      Self.downtime("21:00", "07:00", on: Self.everyDay),
      Self.downtime("20:00", "21:00", on: "monday"),
      Self.downtime("07:00", "23:30", on: "tuesday"),
    ].joined(separator: ",")
    try home.apply(Self.policy("\"downtime_windows\":[\(windows)]"))
    let said = try told(until: MonitorHome.at("22:00"))
    #expect(
      said.map { $0.suffix(43) } == [
        "at 20:00, in 15 minutes; it goes on at Wed 07:00".suffix(43),
        "at 20:00, in 5 minutes; it goes on at Wed 07:00".suffix(43),
        "at 20:00, in 1 minute; it goes on at Wed 07:00".suffix(43),
      ])
  }

  /// In Berlin the clocks go from 02:00 to 03:00 on 29 March 2026 and from 03:00 to 02:00 on 25 October.
  @Test(arguments: [
    (13, "03:10", ["29T00:55:00Z", "29T01:05:00Z", "29T01:09:00Z"]),
    (223, "03:05", ["25T01:50:00Z", "25T02:00:00Z", "25T02:04:00Z"]),
  ])
  func `is announced by true minutes on the days on which the clocks change`(
    day: Int, start: String, times: [String]
  ) throws {
    home.clock.set(MonitorHome.at("22:00", days: day - 1))
    var configuration = Configuration()
    configuration.zone = "Europe/Berlin"
    try home.control.directory.write(.configuration, configuration)
    try home.apply(Self.nightly(start, "05:00"))
    let berlin = try ZoneFiles.rules("Europe/Berlin")
    let said = try told(until: MonitorHome.at("06:00", days: day)) {
      $0.zones = ["Europe/Berlin": berlin]
    }
    #expect(said.map { String($0.prefix(12)) } == times)
    #expect(said.allSatisfy { $0.contains("begins at \(start)") })
  }

  @Test func `is not announced by marks that are past when device time begins`() throws {
    let windows = [
      Self.downtime("12:00", "20:50", on: "monday"), Self.downtime("21:00", "23:00", on: "monday"),
    ].joined(separator: ",")
    try home.apply(Self.policy("\"downtime_windows\":[\(windows)]"))
    home.clock.set(MonitorHome.at("20:00"))
    #expect(
      try told(until: MonitorHome.at("22:00")).map { String($0.prefix(12)) }
        == ["16T20:55:00Z", "16T20:59:00Z"])
  }

  @Test func `is not announced where the daily limit has ended it already`() throws {
    try home.apply(
      Self.policy(
        #""daily_limit_minutes":30,"downtime_windows":["#
          + Self.downtime("21:00", "23:00", on: "monday") + "]"))
    let said = try told(until: MonitorHome.at("22:00"), playing: true)
    #expect(said.contains { $0.contains("used up") })
    #expect(!said.contains { $0.contains("Downtime") })
  }

  @Test func `is announced at the schedule's own warning time too`() throws {
    try home.apply(Self.nightly("21:00", "07:00"), warning: DateComponents(minute: 30))
    let said = try told(until: MonitorHome.at("22:00"))
    #expect(said.count == 4)
    #expect(
      said.first == "16T20:30:00Z Downtime begins at 21:00, in 30 minutes; it goes on at 07:00")
  }

  /// A notice may be lost with the life that was to give it; it is never given twice.
  @Test(arguments: [SimulatedDisk.Loss.nothing, .everything, .some(seed: 1)])
  func `is announced at most once, and else by the next mark, whenever the power fails`(
    loss: SimulatedDisk.Loss
  ) throws {
    var finished = false
    var steps = 0
    while !finished {
      let suite = try `The end of device time`()
      let home = suite.home
      try home.apply(Self.nightly("21:00", "07:00"))
      home.clock.set(MonitorHome.at("20:40"))
      _ = try suite.told(until: MonitorHome.at("20:44"))
      let first = ScriptedUse(home, isPlaying: false)
      home.disk.failPower(after: steps)
      do {
        try home.live(until: MonitorHome.at("20:46")) { $0.household = first }
        finished = true
      } catch is SimulatedDisk.PowerFailure {}
      home.disk.restorePower(losing: loss)
      let later = try suite.told(until: MonitorHome.at("21:30"))
      let said = first.notices.map(\.words) + later.map { String($0.dropFirst(13)) }
      #expect(Set(said).count == said.count, "after \(steps) steps")
      #expect(said.suffix(2).map { $0.contains("in 5 minutes") } == [true, false])
      #expect(said.last?.contains("in 1 minute;") ?? false, "after \(steps) steps")
      steps += 1
    }
    #expect(steps > 5)
  }
}
