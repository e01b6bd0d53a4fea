import Foundation
import System
import Testing
import TimeZoneRules

@testable import Replay

@Suite struct `The axis of a picture` {
  private static func scale(
    _ zone: String, _ begin: String, hours: Double
  ) throws -> TimeScale {
    let bytes = try #require(try MachineTimeZone.zone(named: zone))
    let begin = try Date(begin, strategy: .iso8601)
    return TimeScale(
      zone: try TimeZoneRules(tzif: bytes, identifier: zone), begin: begin,
      end: begin.addingTimeInterval(hours * 3600), left: 0, width: 960)
  }

  @Test(
    arguments: [
      (0.25, 1, 16), (2, 10, 13), (10, 60, 11), (16, 60, 17), (48, 180, 17), (24 * 5, 720, 11),
    ] as [(Double, Double, Int)])
  func `has a tick every so many minutes`(hours: Double, minutes: Double, count: Int) throws {
    let scale = try Self.scale("Etc/UTC", "2026-02-03T00:00:00Z", hours: hours)
    let ticks = scale.times
    #expect(ticks.count == count)
    for (first, second) in zip(ticks, ticks.dropFirst()) {
      #expect(second.at.timeIntervalSince(first.at) == minutes * 60)
      #expect(scale.x(second.at) - scale.x(first.at) >= 58)
    }
  }

  @Test func `has dates alone where a day has no room for times`() throws {
    let month = try Self.scale("Etc/UTC", "2026-03-01T00:00:00Z", hours: 24 * 31)
    #expect(month.times.isEmpty)
    #expect(
      month.dates.map(\.words) == [
        "Mon 03-02", "Mon 03-09", "Mon 03-16", "Mon 03-23", "Mon 03-30",
      ])
    let year = try Self.scale("Etc/UTC", "2026-01-01T00:00:00Z", hours: 24 * 365)
    #expect(year.dates.map(\.words).prefix(3) == ["2026-01", "2026-02", "2026-03"])
    #expect(year.dates.count == 13)
  }

  @Test func `shows the wall clock's times on the day it goes forward`() throws {
    let scale = try Self.scale("Europe/Berlin", "2026-03-28T23:00:00Z", hours: 12)
    #expect(scale.times.map(\.words).prefix(5) == ["00:00", "01:00", "03:00", "04:00", "05:00"])
    #expect(
      scale.clockChanges == [
        .init(
          at: try Date("2026-03-29T01:00:00Z", strategy: .iso8601), words: "clocks forward 60 min")
      ])
  }

  @Test func `finds a change of half an hour`() throws {
    let scale = try Self.scale("Australia/Lord_Howe", "2026-04-04T00:00:00Z", hours: 48)
    #expect(
      scale.clockChanges == [
        .init(at: try Date("2026-04-04T15:00:00Z", strategy: .iso8601), words: "clocks back 30 min")
      ])
  }
}
