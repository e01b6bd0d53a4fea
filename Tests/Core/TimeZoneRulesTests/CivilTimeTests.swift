import Foundation
import Testing
import TimeZoneRules

@Suite struct `Civil time` {
  @Test func `counts days, months and weekdays as a walk from day to day does`() {
    var (year, month, day, weekday) = (1899, 12, 31, 1)
    for number in -25_568..<30_000 {
      let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      let time = CivilTime(dayNumber: number)
      #expect((time.year, time.month, time.day, time.weekday) == (year, month, day, weekday))
      #expect(time.dayNumber == number)
      weekday = weekday % 7 + 1
      day += 1
      if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test(arguments: [-3, 0, 1, 1600, 1900, 2000, 2024, 2026, 9999])
  func `knows the days of February`(year: Int) {
    let march = CivilTime.dayNumber(year: year, month: 3, day: 1)
    let february = CivilTime.dayNumber(year: year, month: 2, day: 1)
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    #expect(march - february == (isLeapYear ? 29 : 28))
    #expect(CivilTime.daysInMonth(year: year, month: 2) == march - february)
  }

  @Test func `carries fields over that are out of their range`() {
    #expect(
      CivilTime(year: 2026, month: 13, day: 0, hour: 25)
        == CivilTime(year: 2027, month: 1, day: 1, hour: 1))
    #expect(
      CivilTime(year: 1970, month: 1, day: 1, second: -1).description == "1969-12-31 23:59:59")
    #expect(CivilTime(year: 2026, month: 2, day: 29) == CivilTime(year: 2026, month: 3, day: 1))
  }
}
