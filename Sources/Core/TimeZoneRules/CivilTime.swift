/// A date and time of day as a wall clock shows it, in the proleptic Gregorian calendar, without a zone.
public struct CivilTime: Hashable, Codable, Sendable {
  public var year: Int
  /// 1 to 12.
  public var month: Int
  /// 1 to 31.
  public var day: Int
  public var hour: Int
  public var minute: Int
  public var second: Int

  /// Fields out of their range carry over: the 0th of March is the last of February, 25:00 is 01:00 of the next day.
  public init(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) {
    let days = CivilTime.dayNumber(year: year, month: month, day: day)
    self.init(seconds: days * secondsPerDay + hour * 3600 + minute * 60 + second)
  }

  /// The time of day `secondOfDay` of the day numbered `dayNumber`.
  public init(dayNumber: Int, secondOfDay: Int = 0) {
    self.init(seconds: dayNumber * secondsPerDay + secondOfDay)
  }

  /// The inverse of ``seconds``.
  init(seconds: Int) {
    let days = floorDivide(seconds, secondsPerDay)
    let secondOfDay = seconds - days * secondsPerDay
    (year, month, day) = CivilTime.date(dayNumber: days)
    hour = secondOfDay / 3600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60
  }

  /// Days since 1 January 1970.
  public var dayNumber: Int { CivilTime.dayNumber(year: year, month: month, day: day) }

  /// 1 for Sunday to 7 for Saturday.
  public var weekday: Int { CivilTime.weekday(dayNumber: dayNumber) }

  /// Seconds since midnight as the clock shows them, so 32,400 at 09:00 on every day of the year.
  public var secondOfDay: Int { hour * 3600 + minute * 60 + second }

  /// Seconds since 1970 as if this were a time in UTC.
  var seconds: Int { dayNumber * secondsPerDay + secondOfDay }
}

extension CivilTime: Comparable {
  public static func < (first: CivilTime, second: CivilTime) -> Bool {
    first.seconds < second.seconds
  }
}

extension CivilTime: CustomStringConvertible {
  /// As `2026-03-29 02:30:00`.
  public var description: String {
    "\(padded(year, to: 4))-\(padded(month))-\(padded(day))"
      + " \(padded(hour)):\(padded(minute)):\(padded(second))"
  }

  private func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}

// MARK: Days

let secondsPerDay = 86_400

/// 400 years, after which both the calendar and its weekdays repeat.
let daysPerCycle = 146_097

extension CivilTime {
  /// Days since 1 January 1970. A month or a day out of its range carries over.
  public static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let months = year * 12 + month - 1
    return firstDay(ofMonth: months) + day - 1
  }

  /// The year, month and day of a day number.
  static func date(dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    // Counted from 1 March of year 0, so that the leap day is the last day of its year.
    let days = dayNumber + 719_468
    let cycle = floorDivide(days, daysPerCycle)
    let dayOfCycle = days - cycle * daysPerCycle
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (
      year: cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }

  /// The day number of the first of a month that is counted from January of year 0.
  static func firstDay(ofMonth months: Int) -> Int {
    let monthsFromMarch = months - 2
    let year = floorDivide(monthsFromMarch, 12)
    let monthFromMarch = monthsFromMarch - year * 12
    return 365 * year + floorDivide(year, 4) - floorDivide(year, 100) + floorDivide(year, 400)
      + (153 * monthFromMarch + 2) / 5 - 719_468
  }

  /// 1 for Sunday to 7 for Saturday; day 0 was a Thursday.
  public static func weekday(dayNumber: Int) -> Int {
    let fromSunday = (dayNumber + 4) % 7
    return (fromSunday < 0 ? fromSunday + 7 : fromSunday) + 1
  }

  public static func daysInMonth(year: Int, month: Int) -> Int {
    let months = year * 12 + month - 1
    return firstDay(ofMonth: months + 1) - firstDay(ofMonth: months)
  }
}

/// The quotient rounded towards minus infinity; the divisor is positive.
@inline(__always)
func floorDivide(_ number: Int, _ divisor: Int) -> Int {
  let quotient = number / divisor
  return quotient * divisor > number ? quotient - 1 : quotient
}
