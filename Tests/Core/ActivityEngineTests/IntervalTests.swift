import ActivityEngine
import DeviceActivity
import FoundationEssentials
import Testing
import TimeZoneRules

/// Berlin by its rule, so that no table of the machine is needed.
private let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

@Suite struct `An interval` {
  @Test func `starts and ends on the dot, again and again`() throws {
    var driver = try EngineDriver(from: "2026-01-05 08:00")
    driver.start("work", at(9), at(17))
    try driver.run(until: "2026-01-06 18:00")
    #expect(
      driver.transcript == [
        "05 09:00:00 intervalDidStart work", "05 17:00:00 intervalDidEnd work",
        "06 09:00:00 intervalDidStart work", "06 17:00:00 intervalDidEnd work",
      ])
  }

  @Test func `starts at once when it is registered inside`() throws {
    var driver = try EngineDriver(from: "2026-01-05 23:00")
    driver.start("night", at(22), at(7))
    #expect(driver.transcript == ["05 23:00:00 intervalDidStart night"])
    #expect(driver.calls[0].callback.occurrence == driver.now - 3600)
  }

  @Test func `is over at its end`() throws {
    var driver = try EngineDriver(from: "2026-01-05 17:00")
    driver.start("work", at(9), at(17))
    #expect(driver.transcript.isEmpty)
  }

  @Test func `lasts a day when it ends where it starts`() throws {
    var driver = try EngineDriver(from: "2026-01-05 00:00")
    driver.start("day", at(0), at(0))
    try driver.run(until: "2026-01-06 12:00")
    #expect(
      driver.transcript == [
        "05 00:00:00 intervalDidStart day", "06 00:00:00 intervalDidEnd day",
        "06 00:00:00 intervalDidStart day",
      ])
  }

  @Test func `keeps its wall-clock times over both changes of the clocks`() throws {
    for (from, to) in [
      ("2026-03-28 12:00", "2026-03-30 12:00"), ("2026-10-24 12:00", "2026-10-26 12:00"),
    ] {
      var driver = try EngineDriver(berlin, from: from)
      driver.start("night", at(22), at(7))
      try driver.run(until: to)
      #expect(
        driver.transcript.map { $0.dropFirst(3) }
          == Array(
            repeating: [
              "22:00:00 intervalDidStart night", "07:00:00 intervalDidEnd night",
            ], count: 2
          ).joined().map { $0[...] })
    }
  }

  @Test func `keeps its nominal length when its start is skipped`() throws {
    var driver = try EngineDriver(berlin, from: "2026-03-29 01:00")
    driver.start("early", at(2, 30), at(3, 15))
    try driver.run(until: "2026-03-29 23:00")
    #expect(
      driver.transcript == [
        "29 03:30:00 intervalDidStart early", "29 04:15:00 intervalDidEnd early",
      ])
  }

  @Test func `ends when it is stopped, and says so`() throws {
    var driver = try EngineDriver(from: "2026-01-05 10:00")
    driver.start("work", at(9), at(17))
    driver.stop("work")
    try driver.run(until: "2026-01-07 10:00")
    #expect(
      driver.transcript == [
        "05 10:00:00 intervalDidStart work", "05 10:00:00 intervalDidEnd work stopped",
      ])
  }

  @Test func `goes on when it is replaced by one that only ends later`() throws {
    var driver = try EngineDriver(from: "2026-01-05 10:00")
    driver.start("work", at(9), at(17))
    driver.start("work", at(9), at(18))
    try driver.run(until: "2026-01-05 20:00")
    #expect(
      driver.transcript == [
        "05 10:00:00 intervalDidStart work", "05 18:00:00 intervalDidEnd work",
      ])
  }

  @Test func `ends and starts anew when it is replaced by another`() throws {
    var driver = try EngineDriver(from: "2026-01-05 10:00")
    driver.start("work", at(9), at(17))
    driver.start("work", at(8), at(16))
    #expect(
      driver.transcript == [
        "05 10:00:00 intervalDidStart work", "05 10:00:00 intervalDidEnd work replaced",
        "05 10:00:00 intervalDidStart work",
      ])
  }

  @Test func `that is not to repeat is finished after its end, delivered or not`() throws {
    var driver = try EngineDriver(from: "2026-01-05 08:00")
    driver.start("once", at(9), at(10), repeats: false)
    driver.start("missed", at(8, 30), at(8, 45), repeats: false)
    try driver.sleep(until: "2026-01-05 09:30")
    driver.pass()
    #expect(driver.registrations.map(\.activity.rawValue) == ["once"])
    try driver.run(until: "2026-01-07 12:00")
    #expect(
      driver.transcript == [
        "05 09:30:00 intervalDidStart once", "05 10:00:00 intervalDidEnd once",
      ])
    #expect(driver.registrations.isEmpty)
  }

  @Test func `ends late, then the next one starts, when nobody was there for its end`() throws {
    var driver = try EngineDriver(from: "2026-01-05 08:00")
    driver.start("work", at(9), at(17))
    try driver.run(until: "2026-01-05 10:00")
    try driver.sleep(until: "2026-01-08 11:00")
    driver.pass()
    #expect(
      driver.transcript == [
        "05 09:00:00 intervalDidStart work", "08 11:00:00 intervalDidEnd work",
        "08 11:00:00 intervalDidStart work",
      ])
    #expect(driver.calls[1].callback.due == (try instant("2026-01-05 17:00", driver.zones.local)))
  }

  @Test func `warns before its edges, but not of what was already past at registration`() throws {
    var driver = try EngineDriver(from: "2026-01-05 08:58")
    driver.start("work", at(9), at(17), warning: DateComponents(minute: 5))
    try driver.run(until: "2026-01-06 09:00")
    #expect(
      driver.transcript == [
        "05 09:00:00 intervalDidStart work", "05 16:55:00 intervalWillEndWarning work",
        "05 17:00:00 intervalDidEnd work", "06 08:55:00 intervalWillStartWarning work",
        "06 09:00:00 intervalDidStart work",
      ])
  }

  @Test func `gives no warning of an edge that has come`() throws {
    var driver = try EngineDriver(from: "2026-01-05 08:00")
    driver.start("work", at(9), at(17), warning: DateComponents(minute: 5))
    try driver.sleep(until: "2026-01-05 09:01")
    driver.pass()
    try driver.sleep(until: "2026-01-05 17:01")
    driver.pass()
    #expect(
      driver.transcript == [
        "05 09:01:00 intervalDidStart work", "05 17:01:00 intervalDidEnd work",
      ])
  }

  @Test func `gets neither edge on first use when the device was idle all along`() throws {
    var driver = try EngineDriver(from: "2026-01-05 08:00", delivery: .onFirstUse)
    driver.start("work", at(9), at(17))
    driver.setDeviceInUse(false)
    try driver.run(until: "2026-01-05 20:00")
    driver.setDeviceInUse(true)
    #expect(driver.transcript.isEmpty)
  }

  @Test func `gets its end before the next start, on first use long after both`() throws {
    var driver = try EngineDriver(from: "2026-01-05 10:00", delivery: .onFirstUse)
    driver.start("work", at(9), at(17))
    driver.setDeviceInUse(false)
    try driver.run(until: "2026-01-06 10:00")
    driver.setDeviceInUse(true)
    #expect(
      driver.transcript == [
        "05 10:00:00 intervalDidStart work", "06 10:00:00 intervalDidEnd work",
        "06 10:00:00 intervalDidStart work",
      ])
  }
}

@Suite struct `A change of the clock or the zone` {
  @Test func `backwards repeats no edge`() throws {
    var driver = try EngineDriver(from: "2026-01-05 08:00")
    driver.start("work", at(9), at(17))
    try driver.run(until: "2026-01-05 10:00")
    try driver.sleep(until: "2026-01-05 08:30")
    try driver.run(until: "2026-01-05 18:00")
    try driver.sleep(until: "2026-01-05 12:00")
    try driver.run(until: "2026-01-05 20:00")
    #expect(
      driver.transcript == [
        "05 09:00:00 intervalDidStart work", "05 17:00:00 intervalDidEnd work",
      ])
  }

  @Test func `backwards shows what runs only where the clock shows its time`() throws {
    var driver = try EngineDriver(from: "2026-01-05 08:00")
    driver.start("work", at(9), at(17))
    try driver.run(until: "2026-01-05 10:00")
    try driver.sleep(until: "2026-01-05 08:30")
    driver.pass()
    #expect(driver.engine.running(at: driver.now, in: driver.zones).map(\.isInside) == [false])
    #expect(
      driver.engine.nextInstant(after: driver.now, in: driver.zones) == driver.now + 1800)
  }

  @Test func `to another year and back leaves no interval that lies in the future`() throws {
    var driver = try EngineDriver(from: "2026-01-05 10:00")
    driver.start("work", at(9), at(17))
    try driver.sleep(until: "2026-06-05 10:00")
    driver.pass()
    try driver.sleep(until: "2026-01-05 10:05")
    driver.pass()
    try driver.run(until: "2026-01-06 18:00")
    #expect(
      driver.transcript == [
        "05 10:00:00 intervalDidStart work", "05 10:00:00 intervalDidEnd work",
        "05 10:00:00 intervalDidStart work", "05 10:05:00 intervalDidEnd work clockSetBack",
        "05 10:05:00 intervalDidStart work", "05 17:00:00 intervalDidEnd work",
        "06 09:00:00 intervalDidStart work", "06 17:00:00 intervalDidEnd work",
      ])
  }

  @Test func `of the zone keeps what runs, to the same wall-clock end`() throws {
    var driver = try EngineDriver("EST5", from: "2026-07-10 20:00")
    driver.start("day", at(0), at(0))
    driver.zones = Zones(local: try TimeZoneRules(posix: "PST8"))
    driver.pass()
    try driver.run(until: "2026-07-10 23:59")
    #expect(driver.calls.count == 1)
    try driver.run(until: "2026-07-11 00:00")
    #expect(
      driver.transcript.suffix(2) == [
        "11 00:00:00 intervalDidEnd day", "11 00:00:00 intervalDidStart day",
      ])
  }
}

@Suite struct `A trusted clock` {
  private func reading(_ wall: TimeInterval, uptime: TimeInterval, boot: String = "a")
    -> TrustedClock.Reading
  {
    TrustedClock.Reading(
      wall: Date(timeIntervalSince1970: 1_770_000_000 + wall), uptime: uptime, boot: boot)
  }

  private let decade: TimeInterval = 10 * 365 * 86400

  @Test func `follows ordinary changes at once`() {
    var clock = TrustedClock()
    #expect(clock.now(reading(0, uptime: 100)) == reading(0, uptime: 0).wall)
    #expect(clock.now(reading(7200, uptime: 101)) == reading(7200, uptime: 0).wall)
    #expect(clock.now(reading(-86400, uptime: 102)) == reading(-86400, uptime: 0).wall)
  }

  @Test func `goes on from where it was while a leap by years may be taken back`() {
    var clock = TrustedClock()
    _ = clock.now(reading(0, uptime: 100))
    #expect(clock.now(reading(decade, uptime: 160)) == reading(60, uptime: 0).wall)
    #expect(clock.isDoubting)
    #expect(clock.offset(at: reading(decade, uptime: 160)) == decade - 60)
    #expect(clock.now(reading(120, uptime: 220)) == reading(120, uptime: 0).wall)
    #expect(!clock.isDoubting)
  }

  @Test func `believes a leap that lasts`() {
    var clock = TrustedClock()
    let day = TrustedClock.patience
    _ = clock.now(reading(0, uptime: 100))
    _ = clock.now(reading(decade, uptime: 101))
    #expect(
      clock.now(reading(decade + day - 1, uptime: 100 + day)) == reading(day, uptime: 0).wall)
    #expect(
      clock.now(reading(decade + day, uptime: 101 + day)) == reading(decade + day, uptime: 0).wall)
  }

  @Test func `never believes a time before this program, and leaves such a time at once`() {
    var clock = TrustedClock()
    let past: TimeInterval = -20 * 365 * 86400
    _ = clock.now(reading(0, uptime: 100))
    let later = 100 + 3 * TrustedClock.patience
    #expect(
      clock.now(reading(past, uptime: later)) == reading(later - 100, uptime: 0).wall)
    #expect(clock.believes(after: reading(past, uptime: later)) == nil)
    var fresh = TrustedClock()
    #expect(fresh.now(reading(past, uptime: 5)) == reading(past, uptime: 0).wall)
    #expect(fresh.now(reading(0, uptime: 9)) == reading(0, uptime: 0).wall)
  }

  @Test func `believes what a new boot says, unless it is impossible`() {
    var clock = TrustedClock()
    _ = clock.now(reading(0, uptime: 100))
    #expect(clock.now(reading(decade, uptime: 5, boot: "b")) == reading(decade, uptime: 0).wall)
    let past: TimeInterval = -20 * 365 * 86400
    #expect(
      clock.now(reading(past, uptime: 7, boot: "c")) == reading(decade + 7, uptime: 0).wall)
    #expect(
      clock.offset(at: reading(past, uptime: 7, boot: "c")) == past - decade - 7)
    #expect(
      clock.now(reading(decade + 60, uptime: 8, boot: "c")) == reading(decade + 60, uptime: 0).wall)
  }
}
