import Foundation
import Testing
import TimeZoneRules
import TestSupport

@Suite struct `The matches of a pattern` {
  /// Zones that Foundation is wrong in, and some that it is right in.
  static let zones = [
    "Australia/Lord_Howe", "Pacific/Chatham", "America/Nuuk", "America/Scoresbysund",
    "Antarctica/Troll", "Africa/Cairo", "Asia/Beirut", "Europe/Dublin", "Asia/Gaza",
    "Africa/Casablanca", "America/New_York",
  ]

  @Test(arguments: zones)
  func `are those that a minute-by-minute walk with the C library finds`(zone: String) throws {
    let rules = try ZoneFiles.rules(zone)
    let years = 1_735_689_600..<1_861_920_000
    let walks = CLibraryClock.withZone(":\(zone)") { clock in
      clock.transitions(in: years).prefix(8).map { MinuteWalk(around: $0, by: clock) }
    }
    #expect(walks.count == 8)
    for walk in walks {
      for minute in stride(from: 0, to: 1440, by: 15) {
        let pattern = try WallClockPattern(hour: minute / 60, minute: minute % 60)
        let expected = walk.matches(ofMinute: minute)
        #expect(forwards(pattern, in: rules, walk.range) == expected, "\(zone) \(pattern)")
        #expect(backwards(pattern, in: rules, walk.range) == expected, "\(zone) \(pattern)")
      }
    }
  }

  @Test func `skip no edge when a whole day is skipped`() throws {
    let rules = try ZoneFiles.rules("Pacific/Apia")
    let start = try instant("2011-12-29T12:00:00Z").seconds
    let found = forwards(try WallClockPattern(hour: 9), in: rules, start..<start + 3 * 86_400)
    // 29 December, the skipped 30th moved onto the 31st, 1 January.
    #expect(
      try found.map(Date.init)
        == ["2011-12-29T19:00:00Z", "2011-12-30T19:00:00Z", "2011-12-31T19:00:00Z"].map(instant))
    // A Friday that was skipped is moved onto the Saturday.
    let friday = try WallClockPattern(weekday: 6, hour: 9)
    #expect(rules.next(friday, after: Date(start)) == (try instant("2011-12-30T19:00:00Z")))
  }

  @Test(arguments: ["Europe/Berlin", "Australia/Lord_Howe", "<+03>-3<+04>,M3.5.0,M10.5.0"])
  func `go on past the end of the table as they do 400 years before`(zone: String) throws {
    let rules =
      zone.hasPrefix("<") ? try TimeZoneRules(posix: zone) : try ZoneFiles.rules(zone)
    let cycle = 146_097 * 86_400
    let start = try instant("2038-06-01T00:00:00Z").seconds
    let before = start..<start + 6 * 366 * 86_400
    let after = before.lowerBound + cycle..<before.upperBound + cycle
    for pattern in try [WallClockPattern(hour: 2, minute: 15), WallClockPattern(weekday: 1)] {
      let expected = forwards(pattern, in: rules, before).map { $0 + cycle }
      #expect(forwards(pattern, in: rules, after) == expected)
      #expect(backwards(pattern, in: rules, after) == expected)
    }
    // From the very second of a change to beyond the next one.
    let seasons = try [WallClockPattern(month: 6, hour: 9), WallClockPattern(month: 12, hour: 9)]
    for change in stride(from: before.lowerBound, to: before.upperBound, by: 1800)
    where rules.offset(at: Date(change)) != rules.offset(at: Date(change - 1)) {
      for pattern in seasons {
        let next = rules.next(pattern, after: Date(change), inclusive: true)
        let nextCycle = rules.next(pattern, after: Date(change + cycle), inclusive: true)
        #expect(next.map { $0.seconds + cycle } == nextCycle?.seconds)
      }
    }
  }

  @Test(arguments: [("01:30", 1, 30), ("01:00", 1, 0), ("01:59", 1, 59)])
  func `do not depend on where in a repeated hour they are asked for`(
    name: String, hour: Int, minute: Int
  ) throws {
    let rules = try ZoneFiles.rules("America/New_York")
    let pattern = try WallClockPattern(hour: hour, minute: minute)
    let first = try instant("2026-11-01T05:00:00Z").seconds + minute * 60
    let following = first + 25 * 3600
    for after in stride(from: first, to: following, by: 60) {
      #expect(rules.next(pattern, after: Date(after)) == Date(following))
      #expect(rules.previous(pattern, before: Date(after + 60)) == Date(first))
    }
  }

  @Test func `of every hour come at both passes and are not moved out of a gap`() throws {
    let lordHowe = try ZoneFiles.rules("Australia/Lord_Howe")
    let hourly = try WallClockPattern(minute: 0)
    let autumn = try instant("2026-04-04T14:00:00Z").seconds
    // 01:00+11, 02:00+10:30 (00:30 later than the change at 02:00+11 to 01:30+10:30).
    #expect(
      try forwards(hourly, in: lordHowe, autumn..<autumn + 7200).map(Date.init)
        == ["2026-04-04T14:00:00Z", "2026-04-04T15:30:00Z"].map(instant))
    let spring = try instant("2026-10-03T14:30:00Z").seconds
    #expect(
      try forwards(hourly, in: lordHowe, spring..<spring + 7200).map(Date.init)
        == ["2026-10-03T14:30:00Z", "2026-10-03T16:00:00Z"].map(instant))
  }

  @Test func `count part of a second as after its beginning`() throws {
    let nine = try WallClockPattern(hour: 9)
    let edge = try instant("2026-01-06T09:00:00Z")
    let rules = TimeZoneRules.utc
    let day = 86_400.0
    #expect(rules.next(nine, after: edge) == edge + day)
    #expect(rules.next(nine, after: edge, inclusive: true) == edge)
    #expect(rules.next(nine, after: edge + 0.001, inclusive: true) == edge + day)
    #expect(rules.next(nine, after: edge - 0.001) == edge)
    #expect(rules.previous(nine, before: edge) == edge - day)
    #expect(rules.previous(nine, before: edge, inclusive: true) == edge)
    #expect(rules.previous(nine, before: edge + 0.001) == edge)
    #expect(rules.previous(nine, before: edge - 0.001, inclusive: true) == edge - day)
  }

  @Test func `of a full date are one`() throws {
    let rules = try ZoneFiles.rules("Europe/Berlin")
    let once = try WallClockPattern(year: 2126, month: 7, day: 31, hour: 10, minute: 21)
    let edge = try instant("2126-07-31T08:21:00Z")
    let now = try instant("2026-01-06T09:00:00Z")
    #expect(rules.next(once, after: now) == edge)
    #expect(rules.next(once, after: edge) == nil)
    #expect(rules.previous(once, before: edge + 9e9) == edge)
    #expect(rules.previous(once, before: edge) == nil)
  }

  @Test func `of a year without a date are one`() throws {
    for (pattern, edge) in try [
      (WallClockPattern(year: 2027), "2027-01-01T00:00:00Z"),
      (WallClockPattern(year: 2027, hour: 5), "2027-01-01T05:00:00Z"),
      (WallClockPattern(year: 2027, day: 5), "2027-01-05T00:00:00Z"),
      (WallClockPattern(year: 2027, weekday: 2), "2027-01-04T00:00:00Z"),
    ] {
      let edge = try instant(edge)
      #expect(TimeZoneRules.utc.next(pattern, after: edge - 9e8) == edge)
      #expect(TimeZoneRules.utc.next(pattern, after: edge) == nil)
      #expect(TimeZoneRules.utc.previous(pattern, before: edge + 9e8) == edge)
    }
  }

  @Test func `of a leap day on a weekday are found over the turn of a century`() throws {
    let edges = try [instant("2072-02-29T00:00:00Z"), instant("2112-02-29T00:00:00Z")]
    for monday in try [
      WallClockPattern(month: 2, day: 29, weekday: 2),
      WallClockPattern(month: 2, weekday: 2, weekdayOrdinal: 5),
    ] {
      #expect(TimeZoneRules.utc.next(monday, after: edges[0]) == edges[1])
      #expect(TimeZoneRules.utc.previous(monday, before: edges[1]) == edges[0])
    }
  }

  @Test func `that no year has are none`() throws {
    let never = try WallClockPattern(year: 2027, month: 2, day: 29, weekday: 2)
    let now = try instant("2026-01-06T09:00:00Z")
    #expect(TimeZoneRules.utc.next(never, after: now) == nil)
    #expect(TimeZoneRules.utc.previous(never, before: now + 9e9) == nil)
  }

  @Test func `of a day that a month lacks come on the first of the next`() throws {
    let last = try WallClockPattern(day: 31, hour: 9)
    let start = try instant("2027-01-01T00:00:00Z").seconds
    let found = forwards(last, in: .utc, start..<start + 152 * 86_400)
    #expect(
      try found.map(Date.init)
        == [
          "2027-01-31T09:00:00Z", "2027-03-01T09:00:00Z", "2027-03-31T09:00:00Z",
          "2027-05-01T09:00:00Z", "2027-05-31T09:00:00Z",
        ].map(instant))
    let once = try WallClockPattern(year: 2026, month: 2, day: 29)
    #expect(firstOf2026(once) == (try instant("2026-03-01T00:00:00Z")))
    let friday = try WallClockPattern(day: 31, weekday: 6)
    #expect(firstOf2026(friday) == (try instant("2026-07-31T00:00:00Z")))
  }

  private func firstOf2026(_ pattern: WallClockPattern) -> Date? {
    TimeZoneRules.utc.next(pattern, after: Date(1_767_225_600))
  }
}
