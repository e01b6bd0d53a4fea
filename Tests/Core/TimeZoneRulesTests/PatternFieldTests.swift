import Foundation
import Testing
import TimeZoneRules

@Suite struct `A wall-clock pattern` {
  struct Refusal: CustomTestStringConvertible {
    var components: DateComponents
    var reason: WallClockPatternError
    var testDescription: String { "\(reason)" }
  }

  @Test(arguments: [
    Refusal(components: DateComponents(), reason: .nothingSet),
    Refusal(components: DateComponents(nanosecond: 5), reason: .nothingSet),
    Refusal(components: DateComponents(hour: 24), reason: .outOfRange(field: "hour", value: 24)),
    Refusal(components: DateComponents(hour: -1), reason: .outOfRange(field: "hour", value: -1)),
    Refusal(
      components: DateComponents(hour: 9, minute: 60),
      reason: .outOfRange(field: "minute", value: 60)),
    Refusal(
      components: DateComponents(second: 60), reason: .outOfRange(field: "second", value: 60)),
    Refusal(components: DateComponents(month: 13), reason: .outOfRange(field: "month", value: 13)),
    Refusal(components: DateComponents(day: 32), reason: .outOfRange(field: "day", value: 32)),
    Refusal(components: DateComponents(day: .min), reason: .outOfRange(field: "day", value: .min)),
    Refusal(
      components: DateComponents(weekday: 8), reason: .outOfRange(field: "weekday", value: 8)),
    Refusal(components: DateComponents(year: 0), reason: .outOfRange(field: "year", value: 0)),
    Refusal(
      components: DateComponents(month: 2, day: 30), reason: .impossibleDate(month: 2, day: 30)),
    Refusal(
      components: DateComponents(year: 2026, month: 4, day: 31),
      reason: .impossibleDate(month: 4, day: 31)),
    Refusal(components: DateComponents(weekdayOrdinal: 2), reason: .ordinalWithoutWeekday),
    Refusal(
      components: DateComponents(day: 8, weekday: 2, weekdayOrdinal: 1),
      reason: .contradiction(day: 8, weekdayOrdinal: 1)),
    Refusal(components: DateComponents(weekOfYear: 5), reason: .unsupported(field: "weekOfYear")),
    Refusal(
      components: DateComponents(hour: 9, weekOfMonth: 1),
      reason: .unsupported(field: "weekOfMonth")),
    Refusal(components: DateComponents(era: 0, hour: 9), reason: .unsupported(field: "era")),
    Refusal(
      components: DateComponents(calendar: Calendar(identifier: .hebrew), hour: 9),
      reason: .unsupportedCalendar("hebrew")),
  ])
  func `is refused with its reason`(_ refusal: Refusal) {
    #expect(throws: refusal.reason) { try WallClockPattern(refusal.components) }
  }

  @Test func `takes its zone from the components, then from their calendar`() throws {
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = berlin
    #expect(try WallClockPattern(DateComponents(hour: 9)).zone == nil)
    #expect(
      try WallClockPattern(DateComponents(calendar: calendar, hour: 9)).zone == "Europe/Berlin")
    #expect(
      try WallClockPattern(DateComponents(calendar: calendar, timeZone: tokyo, hour: 9)).zone
        == "Asia/Tokyo")
    calendar.timeZone = .autoupdatingCurrent
    #expect(try WallClockPattern(DateComponents(calendar: calendar, hour: 9)).zone == nil)
  }

  @Test func `ignores nanoseconds and the present era`() throws {
    #expect(
      try WallClockPattern(DateComponents(era: 1, hour: 9, nanosecond: 7))
        == WallClockPattern(hour: 9))
  }

  @Test func `is stored as the fields that are set`() throws {
    let pattern = try WallClockPattern(weekday: 2, hour: 9, minute: 30, zone: "Europe/Berlin")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(pattern)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"hour":9,"minute":30,"weekday":2,"zone":"Europe/Berlin"}"#)
    #expect(try JSONDecoder().decode(WallClockPattern.self, from: data) == pattern)
  }

  @Test(arguments: [#"{"hour":24}"#, "{}", #"{"month":2,"day":30}"#, #"{"hour":"9"}"#])
  func `is not decoded from fields that make none`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(WallClockPattern.self, from: Data(json.utf8))
    }
  }
}
