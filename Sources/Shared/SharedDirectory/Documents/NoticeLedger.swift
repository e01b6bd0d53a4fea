package import FoundationEssentials

/// Which notices of time running out were given.
package struct NoticeLedger: Codable, Equatable, Sendable {
  private var given: [String: Date] = [:]

  package init() {}

  /// Notes a notice under `key`.
  ///
  /// - Parameter end: When the key will not come up again.
  /// - Returns: Whether it has not been given before.
  package mutating func note(_ key: String, until end: Date) -> Bool {
    given.updateValue(end, forKey: key) == nil
  }

  /// Forgets what cannot come up again.
  package mutating func prune(at now: Date) {
    given = given.filter { $0.value > now }
  }
}
