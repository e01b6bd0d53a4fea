import FoundationEssentials

/// Counts the requests of each caller in the current minute of the wall clock.
///
/// A caller is a device or the parent where the key says so, else an address: devices of one home do not use up
/// each other's requests.
struct RateLimiter {
  /// Requests a minute; 0 is no limit.
  let limit: Int
  private var minute = 0
  private var counts: [String: Int] = [:]

  /// Beyond so many callers in a minute, new ones are counted together.
  private static let mostCallers = 100_000

  init(limit: Int) {
    self.limit = limit
  }

  struct Allowance: Equatable, Sendable {
    let isGranted: Bool
    let headers: [String: String]
    /// Seconds until the next minute.
    let wait: Int
  }

  mutating func take(_ caller: String, at now: Date) -> Allowance {
    guard limit > 0 else { return Allowance(isGranted: true, headers: [:], wait: 0) }
    let time = Int(now.timeIntervalSince1970.rounded(.down))
    if time / 60 != minute {
      minute = time / 60
      counts = [:]
    }
    let isKnown = counts[caller] != nil || counts.count < Self.mostCallers
    let count = counts[isKnown ? caller : "", default: 0] + 1
    counts[isKnown ? caller : ""] = min(count, limit + 1)
    let reset = (minute + 1) * 60
    return Allowance(
      isGranted: count <= limit,
      headers: [
        "X-Ratelimit-Limit": String(limit), "X-Ratelimit-Remaining": String(max(0, limit - count)),
        "X-Ratelimit-Reset": String(reset),
      ], wait: max(1, reset - time))
  }
}
