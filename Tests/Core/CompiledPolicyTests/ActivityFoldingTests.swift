import DeviceActivity
import FoundationEssentials
import Testing
import TestSupport

@testable import CompiledPolicy

@Suite struct `Windows folded into activities` {
  /// Start minute of the day, length and days, as in a policy's windows.
  private func pattern(_ windows: [(Int, Int, [Weekday])]) -> WeekPattern {
    var pattern = WeekPattern()
    for (start, length, days) in windows {
      pattern.insert(DaySpan(start: start, length: length), on: days)
    }
    return pattern
  }

  private func names(_ pattern: WeekPattern) -> [String] {
    ActivityFolding(pattern, budget: 18).windows.map(\.name)
  }

  @Test func `are one activity if every day has them`() {
    #expect(names(pattern([(1260, 600, Weekday.allCases)])) == ["daily-2100"])
  }

  @Test func `are an activity a day if some days have them`() {
    #expect(
      names(pattern([(1260, 600, Weekday.weekdays)])) == [
        "mon-2100", "tue-2100", "wed-2100", "thu-2100", "fri-2100",
      ])
  }

  @Test func `are joined where they touch or overlap`() {
    #expect(
      ActivityFolding(
        pattern([(1260, 180, [.monday]), (0, 420, [.tuesday]), (400, 60, [.tuesday])]), budget: 18
      ).windows.map(\.span) == [WeekRun(start: 1440 + 1260, length: 640)])
  }

  @Test func `are one daily activity beside longer days`() {
    let folded = names(pattern([(1260, 180, Weekday.allCases), (1200, 60, [.friday])]))
    #expect(folded == ["daily-2100", "fri-2000"])
  }

  @Test func `of a whole week are the day`() throws {
    let window = try #require(
      ActivityFolding(pattern([(0, 1440, Weekday.allCases)]), budget: 18).windows.first)
    #expect(window.name == "daily-0000")
    #expect(window.schedule.intervalStart == DateComponents(hour: 0, minute: 0))
    #expect(window.schedule.intervalEnd == DateComponents(hour: 0, minute: 0))
  }

  @Test func `go round the end of the week`() throws {
    let window = try #require(
      ActivityFolding(pattern([(1260, 600, [.saturday])]), budget: 18).windows.first)
    #expect(window.schedule.intervalStart == DateComponents(hour: 21, minute: 0, weekday: 7))
    #expect(window.schedule.intervalEnd == DateComponents(hour: 7, minute: 0, weekday: 1))
  }

  @Test func `shorter than 15 minutes are said to be so`() {
    let folding = ActivityFolding(
      pattern([(600, 14, [.monday]), (700, 15, [.monday])]), budget: 18)
    #expect(folding.tooShort == [WeekRun(start: 1440 + 600, length: 14)])
    #expect(folding.windows.map(\.name) == ["mon-1140"])
  }

  @Test func `beyond the budget are said to be so, the shortest first`() {
    let folding = ActivityFolding(
      pattern([(0, 30, [.monday]), (60, 20, [.monday]), (120, 40, [.monday])]), budget: 2)
    #expect(folding.windows.map(\.name) == ["mon-0000", "mon-0200"])
    #expect(folding.tooMany == [WeekRun(start: 1440 + 60, length: 20)])
  }

  /// Minute by minute over a week: what the schedules say in their own terms is what the windows said.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func `are the same minutes of the week`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let pattern = randomPattern(&generator)
      let folding = ActivityFolding(pattern, budget: 18)
      #expect(folding.windows.count <= 18)
      #expect(Set(folding.windows.map(\.name)).count == folding.windows.count)
      #expect(folding.windows.allSatisfy { $0.span.length >= 15 })
      var covered = WeekPattern()
      for window in folding.windows { cover(&covered, window.schedule) }
      var missing = WeekPattern()
      for run in folding.tooShort + folding.tooMany { missing.insert(run) }
      let differing = (0..<WeekPattern.length).filter {
        pattern[$0] ? !(covered[$0] || missing[$0]) : covered[$0]
      }
      #expect(differing.isEmpty)
      if folding.windows.count < 18 { #expect(folding.tooMany.isEmpty) }
    }
  }

  private func randomPattern(_ generator: inout SeededGenerator) -> WeekPattern {
    var pattern = WeekPattern()
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      let isCoarse = Bool.random(using: &generator)
      let step = isCoarse ? 60 : 1
      let start = Int.random(in: 0..<1440 / step, using: &generator) * step
      let length = Int.random(in: 1...1440 / step, using: &generator) * step
      let days =
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: Weekday.allCases
        case 1: Weekday.weekdays
        case 2: Weekday.weekend
        default: Weekday.allCases.filter { _ in Bool.random(using: &generator) }
        }
      pattern.insert(DaySpan(start: start, length: length), on: days)
    }
    return pattern
  }

  /// Marks the minutes of a repeating schedule, from each start to the first match of its end after it (rule I2).
  private func cover(_ pattern: inout WeekPattern, _ schedule: DeviceActivitySchedule) {
    let starts = matches(schedule.intervalStart)
    let ends = Set(matches(schedule.intervalEnd))
    for start in starts {
      var minute = start
      repeat {
        pattern.insert(WeekRun(start: minute % WeekPattern.length, length: 1))
        minute += 1
      } while !ends.contains(minute % WeekPattern.length)
    }
  }

  private func matches(_ components: DateComponents) -> [Int] {
    (0..<WeekPattern.length).filter { minute in
      (components.weekday.map { $0 == minute / 1440 + 1 } ?? true)
        && components.hour == minute % 1440 / 60 && components.minute == minute % 60
    }
  }
}
