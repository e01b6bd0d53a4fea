@testable import CompiledPolicy
import DeviceActivity
import Foundation
import SharedDirectory
import Testing
import TimeZoneRules
import UseAccounting

@testable import Control

@Suite struct `Use and extra time` {
  let desk = Desk()

  init() throws {
    try desk.prepareEvening()
  }

  /// Twenty minutes of chess and five of the reader on the 27th, a little of chess the day before.
  private func use() throws {
    for (day, uses) in [
      ("2026-03-27", [("org.example.chess", 1200.0), ("org.example.reader", 300)]),
      ("2026-03-26", [("org.example.chess", 4000)]),
    ] {
      var usage = UsageDay(date: day)
      var start = date("\(day)T15:00:00Z")
      for (application, seconds) in uses {
        usage.add(
          UseRecord(
            applications: [application], start: start, seconds: seconds,
            end: usage.position + seconds))
        start += seconds
      }
      try desk.monitor.write(.usage(day), usage)
    }
    try desk.monitor.update(.inForce) { old in
      var inForce = old ?? InForce()
      inForce.use = UseMeasurement(
        source: "x11", session: "none", accuracy: .enforced, notices: .enforced)
      return inForce
    }
  }

  @Test func `are shown for today`() throws {
    try use()
    #expect(
      try desk.output("usage") == """
        Used on 2026-03-27 by kid
          20 min  Chess
          5 min   Reader
          25 min  in all

        Measured by the window in front (x11).

        """)
  }

  @Test func `are shown for another day, and for a week`() throws {
    try use()
    #expect(try desk.output("usage", "--day", "2026-03-26").contains("1 h 06 min  Chess"))
    let week = try desk.output("usage", "--week")
    #expect(week.contains("2026-03-21  0 s"))
    #expect(week.contains("2026-03-26  1 h 06 min"))
    #expect(week.contains("1 h 26 min  Chess"))
    #expect(week.contains("1 h 31 min  in all"))
    #expect(desk.run("usage", "--day", "2026-02-30") == .usage)
  }

  @Test func `are told to programs`() throws {
    try use()
    let report = try CanonicalJSON.decode(
      UsageReport.self, from: Data(try desk.output("usage", "--json").utf8))
    #expect(report.days.map(\.seconds) == [1500])
    #expect(report.days.first?.hours[16] == 1500)
    #expect(report.days.first?.applications.first?.application == "org.example.chess")
  }

  private func limit(_ applications: String...) throws {
    try desk.sync.update(.policy) { old in
      var document = try #require(old)
      document.plan.conditional = (applications.map { .limit(of: $0) } + [.dailyLimit]).map {
        ConditionalSettings(activity: .policyDay, condition: .afterEvent($0))
      }
      return document
    }
  }

  @Test func `are granted to an application that has a limit, by whatever name it goes`() throws {
    desk.world.installed[0].identifiers.insert("com.example.chess")
    try limit("com.example.chess")
    for name in ["com.example.chess", "org.example.chess", "Chess"] {
      #expect(
        try desk.output("extend", name, "15")
          == "granted for today: 15 minutes more for com.example.chess\n")
    }
    #expect(
      try desk.output("extend", "all", "1") == "granted for today: 1 minute more for every limit\n")
    let extensions = try #require(try desk.control.read(.extensions))
    #expect(extensions.grant == Desk.grant)
    #expect(
      extensions.grants.map(\.application) == Array(repeating: "com.example.chess", count: 3) + [
        nil
      ])
    #expect(Set(extensions.grants.map(\.by)) == ["root"])
    #expect(Set(extensions.grants.map(\.id)).count == 4)
    let (from, to) = (date("2026-03-26T23:00:00Z"), date("2026-03-27T23:00:00Z"))
    #expect(extensions.seconds(for: "com.example.chess", from: from, to: to) == 46 * 60)
    #expect(extensions.seconds(for: nil, from: from, to: to) == 60)
    #expect(extensions.seconds(for: nil, from: to, to: to + 86400) == 0)
  }

  @Test func `are refused where there is nothing to extend, and to the child`() throws {
    desk.expect(
      "extend", "all", "15", status: .failure,
      complaint: "pavise: the policy has no limit that could be extended")
    try limit("com.example.chess")
    desk.expect(
      "extend", "org.example.reader", "15", status: .failure,
      complaint:
        "pavise: “org.example.reader” has no limit of its own; these have: com.example.chess")
    desk.world.caller = .init(user: "kid", isRoot: false, groups: [])
    #expect(desk.run("extend", "all", "15") == .refused)
    #expect(try desk.control.read(.extensions) == nil)
  }
}
