public import FoundationEssentials

/// Dates as RFC 3339 writes them, and in no other form.
public enum RFC3339 {
  /// Reads `2026-03-01T08:15:30.123456789+01:00`: one to nine digits of fraction or none; `Z` or an offset.
  ///
  /// Nil for everything else, such as a date that does not exist, a leap second, lower-case letters,
  /// a missing zone or anything after it.
  public static func date(_ text: String) -> Date? {
    var rest = Substring(text).utf8
    guard let year = number(4, &rest), take("-", &rest), let month = number(2, &rest),
      take("-", &rest), let day = number(2, &rest), take("T", &rest),
      let hour = number(2, &rest), take(":", &rest), let minute = number(2, &rest),
      take(":", &rest), let second = number(2, &rest),
      let fraction = fraction(&rest), let offset = offset(&rest), rest.isEmpty,
      year >= 1, (1...12).contains(month), day >= 1, day <= days(in: month, of: year),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = daysSince1970(year, month, day) * 86400 + hour * 3600 + minute * 60 + second
    return Date(timeIntervalSince1970: Double(seconds - offset) + fraction)
  }

  /// The instant in UTC, to the millisecond: `2026-03-01T07:15:30.123Z`.
  ///
  /// An instant outside the years 1 to 9999 is written as the nearest one inside.
  public static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    let bounded = seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), 253_402_300_799)
    let milliseconds = Int((bounded * 1000).rounded(.down))
    let days = floorDivision(milliseconds, 86_400_000)
    let rest = milliseconds - days * 86_400_000
    let (year, month, day) = civil(daysSince1970: days)
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, 2) }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
      + "T\(clock.joined(separator: ":")).\(padded(rest % 1000, 3))Z"
  }

  private static func number(_ digits: Int, _ rest: inout Substring.UTF8View) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let byte = rest.popFirst(), byte &- UInt8(ascii: "0") < 10 else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }

  private static func take(_ scalar: UnicodeScalar, _ rest: inout Substring.UTF8View) -> Bool {
    guard rest.first == UInt8(ascii: scalar) else { return false }
    rest.removeFirst()
    return true
  }

  private static func fraction(_ rest: inout Substring.UTF8View) -> Double? {
    guard take(".", &rest) else { return 0 }
    var value = 0.0
    var scale = 1.0
    while let next = rest.first, next &- UInt8(ascii: "0") < 10 {
      value = value * 10 + Double(next - UInt8(ascii: "0"))
      scale *= 10
      rest.removeFirst()
    }
    return scale > 1 && scale <= 1e9 ? value / scale : nil
  }

  /// Seconds east of UTC.
  private static func offset(_ rest: inout Substring.UTF8View) -> Int? {
    if take("Z", &rest) { return 0 }
    let isWest = take("-", &rest)
    guard isWest || take("+", &rest), let hours = number(2, &rest), take(":", &rest),
      let minutes = number(2, &rest), hours < 24, minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
  }
}

extension RFC3339 {
  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days of the proleptic Gregorian calendar, counted in years that begin in March.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let leapDays = floorDivision(year, 4) - floorDivision(year, 100) + floorDivision(year, 400)
    return year * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
  }

  private static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivision(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }

  private static func floorDivision(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
