package import FoundationEssentials

/// The wall clock as far as it can be believed.
///
/// A clock that leaps by years is a firmware reset or a typing error, and is mostly taken back. For ``patience`` seconds
/// such a leap is not followed: time goes on from where it was. If it lasts, it is taken for true, unless it shows a time
/// at which this program did not exist (rule I12). Everything smaller is followed at once, and so is the way back from
/// such a time, as a machine without a battery takes it after each start.
package struct TrustedClock: Codable, Equatable, Sendable {
  /// One reading of the machine's clocks.
  package struct Reading: Codable, Equatable, Sendable {
    /// The wall clock.
    package var wall: Date
    /// Seconds since the machine was started, suspension included (`CLOCK_BOOTTIME`).
    package var uptime: TimeInterval
    /// The kernel's `boot_id`: another one means that `uptime` began anew.
    package var boot: String

    package init(wall: Date, uptime: TimeInterval, boot: String) {
      self.wall = wall
      self.uptime = uptime
      self.boot = boot
    }
  }

  /// A leap larger than this is doubted, in seconds.
  package static let largestLeap: TimeInterval = 366 * 86400
  /// How long a doubted leap must last to be believed, in seconds: a day.
  package static let patience: TimeInterval = 86400
  /// No clock that shows an earlier time is right: the beginning of 2015.
  private static let earliest = Date(timeIntervalSince1970: 1_420_070_400)

  private var anchor: Reading?
  /// The uptime at which the doubted leap was first seen.
  private var doubtedSince: TimeInterval?

  package init() {}

  /// What the time is, given what the clocks say.
  package mutating func now(_ reading: Reading) -> Date {
    guard let expected = expected(at: reading), anchor.map({ $0.wall >= Self.earliest }) ?? false,
      abs(reading.wall.timeIntervalSince(expected)) > Self.largestLeap
    else { return believe(reading) }
    let since = doubtedSince ?? reading.uptime
    doubtedSince = since
    if reading.wall >= Self.earliest, reading.uptime - since >= Self.patience {
      return believe(reading)
    }
    return expected
  }

  private mutating func believe(_ reading: Reading) -> Date {
    anchor = reading
    doubtedSince = nil
    return reading.wall
  }

  /// What the time would be had nobody set the clock; nil where that cannot be told.
  ///
  /// After a new start of the machine the time that it was off is unknown, which matters only to a clock that shows an
  /// impossible time.
  private func expected(at reading: Reading) -> Date? {
    guard let anchor else { return nil }
    if anchor.boot == reading.boot {
      return anchor.wall.addingTimeInterval(reading.uptime - anchor.uptime)
    }
    return reading.wall < Self.earliest ? anchor.wall.addingTimeInterval(reading.uptime) : nil
  }

  /// Seconds to add to an instant of this clock to get the wall clock's reading at that instant.
  package func offset(at reading: Reading) -> TimeInterval {
    guard doubtedSince != nil, let expected = expected(at: reading) else { return 0 }
    return reading.wall.timeIntervalSince(expected)
  }

  /// When, by the wall clock, a doubted leap has lasted long enough; nil if none is doubted or it never will.
  package func believes(after reading: Reading) -> Date? {
    guard reading.wall >= Self.earliest else { return nil }
    return doubtedSince.map {
      reading.wall.addingTimeInterval(max(0, Self.patience - (reading.uptime - $0)))
    }
  }

  /// Whether a leap is being doubted at present.
  package var isDoubting: Bool { doubtedSince != nil }
}
