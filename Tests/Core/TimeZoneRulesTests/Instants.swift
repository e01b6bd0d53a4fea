import Foundation

/// An instant written as `2026-03-29T01:00:00Z`.
func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

extension Date {
  init(_ seconds: Int) { self.init(timeIntervalSince1970: Double(seconds)) }

  var seconds: Int { Int(timeIntervalSince1970) }
}
