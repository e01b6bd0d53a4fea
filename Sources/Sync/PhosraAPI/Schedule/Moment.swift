package import FoundationEssentials
import System

/// The same instant on two clocks: one that people set, for what is stored, and one that only measures, for waiting.
package struct Moment: Equatable, Sendable {
  package var wall: Date
  /// Seconds since the machine started, sleep included.
  package var uptime: Double

  package init(wall: Date, uptime: Double) {
    self.wall = wall
    self.uptime = uptime
  }

  package static func now() -> Moment {
    Moment(wall: Clock.now(), uptime: Clock.boottime())
  }
}
