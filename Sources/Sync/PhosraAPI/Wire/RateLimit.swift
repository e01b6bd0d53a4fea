import CompiledPolicy
import FoundationEssentials

/// What an answer says about how many requests are left.
package struct RateLimit: Equatable, Sendable {
  /// Longer waits than this are not believed, in seconds.
  package static let longest = 3600.0

  /// To wait before the next request, in seconds from the answer; nil if none is asked for.
  package let wait: Double?

  package init(_ answer: HTTPResponse) {
    let told = answer["Retry-After"].flatMap { Self.seconds($0, from: answer) }
    let isExhausted = answer.status == 429 || answer["X-RateLimit-Remaining"] == "0"
    let reset = answer["X-RateLimit-Reset"].flatMap(Double.init).flatMap { reset in
      // Both by the service's own clock, which may be far from ours.
      answer["Date"].flatMap(HTTPDate.seconds).map { reset - $0 }
    }
    let wait = told ?? (isExhausted ? reset : nil)
    self.wait = wait.flatMap { $0.isFinite ? min(max($0, 1), Self.longest) : nil }
  }

  /// `Retry-After` is a number of seconds or a date.
  private static func seconds(_ text: String, from answer: HTTPResponse) -> Double? {
    if let seconds = UInt32(text) { return Double(seconds) }
    guard let until = HTTPDate.seconds(text),
      let now = answer["Date"].flatMap(HTTPDate.seconds)
    else { return nil }
    return until - now
  }
}

/// Dates in headers: `Mon, 30 Nov 2026 01:24:27 GMT`.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Since 1970; nil for what is no such date.
  static func seconds(_ text: String) -> Double? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(words[2])), let year = Int(words[3]),
      (1970...9999).contains(year)
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]),
      (0...60).contains(clock[2])
    else { return nil }
    let digits = [month + 1, day].map { $0 < 10 ? "0\($0)" : "\($0)" }
    let midnight = RFC3339.date("\(year)-\(digits[0])-\(digits[1])T00:00:00Z")
    return midnight.map {
      $0.timeIntervalSince1970 + Double(clock[0] * 3600 + clock[1] * 60 + clock[2])
    }
  }
}
