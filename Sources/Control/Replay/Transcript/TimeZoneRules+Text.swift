package import FoundationEssentials
package import TimeZoneRules

extension TimeZoneRules {
  /// `2026-03-29 03:30:00 +02:00`.
  package func text(of instant: Date) -> String {
    let time = localTime(at: instant)
    let offset = offset(at: instant)
    let minutes = abs(offset) / 60
    return "\(time.year)-\(two(time.month))-\(two(time.day)) " + clockText(of: instant)
      + " \(offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }

  /// `03:30:00`.
  package func clockText(of instant: Date) -> String {
    let time = localTime(at: instant)
    return "\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
  }

  /// `03-29`.
  package func dayText(of instant: Date) -> String {
    let time = localTime(at: instant)
    return "\(two(time.month))-\(two(time.day))"
  }

  private func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
