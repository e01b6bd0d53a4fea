import FoundationEssentials

/// Turns observations into records of use.
///
/// What was observed holds until the next observation. Lengths are taken from the monotonic clock, so neither sleep nor a
/// clock that is set counts (rule E3); what several applications share counts once, as one record of them all.
package struct UseAccountant: Equatable, Sendable {
  /// A stretch that cannot have been (rule E6).
  package enum Fault: Equatable, Sendable {
    /// The monotonic clock went backwards; nothing is counted.
    case backwards(seconds: Double)
    /// More was measured than the machine was up for; the rest is cut off.
    case tooLong(seconds: Double, uptime: Double)
  }

  /// Readings of two clocks, one after the other, differ by less.
  private static let tolerance = 1.0

  package private(set) var observation = UseObservation()
  /// The recorder's position: all seconds of use ever recorded.
  package private(set) var position: Double
  private var since: UseReading?

  package init(position: Double = 0) {
    self.position = position
  }

  /// Goes on from `position`, if that is further: what was told up to there is never told again.
  package mutating func resume(at position: Double) {
    self.position = max(self.position, position)
  }

  /// Closes the stretch up to `reading`, from where on `new` holds.
  ///
  /// - Returns: What was used in it, if anything, and what about it was impossible.
  package mutating func observe(
    _ new: UseObservation, at reading: UseReading
  ) -> (record: UseRecord?, fault: Fault?) {
    let closed = close(at: reading)
    observation = new
    return closed
  }

  /// Closes the stretch up to `reading`; what was observed goes on.
  package mutating func close(at reading: UseReading) -> (record: UseRecord?, fault: Fault?) {
    defer { since = reading }
    guard let since, observation.isDeviceInUse else { return (nil, nil) }
    var seconds = reading.monotonic - since.monotonic
    guard seconds >= 0 else { return (nil, .backwards(seconds: -seconds)) }
    var fault: Fault?
    let uptime = max(0, reading.uptime - since.uptime)
    if seconds > uptime + Self.tolerance {
      fault = .tooLong(seconds: seconds, uptime: uptime)
      seconds = uptime
    }
    guard seconds > 0 else { return (nil, fault) }
    position += seconds
    let record = UseRecord(
      applications: observation.used.sorted(), start: since.wall, seconds: seconds, end: position)
    return (record, fault)
  }
}

extension UseAccountant.Fault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .backwards(let seconds):
      "the clock that measures use went back by \(Int(seconds.rounded(.up))) s; not counted"
    case .tooLong(let seconds, let uptime):
      "\(Int(seconds)) s of use in \(Int(uptime)) s; the rest is cut off"
    }
  }
}
