package import FoundationEssentials

/// The wall clock as far as it can be believed.
///
/// A clock that leaps by years while the machine runs is a firmware reset or a typing error, often taken back at once.
/// For ``patience`` seconds such a leap is not followed: time goes on from where it was. If it lasts, it is taken for
/// true (rule I12). Everything smaller is followed at once.
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
  /// How long a doubted leap must last to be believed, in seconds.
  package static let patience: TimeInterval = 600

  private var anchor: Reading?
  /// The uptime at which the doubted leap was first seen.
  private var doubtedSince: TimeInterval?

  package init() {}

  /// What the time is, given what the clocks say.
  package mutating func now(_ reading: Reading) -> Date {
    guard let anchor, anchor.boot == reading.boot else {
      self = TrustedClock()
      self.anchor = reading
      return reading.wall
    }
    let expected = anchor.wall.addingTimeInterval(reading.uptime - anchor.uptime)
    guard abs(reading.wall.timeIntervalSince(expected)) > Self.largestLeap else {
      self.anchor = reading
      doubtedSince = nil
      return reading.wall
    }
    let since = doubtedSince ?? reading.uptime
    doubtedSince = since
    guard reading.uptime - since >= Self.patience else { return expected }
    self.anchor = reading
    doubtedSince = nil
    return reading.wall
  }

  /// Seconds to add to an instant of this clock to get the wall clock's reading at that instant.
  package func offset(at reading: Reading) -> TimeInterval {
    guard let anchor, anchor.boot == reading.boot, doubtedSince != nil else { return 0 }
    return reading.wall.timeIntervalSince(anchor.wall) - (reading.uptime - anchor.uptime)
  }

  /// When, by the wall clock, a doubted leap has lasted long enough; nil if none is doubted.
  package func believes(after reading: Reading) -> Date? {
    doubtedSince.map {
      reading.wall.addingTimeInterval(max(0, Self.patience - (reading.uptime - $0)))
    }
  }

  /// Whether a leap is being doubted at present.
  package var isDoubting: Bool { doubtedSince != nil }
}
