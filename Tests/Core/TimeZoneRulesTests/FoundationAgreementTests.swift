import Foundation
import Testing
import TimeZoneRules
import TestSupport

/// Foundation judges where it is right: in zones whose changes are by an hour at a full hour, and asked from outside a
/// repeated hour.
@Suite struct `Where Foundation is right` {
  static let zones = [
    "America/New_York", "America/Los_Angeles", "America/Santiago", "America/Havana",
    "Europe/Berlin", "Europe/London", "Europe/Dublin", "Africa/Cairo", "Asia/Beirut",
    "Asia/Kolkata", "Australia/Sydney", "Pacific/Auckland",
  ]

  @Test(arguments: zones)
  func `the edges of two years are its`(zone: String) throws {
    for (hour, minute) in [(0, 0), (0, 30), (1, 30), (2, 0), (2, 30), (3, 15), (23, 30)] {
      try expectAgreement(
        DateComponents(hour: hour, minute: minute, second: 0), in: zone,
        from: "2025-12-31T12:00:00Z", to: "2027-12-31T12:00:00Z")
    }
  }

  @Test(arguments: zones)
  func `weekly and monthly edges are its`(zone: String) throws {
    for components in [
      DateComponents(hour: 2, minute: 30, second: 0, weekday: 1),
      DateComponents(hour: 0, minute: 0, second: 0, weekday: 6),
      DateComponents(day: 29, hour: 1, minute: 30, second: 0),
      DateComponents(day: 31, hour: 0, minute: 0, second: 0),
      DateComponents(month: 2, day: 29, hour: 9, minute: 15, second: 0),
    ] {
      try expectAgreement(
        components, in: zone, from: "2024-01-02T12:00:00Z", to: "2029-12-31T12:00:00Z")
    }
  }

  @Test(arguments: zones)
  func `hourly edges across its changes are its`(zone: String) throws {
    for (first, last) in [
      ("2026-03-07T12:00:00Z", "2026-03-09T12:00:00Z"),
      ("2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z"),
      ("2026-10-24T12:00:00Z", "2026-10-26T12:00:00Z"),
      ("2026-10-31T12:00:00Z", "2026-11-02T12:00:00Z"),
    ] {
      for components in [DateComponents(minute: 0), DateComponents(minute: 45, second: 30)] {
        try expectAgreement(components, in: zone, from: first, to: last)
      }
    }
  }

  @Test(arguments: [
    DateComponents(month: 3), DateComponents(month: 3, hour: 9), DateComponents(day: 5, minute: 30),
    DateComponents(year: 2027), DateComponents(month: 3, weekday: 2),
    DateComponents(minute: 30, weekday: 2), DateComponents(hour: 9, second: 30),
    DateComponents(hour: 9, minute: 0, second: 0, weekday: 2, weekdayOrdinal: 1),
    DateComponents(hour: 9, minute: 0, second: 0, weekday: 3, weekdayOrdinal: 5),
    DateComponents(month: 11, hour: 9, minute: 0, second: 0, weekday: 5, weekdayOrdinal: 4),
    DateComponents(day: 13, hour: 9, minute: 0, second: 0, weekday: 6),
    DateComponents(year: 2027, month: 3, day: 28, hour: 2, minute: 30, second: 0),
  ])
  func `fields that are not set mean what it takes them for`(components: DateComponents) throws {
    try expectAgreement(
      components, in: "Europe/Berlin", from: "2026-01-01T12:00:00Z", to: "2030-01-01T12:00:00Z")
  }

  private func expectAgreement(
    _ components: DateComponents, in zone: String, from first: String, to last: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let rules = try ZoneFiles.rules(zone)
    let pattern = try WallClockPattern(components)
    let start = try instant(first)
    let end = try instant(last)

    var expected: [Date] = []
    calendar.enumerateDates(
      startingAfter: start, matching: components,
      matchingPolicy: .nextTimePreservingSmallerComponents, repeatedTimePolicy: .first
    ) { date, _, stop in
      guard let date, date < end else { return stop = true }
      expected.append(date)
    }
    let found = Array(
      sequence(state: start) { date -> Date? in
        guard let next = rules.next(pattern, after: date), next < end else { return nil }
        date = next
        return next
      })
    #expect(
      found == expected, "\(zone) \(components): \(difference(found, expected))",
      sourceLocation: sourceLocation)
  }

  private func difference(_ found: [Date], _ expected: [Date]) -> String {
    let pair = zip(found, expected).first { $0 != $1 }
    return pair.map { "\($0) instead of \($1)" } ?? "\(found.count) instead of \(expected.count)"
  }
}
