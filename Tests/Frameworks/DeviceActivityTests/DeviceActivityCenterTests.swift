import DeviceActivity
import Foundation
import Testing

@Suite struct `A center without the shared directory` {
  private let center = DeviceActivityCenter()
  private let backing = MemoryActivities { noon }

  private func inMemory(_ body: () throws -> Void) rethrows {
    try ActivityBackingProvider.$scoped.withValue(backing, operation: body)
  }

  @Test func `monitors in order of registration, overwrites by name, and stops`() throws {
    try inMemory {
      let events = [
        DeviceActivityEvent.Name("limit"): DeviceActivityEvent(threshold: .init(minute: 1))
      ]
      try center.startMonitoring(.init("b"), during: daily(9, 17))
      try center.startMonitoring(.init("a"), during: daily(22, 7), events: events)
      try center.startMonitoring(.init("b"), during: daily(10, 17))
      #expect(center.activities == [.init("b"), .init("a")])
      #expect(center.schedule(for: .init("b")) == daily(10, 17))
      #expect(center.schedule(for: .init("c")) == nil)
      #expect(center.events(for: .init("a")) == events)
      #expect(center.events(for: .init("c")).isEmpty)
      center.stopMonitoring([.init("c"), .init("b")])
      #expect(center.activities == [.init("a")])
      center.stopMonitoring()
      #expect(center.activities.isEmpty)
    }
  }

  @Test(arguments: [
    (daily(9, 9, minute: 14), DeviceActivityCenter.MonitoringError.intervalTooShort),
    (daily(24, 25), .invalidDateComponents),
    (schedule(DateComponents(), DateComponents()), .invalidDateComponents),
    (
      schedule(
        DateComponents(year: 2020, month: 1, day: 1), DateComponents(year: 2020, month: 1, day: 2)),
      .invalidDateComponents
    ),
    (schedule(DateComponents(day: 1), DateComponents(day: 9)), .intervalTooLong),
  ])
  func `refuses what is no interval, and keeps what it had`(
    refused: DeviceActivitySchedule, error: DeviceActivityCenter.MonitoringError
  ) throws {
    try inMemory {
      try center.startMonitoring(.init("a"), during: daily(9, 17))
      #expect(throws: error) { try center.startMonitoring(.init("a"), during: refused) }
      #expect(center.schedule(for: .init("a")) == daily(9, 17))
    }
  }

  @Test func `monitors a week, fifteen minutes, and twenty activities at most`() throws {
    let monday = DateComponents(hour: 0, weekday: 2)
    try inMemory {
      try center.startMonitoring(.init("week"), during: schedule(monday, monday))
      try center.startMonitoring(.init("short"), during: daily(9, 9, minute: 15))
      for number in 3...20 {
        try center.startMonitoring(.init("\(number)"), during: daily(9, 17))
      }
      try center.startMonitoring(.init("week"), during: daily(9, 17))
      #expect(throws: DeviceActivityCenter.MonitoringError.excessiveActivities) {
        try center.startMonitoring(.init("21"), during: daily(9, 17))
      }
    }
  }

  @Test(arguments: [
    (daily(9, 17), 9, 17), (daily(12, 13), 12, 13), (daily(9, 12), 33, 36), (daily(22, 13), -2, 13),
    (daily(13, 14), 13, 14), (daily(0, 0), 0, 24),
  ])
  func `tells the running or else the next interval`(
    schedule: DeviceActivitySchedule, start: Double, end: Double
  ) {
    inMemory {
      let interval = schedule.nextInterval
      #expect(interval?.start == noon.addingTimeInterval((start - 12) * 3600))
      #expect(interval?.end == noon.addingTimeInterval((end - 12) * 3600))
    }
  }

  @Test func `does not take a start within the second for past`() {
    let schedule = schedule(DateComponents(hour: 12, second: 1), DateComponents(hour: 13))
    let interval = schedule.interval(at: noon.addingTimeInterval(0.5))
    #expect(interval?.start == noon.addingTimeInterval(1))
    let other = daily(12, 13).interval(at: noon.addingTimeInterval(0.5))
    #expect(other?.start == noon)
    let running = DeviceActivitySchedule(
      intervalStart: DateComponents(timeZone: .gmt, hour: 12, second: 1),
      intervalEnd: DateComponents(timeZone: .gmt, hour: 12, second: 1), repeats: true)
    #expect(running.interval(at: noon.addingTimeInterval(0.5))?.end == noon.addingTimeInterval(1))
  }

  @Test func `says what is wrong and what to do`() {
    let error = DeviceActivityCenter.MonitoringError.intervalTooShort
    #expect(error.localizedDescription == "The activity's interval is too short.")
    #expect(error.recoverySuggestion?.contains("15 minutes") == true)
  }
}

/// Thursday, 15 January 2026, 12:00 UTC.
private let noon = Date(timeIntervalSince1970: 1_768_478_400)

private func schedule(_ start: DateComponents, _ end: DateComponents) -> DeviceActivitySchedule {
  var start = start
  var end = end
  start.timeZone = .gmt
  end.timeZone = .gmt
  return DeviceActivitySchedule(intervalStart: start, intervalEnd: end, repeats: true)
}

private func daily(_ start: Int, _ end: Int, minute: Int = 0) -> DeviceActivitySchedule {
  schedule(DateComponents(hour: start, minute: 0), DateComponents(hour: end, minute: minute))
}
