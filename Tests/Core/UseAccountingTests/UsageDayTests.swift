import Foundation
import Testing
import TimeZoneRules
import UseAccounting

@Suite struct `A day of use` {
  static let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

  private func instant(_ text: String) throws -> Date {
    try Date(text + ":00Z", strategy: .iso8601)
  }

  struct Night: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var start: String
    var hours: Double
    var days: [String: Double]
  }

  @Test(arguments: [
    Night(
      testDescription: "an ordinary night", start: "2026-03-27T22:00", hours: 2,
      days: ["2026-03-27": 1, "2026-03-28": 1]),
    Night(
      testDescription: "the night before the clocks go forward", start: "2026-03-28T22:00",
      hours: 2, days: ["2026-03-28": 1, "2026-03-29": 1]),
    Night(
      testDescription: "the whole 23-hour day", start: "2026-03-28T23:00", hours: 23,
      days: ["2026-03-29": 23]),
    Night(
      testDescription: "past the 23-hour day", start: "2026-03-28T23:00", hours: 24,
      days: ["2026-03-29": 23, "2026-03-30": 1]),
    Night(
      testDescription: "the 25-hour day", start: "2026-10-24T22:00", hours: 25,
      days: ["2026-10-25": 25]),
    Night(
      testDescription: "up to midnight", start: "2026-03-27T22:00", hours: 1,
      days: ["2026-03-27": 1]),
  ])
  func `ends at the local midnight`(_ sample: Night) throws {
    let rules = try TimeZoneRules(posix: Self.berlin)
    let seconds = sample.hours * 3600
    var ledger = UseLedger()
    ledger.add(
      UseRecord(
        applications: ["a"], start: try instant(sample.start), seconds: seconds, end: seconds),
      in: rules)
    #expect(ledger.days.mapValues { $0.total / 3600 } == sample.days)
    #expect(ledger.position == seconds)
    #expect(ledger.records(from: 0, to: seconds).map(\.seconds).reduce(0, +) == seconds)
  }

  @Test func `puts the repeated hour into one`() throws {
    let rules = try TimeZoneRules(posix: Self.berlin)
    var day = UsageDay(date: "2026-10-25")
    day.add(
      UseRecord(
        applications: [], start: try instant("2026-10-24T23:30"), seconds: 3 * 3600, end: 10800))
    let hours = day.byHour(in: rules)
    #expect(hours[1] == 1800)
    #expect(hours[2] == 7200)
    #expect(hours[3] == 1800)
  }

  @Test func `goes on with the last record while nothing changes`() throws {
    var day = UsageDay(date: "2026-03-28")
    let start = try instant("2026-03-28T10:00")
    day.add(UseRecord(applications: ["a"], start: start, seconds: 60, end: 60))
    day.add(UseRecord(applications: ["a"], start: start + 60, seconds: 60, end: 120))
    #expect(day.records == [UseRecord(applications: ["a"], start: start, seconds: 120, end: 120)])
    day.add(UseRecord(applications: ["a"], start: start + 500, seconds: 60, end: 180))
    #expect(day.records.count == 2)
  }

  @Test func `folds the hours that are over and keeps what is still asked for`() throws {
    var ledger = UseLedger()
    let start = try instant("2026-03-28T10:00")
    for index in 0..<120 {
      ledger.add(
        UseRecord(
          applications: [index.isMultiple(of: 2) ? "a" : "b"],
          start: start.addingTimeInterval(Double(index * 60)), seconds: 60,
          end: Double((index + 1) * 60)),
        in: .utc)
    }
    ledger.fold(at: start + 7200, upTo: 5400, in: .utc)
    // Two hours of two applications; of the second hour half may still be asked for.
    #expect(ledger.days["2026-03-28"]?.records.count == 2 + 2 + 30)
    #expect(ledger.days["2026-03-28"]?.byApplication == ["a": 3600, "b": 3600])
    #expect(ledger.records(from: 5400, to: 7200).count == 30)
    #expect(ledger.records(from: 5430, to: 5520).map(\.seconds) == [30, 60])
    let second = ledger.records(after: start + 3600, to: 7200)
    #expect(second.map(\.seconds).reduce(0, +) == 3600)
  }

  @Test func `refuses and clips what cannot have been`() throws {
    let now = try instant("2026-03-28T12:00")
    var day = UsageDay(date: "2026-03-28")
    var end = 0.0
    for (start, seconds) in [
      ("2026-03-28T09:00", 3600.0), ("2026-03-28T09:30", 3600), ("2026-03-28T10:00", 600),
      ("2026-03-28T11:50", 3600), ("2026-03-28T13:00", 60), ("2026-03-28T11:00", -5),
    ] {
      end += seconds
      day.add(
        UseRecord(applications: ["a\(end)"], start: try instant(start), seconds: seconds, end: end))
    }
    let (checked, faults) = day.checked(at: now)
    #expect(checked.records.map(\.seconds) == [3600, 1800, 600])
    #expect(
      faults == [
        "a use that begins during another one is clipped", "a use during another one is refused",
        "a use that is longer than the time it spans is clipped", "a use in the future is refused",
        "a use of -5.0 s is refused",
      ])
    #expect(checked.checked(at: now).faults.isEmpty)
  }

  @Test func `is kept for 31 days`() throws {
    let known = ["2026-02-26", "2026-02-25", "2026-03-28"]
    let now = try instant("2026-03-28T12:00")
    #expect(UseLedger.expired(known, at: now, in: .utc) == ["2026-02-25"])
  }
}
