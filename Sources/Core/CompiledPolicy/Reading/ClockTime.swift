/// A wall-clock time of a policy's windows.
enum ClockTime {
  static let minutesOfDay = 1440

  /// The minute of the day that `H:mm`, `HH:mm` or `HH:mm:ss` means; nil for anything else.
  ///
  /// A start is rounded down to its minute. An end is rounded up, and alone may be `24:00`, so that `23:59:59`
  /// means the end of the day.
  static func minute(of text: String, isEnd: Bool) -> Int? {
    let parts = Words.trimmed(text).split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = number(parts[0], digits: 1...2),
      let minute = number(parts[1], digits: 2...2),
      let second = parts.count == 3 ? number(parts[2], digits: 2...2) : 0,
      minute < 60, second < 60
    else { return nil }
    let result = hour * 60 + minute + (isEnd && second > 0 ? 1 : 0)
    let isInside = hour < 24 || (isEnd && result == minutesOfDay && second == 0)
    return isInside ? result : nil
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ $0 &- 48 < 10 }) else {
      return nil
    }
    return Int(text)
  }
}
