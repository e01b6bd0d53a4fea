import CompiledPolicy
import Foundation
import System
import Testing
import TimeZoneRules

@testable import Replay

@Suite struct `A simulation` {
  private static func simulation(
    _ policy: String, from first: CivilTime, days: Int, use: String? = nil,
    changing change: (String) -> String = { $0 }
  ) throws -> Simulation {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../launch/policies/\(policy).json")
    let text = change(try String(contentsOf: root, encoding: .utf8))
    let bytes = try #require(try MachineTimeZone.zone(named: "Europe/Berlin"))
    let zone = try TimeZoneRules(tzif: bytes, identifier: "Europe/Berlin")
    let last = CivilTime(dayNumber: first.dayNumber + days)
    return Simulation(
      of: try ReceivedPolicy(parsing: Array(text.utf8)), name: policy,
      from: zone.instant(of: first).instant, to: zone.instant(of: last).instant, in: zone,
      use: try use.map { try UseFile(parsing: Array($0.utf8), file: "use.json") } ?? UseFile())
  }

  private static let weekend = CivilTime(year: 2026, month: 3, day: 28)

  @Test func `of weeknights shows the weekend on which the clocks go forward`() throws {
    let simulation = try Self.simulation("tween", from: Self.weekend, days: 2)
    #expect(simulation.isWell)
    let table = SimulationTable(simulation).description
    let rows = table.split(separator: "\n").prefix { !$0.hasPrefix("  partial") }
    #expect(
      rows.joined(separator: "\n") == """
        tween (policy 0b9d0b68-54a3-4c1c-8f55-0f5bb1d6a001, version 3, active), 2026-03-28 00:00:00 +01:00 to 2026-03-30 00:00:00 +02:00, Europe/Berlin
          when                     what comes                       what changes
          Sat 2026-03-28 00:00:00  phosra.daily starts              + device locked
                                   phosra.locked.fri-2100 starts    + notifications silent
                                   phosra.curfew.daily-2100 starts  + any other app shielded
          Sat 2026-03-28 07:00:00  phosra.curfew.daily-2100 ends    - notifications silent
          Sat 2026-03-28 08:00:00  phosra.locked.fri-2100 ends      - device locked
                                                                    - any other app shielded
          Sat 2026-03-28 21:00:00  phosra.curfew.daily-2100 starts  + notifications silent
          Sat 2026-03-28 22:00:00  phosra.locked.sat-2200 starts    + device locked
                                                                    + any other app shielded
          Sun 2026-03-29 00:00:00  phosra.daily ends
                                   phosra.daily starts
          Sun 2026-03-29 07:00:00  phosra.curfew.daily-2100 ends    - notifications silent
          Sun 2026-03-29 08:00:00  phosra.locked.sat-2200 ends      - device locked
                                                                    - any other app shielded
          Sun 2026-03-29 21:00:00  phosra.curfew.daily-2100 starts  + notifications silent
          Sun 2026-03-29 22:00:00  phosra.locked.sun-2200 starts    + device locked
                                                                    + any other app shielded
        """)
  }

  @Test func `of limits shows which of them the use reaches`() throws {
    let use = """
      [{"app":"com.google.ios.youtube","from":"16:00","to":"17:30"},
       {"app":"org.mozilla.firefox","from":"18:00","to":"19:00"},
       {"app":"com.apple.Maps","from":"2026-03-28T12:00:00+01:00","to":"2026-03-28T12:20:00+01:00"}]
      """
    let simulation = try Self.simulation("limits", from: Self.weekend, days: 2, use: use)
    let rows = SimulationTable(simulation).description.split(separator: "\n").map(String.init)
    let expected = [
      "  Sat 2026-03-28 18:10:00  timer.30 reached",
      "  Sat 2026-03-28 18:40:00  limit.daily reached                    + device locked",
      "                           timer.60 reached                       + org.mozilla.firefox shielded",
      "  Sun 2026-03-29 18:30:00  timer.30 reached",
      "  Sun 2026-03-29 18:45:00  limit.app.org.mozilla.firefox reached  + org.mozilla.firefox shielded",
    ]
    for row in expected { #expect(rows.contains(row), "\(row)") }
    // The allowlist has no YouTube, so no time in front of its shield counts.
    #expect(!rows.contains { $0.contains("youtube reached") })
    #expect(rows.count { $0.contains("limit.daily reached") } == 1)
  }

  @Test func `names each fault and its category, and carries the rest out`() throws {
    let simulation = try Self.simulation("tween", from: Self.weekend, days: 1) {
      $0.replacing(#""curfew_start": "21:00""#, with: #""curfew_start": "25:99""#)
    }
    #expect(!simulation.isWell)
    #expect(simulation.failed == [.notificationCurfew])
    #expect(
      SimulationTable(simulation).description.contains(
        "  failed: notification_curfew: notifications.curfew_start is \"25:99\": "
          + "is no time of day like 21:00"))
    #expect(simulation.silenced.isEmpty)
    #expect(!simulation.locked.isEmpty)
  }

  @Test func `of a paused policy locks nothing and keeps monitoring`() throws {
    let simulation = try Self.simulation("paused", from: Self.weekend, days: 1)
    #expect(simulation.locked.isEmpty)
    #expect(simulation.replayed.transcript.shields.isEmpty)
    #expect(simulation.replayed.transcript.intervals.first?.activity == "phosra.daily")
  }

  @Test func `is drawn with what is locked, and judges nothing`() throws {
    let simulation = try Self.simulation("tween", from: Self.weekend, days: 2)
    let picture = try PictureText(simulation.picture.svg)
    #expect(picture.words.contains("device locked"))
    #expect(picture.words.contains("notifications silent"))
    #expect(!picture.words.contains { $0.contains("expected") })
    #expect(picture.titles.contains { $0.hasPrefix("device locked, 2026-03-28 22:00:00 +01:00") })
  }

  @Test func `of a year ends with the year`() throws {
    let first = CivilTime(year: 2026, month: 1, day: 1)
    let simulation = try Self.simulation("tween", from: first, days: 366)
    #expect(simulation.replayed.failures.isEmpty)
    // One lock a day, each across a midnight, and the one that runs when it begins.
    #expect(simulation.locked.count == 367)
  }
}
