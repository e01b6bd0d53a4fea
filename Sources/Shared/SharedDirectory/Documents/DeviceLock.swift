package import FoundationEssentials

/// The managed user is locked out of the device, but for the applications that are always allowed.
package struct DeviceLock: Codable, Equatable, Sendable {
  package enum Cause: String, Codable, Sendable {
    /// Downtime, or outside the allowed hours.
    case hours
    case dailyLimit

    package var words: String {
      switch self {
      case .hours: "it is downtime, or outside the allowed hours"
      case .dailyLimit: "the daily limit is used up"
      }
    }
  }

  package var cause: Cause
  /// When it ends, as far as the policy of today says.
  package var end: Date

  package init(cause: Cause, end: Date) {
    self.cause = cause
    self.end = end
  }
}
