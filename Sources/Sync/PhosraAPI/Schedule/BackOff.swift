/// How long to wait after each failure in a row: twice as long as before up to a limit, each a little earlier or later.
///
/// A hundred thousand devices whose server comes back after an hour must not all ask at once. So the first wait is long
/// against the time between two polls, and every wait is spread over half of its length.
package struct BackOff: Codable, Equatable, Sendable {
  /// In a row.
  package private(set) var failures = 0

  package init() {}

  /// Counts a failure.
  ///
  /// - Returns: The seconds to wait, between 75 and 125 % of `first`, doubled for each failure before up to `longest`.
  package mutating func wait(
    first: Double, longest: Double, using generator: inout some RandomNumberGenerator
  ) -> Double {
    // Read from a file, it may be any number.
    let earlier = min(max(failures, 0), 30)
    failures = earlier + 1
    var wait = first
    for _ in 0..<earlier where wait < longest { wait *= 2 }
    return min(wait, longest) * Double.random(in: 0.75...1.25, using: &generator)
  }

  package mutating func reset() {
    failures = 0
  }
}
