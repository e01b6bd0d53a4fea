import CompiledPolicy
import FamilyControls
import Foundation
import PhosraAPI
import SharedDirectory
import SyncService
import TestSupport
import Testing
import TimeZoneRules
import UseAccounting

@Suite struct `The screen-time report` {
  /// What a service would get, and whether the outbox takes anything.
  private final class Service {
    var reports: [(key: String, report: [String: JSONValue])] = []
    var isFull = false
  }

  private struct Full: Error {}

  private struct Source: PolicySource {
    let service: Service
    let wantsScreenTime = true
    mutating func fetch() -> PolicyAnswer { .unchanged }
    mutating func submit(_ report: Data) {}
    mutating func acknowledge(version: Int) {}
    mutating func submitScreenTime(_ report: Data, key: String) throws {
      if service.isFull { throw Full() }
      guard case .object(let fields) = try JSONValue(parsing: Array(report)),
        case .object(let payload) = fields["payload"]
      else { return }
      service.reports.append((key, payload))
    }
  }

  private let home: SyncHome
  private let service = Service()

  init() throws {
    home = try SyncHome()
    home.clock.set(Self.at("2026-03-28 12:00"))
    try home.guardian.grant(to: .child)
  }

  private static func at(_ text: String) -> Date {
    (try? Date(text.replacing(" ", with: "T") + ":00Z", strategy: .iso8601)) ?? .distantPast
  }

  private func use(
    _ applications: [String], minutes: Double, on date: String
  ) throws {
    try home.monitor.directory.update(.usage(date)) { old in
      var day = old ?? UsageDay(date: date)
      day.add(
        UseRecord(
          applications: applications, start: Self.at("\(date) 10:00") + day.position,
          seconds: minutes * 60, end: day.position + minutes * 60))
      day.describe { name in
        name == "mine"
          ? nil : .init(identifiers: [name, "com.example.\(name)"], categories: ["games"])
      }
      return day
    }
  }

  /// A life of sync: passes until `end`, at each instant that the last one has asked for.
  private func live(until end: Date) throws {
    var sync = try Synchroniser(
      group: home.sync, source: Source(service: service), isMonitorAlive: { true })
    while let next = try sync.pass(isFetching: false), next <= end {
      #expect(next > home.clock.now)
      home.clock.set(next)
    }
    home.clock.set(end)
  }

  private var days: [String] {
    service.reports.map { if case .string(let day) = $0.report["date"] { day } else { "?" } }
  }

  @Test func `goes out once a day for the day before, some time after midnight`() throws {
    try use(["chess"], minutes: 30, on: "2026-03-28")
    try live(until: Self.at("2026-03-29 00:04"))
    #expect(days == [])
    try live(until: Self.at("2026-03-29 02:01"))
    #expect(days == ["2026-03-28"])
    try use(["chess"], minutes: 30, on: "2026-03-29")
    try live(until: Self.at("2026-03-30 12:00"))
    #expect(days == ["2026-03-28", "2026-03-29"])
    #expect(Set(service.reports.map(\.key)).count == 2)
  }

  @Test func `goes out for days of a long absence, in order, and not all at once with others`()
    throws
  {
    for day in 28...31 { try use(["chess"], minutes: 1, on: "2026-03-\(day)") }
    try live(until: Self.at("2026-03-28 13:00"))
    home.clock.set(Self.at("2026-04-20 08:00"))
    // The instant of the first night has passed.
    try live(until: Self.at("2026-04-20 08:00"))
    #expect(days == ["2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31"])
  }

  @Test func `keeps its instant over restarts`() throws {
    try use(["chess"], minutes: 1, on: "2026-03-28")
    try live(until: Self.at("2026-03-28 13:00"))
    let due = try home.sync.directory.read(.sync)?.screenTime?.due
    for _ in 0..<5 { try live(until: Self.at("2026-03-28 14:00")) }
    #expect(try home.sync.directory.read(.sync)?.screenTime?.due == due)
    let delay = try #require(due).timeIntervalSince(Self.at("2026-03-29 00:00"))
    #expect(ScreenTimeProgress.delays.contains(delay))
  }

  @Test(arguments: 0..<25) func `loses and doubles nothing, wherever sync is killed`(steps: Int)
    throws
  {
    try use(["chess"], minutes: 1, on: "2026-03-28")
    try live(until: Self.at("2026-03-28 13:00"))
    home.disk.failPower(after: steps)
    do { try live(until: Self.at("2026-03-29 03:00")) } catch {}
    home.disk.restorePower(losing: .everything)
    home.clock.set(Self.at("2026-03-29 03:00"))
    try live(until: Self.at("2026-03-29 12:00"))
    #expect(Set(service.reports.map(\.key)).count == 1)
    #expect(Set(days) == ["2026-03-28"])
    #expect(days.count <= 2, "again only with the same key")
  }

  @Test func `waits for an outbox that takes nothing`() throws {
    try use(["chess"], minutes: 1, on: "2026-03-28")
    service.isFull = true
    try live(until: Self.at("2026-03-29 03:00"))
    #expect(try home.health().map(\.code).contains("screentime.notSent"))
    service.isFull = false
    try live(until: Self.at("2026-03-29 04:00"))
    #expect(days == ["2026-03-28"])
  }

  @Test func `tells nothing of the days before the grant, and nothing without one`() throws {
    try use(["chess"], minutes: 1, on: "2026-03-27")
    try live(until: Self.at("2026-03-28 23:00"))
    try use(["chess"], minutes: 1, on: "2026-03-28")
    try home.guardian.revoke()
    try live(until: Self.at("2026-03-30 12:00"))
    #expect(days == [])
  }

  @Test func `has only names that the policy has, and everything in its total`() throws {
    for (name, minutes) in [("chess", 30.0), ("diary", 20), ("mine", 10)] {
      try use([name], minutes: minutes, on: "2026-03-28")
    }
    try use([], minutes: 5, on: "2026-03-28")
    try use(["chess", "diary"], minutes: 1, on: "2026-03-28")
    let policy = #"""
      {"version":1,"policy_id":"p","status":"active",
       "screen_time":{"per_app_limits":[{"bundle_id":"com.example.chess","daily_minutes":60}]}}
      """#
    let day = try #require(try home.sync.directory.read(.usage("2026-03-28")))
    let payload = ScreenTimePayload(
      day, policy: try ReceivedPolicy(parsing: Array(policy.utf8)).policy)
    #expect(payload.topApps == ["com.example.chess": 31])
    #expect(payload.byCategory == ["games": 51, "other": 15])
    #expect(payload.totalMinutes == 66)
    #expect(payload.date == "2026-03-28")
    #expect(ScreenTimePayload(day, policy: nil).topApps.isEmpty)
  }

  @Test func `spreads the devices of a fleet over two hours`() {
    var generator = SeededGenerator(seed: 1)
    var minutes: [Int: Int] = [:]
    for _ in 0..<10_000 {
      var progress = ScreenTimeProgress(
        grant: "g", seed: "s", at: Self.at("2026-03-28 12:00"), in: .utc)
      progress.plan([], at: Self.at("2026-03-28 12:00"), in: .utc, using: &generator)
      let due = progress.due ?? .distantPast
      minutes[Int(due.timeIntervalSince(Self.at("2026-03-29 00:00")) / 60), default: 0] += 1
    }
    #expect(minutes.keys.allSatisfy { (5..<120).contains($0) })
    #expect(minutes.values.max() ?? 0 < 200, "the fullest minute of 115 has under 2 %")
  }
}
