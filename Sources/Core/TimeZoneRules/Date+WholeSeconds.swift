internal import FoundationEssentials

/// Instants are kept within this many seconds of 1970, some 31,000 years.
let instantLimit = 1_000_000_000_000

func abs(clamping number: Int) -> Int { number == .min ? .max : abs(number) }

extension Date {
  /// Seconds since 1970, rounded down. Not a number counts as 1970.
  var flooredSeconds: Int { wholeSeconds(.down) }

  /// Seconds since 1970, rounded up. Not a number counts as 1970.
  var ceiledSeconds: Int { wholeSeconds(.up) }

  init(seconds: Int) { self.init(timeIntervalSince1970: Double(seconds)) }

  private func wholeSeconds(_ rule: FloatingPointRoundingRule) -> Int {
    // Rounded before the epoch is moved: the sum of both would round a fraction near a second away.
    let rounded = timeIntervalSinceReferenceDate.rounded(rule)
    guard !rounded.isNaN else { return 0 }
    let limit = Double(instantLimit)
    return Int(min(max(rounded, -limit), limit)) + Int(Date.timeIntervalBetween1970AndReferenceDate)
  }
}
