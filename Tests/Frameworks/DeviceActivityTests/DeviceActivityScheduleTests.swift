import DeviceActivity
import Foundation
import Testing

@Suite struct `A schedule` {
  private func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try String(decoding: encoder.encode(value), as: UTF8.self)
  }

  @Test func `is coded with the components that are set, and the zone by its identifier`() throws {
    var end = DateComponents(hour: 17, minute: 0, nanosecond: 5)
    end.timeZone = TimeZone(identifier: "Europe/Berlin")
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 9, weekday: 2), intervalEnd: end, repeats: true,
      warningTime: DateComponents(minute: 5))
    let json =
      #"{"end":{"hour":17,"minute":0,"timeZone":"Europe/Berlin"},"repeats":true,"#
      + #""start":{"hour":9,"weekday":2},"warningTime":{"minute":5}}"#
    #expect(try encoded(schedule) == json)
    let read = try JSONDecoder().decode(DeviceActivitySchedule.self, from: Data(json.utf8))
    #expect(read == schedule)
    #expect(schedule.intervalEnd.nanosecond == nil)
    #expect(read.intervalEnd == DateComponents(timeZone: end.timeZone, hour: 17, minute: 0))
    #expect(read.end.timeZone == "Europe/Berlin")
    #expect(read.warningSeconds == 300)
  }

  @Test func `keeps a zone that this process has no tables for`() throws {
    let json = #"{"end":{"hour":2},"repeats":false,"start":{"hour":1,"timeZone":"Mars/Olympus"}}"#
    let read = try JSONDecoder().decode(DeviceActivitySchedule.self, from: Data(json.utf8))
    #expect(read.start.timeZone == "Mars/Olympus")
    #expect(try encoded(read) == json)
  }

  @Test func `takes the zone of the components' calendar, and remembers one that is not Gregorian`()
  {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 7200) ?? calendar.timeZone
    let gregorian = WallClockComponents(DateComponents(calendar: calendar, hour: 9))
    #expect(gregorian.timeZone == "GMT+0200")
    #expect(gregorian.calendar == nil)
    #expect(
      WallClockComponents(DateComponents(timeZone: .autoupdatingCurrent, hour: 9)).timeZone == nil)
    let buddhist = WallClockComponents(
      DateComponents(calendar: Calendar(identifier: .buddhist), year: 2569))
    #expect(buddhist.calendar == "buddhist")
  }

  @Test func `is equal to another of the same content`() {
    func schedule(_ start: DateComponents, warning: DateComponents? = nil) -> DeviceActivitySchedule
    {
      DeviceActivitySchedule(
        intervalStart: start, intervalEnd: DateComponents(hour: 10), repeats: true,
        warningTime: warning)
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Asia/Tokyo") ?? calendar.timeZone
    let inTokyo = DateComponents(timeZone: calendar.timeZone, hour: 9)
    #expect(
      schedule(DateComponents(hour: 9, nanosecond: 1)) == schedule(DateComponents(hour: 9)))
    #expect(schedule(DateComponents(calendar: calendar, hour: 9)) == schedule(inTokyo))
    #expect(schedule(inTokyo) != schedule(DateComponents(hour: 9)))
    #expect(schedule(DateComponents(hour: 9)) != schedule(DateComponents(hour: 9, minute: 0)))
    #expect(
      schedule(DateComponents(hour: 9))
        != schedule(DateComponents(hour: 9), warning: DateComponents(minute: 1)))
  }

  @Test func `comes back whatever component it has`() throws {
    let all = DateComponents(
      era: 1, year: 2026, month: 3, day: 4, hour: 5, minute: 6, second: 7, weekday: 1,
      weekdayOrdinal: 2, quarter: 3, weekOfMonth: 4, weekOfYear: 5, yearForWeekOfYear: 2026)
    let schedule = DeviceActivitySchedule(intervalStart: all, intervalEnd: all, repeats: false)
    let read = try JSONDecoder().decode(
      DeviceActivitySchedule.self, from: JSONEncoder().encode(schedule))
    #expect(read.intervalStart == all)
    #expect(read == schedule)
  }

  @Test(arguments: [
    (#"{"end":{},"repeats":true}"#, "start"),
    (#"{"end":{"hour":"9"},"repeats":true,"start":{}}"#, "hour"),
    (#"{"end":{},"repeats":1,"start":{}}"#, "repeats"),
  ])
  func `that is malformed is refused by the name of the key`(json: String, key: String) throws {
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(DeviceActivitySchedule.self, from: Data(json.utf8))
    }
    #expect("\(error)".contains(key))
  }

  @Test(arguments: Self.lengths)
  func `has components that add up to a length`(components: DateComponents, seconds: Double) {
    #expect(abs(components.lengthInSeconds - seconds) < 1e-6)
  }

  private static let lengths: [(DateComponents, Double)] = [
    (DateComponents(minute: 30), 1800), (DateComponents(hour: 1, minute: 30), 5400),
    (DateComponents(second: 10), 10), (DateComponents(day: 1), 86_400),
    (DateComponents(weekOfYear: 1), 604_800), (DateComponents(), 0),
    (DateComponents(weekday: 3), 0), (DateComponents(minute: -1), -60),
    (DateComponents(nanosecond: 500_000_000), 0.5),
  ]

  @Test(arguments: [nil, DateComponents(), DateComponents(minute: 0), DateComponents(minute: -1)])
  func `has no warnings without a time for them`(warning: DateComponents?) {
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 9), intervalEnd: DateComponents(hour: 10), repeats: true,
      warningTime: warning)
    #expect(schedule.warningSeconds == nil)
  }
}
