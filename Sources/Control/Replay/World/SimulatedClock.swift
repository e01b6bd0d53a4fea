import ActivityEngine
import FoundationEssentials
import Synchronization
import TimeZoneRules

/// True time, the wall clock that a person can set, and the zone.
final class SimulatedClock: Sendable {
  private struct State {
    var now: Date
    /// What the wall clock is ahead of true time, in seconds.
    var shift: TimeInterval = 0
    var zone: TimeZoneRules
  }

  let begin: Date
  private let state: Mutex<State>
  private let zoneTable = Mutex<[String: TimeZoneRules]>([:])

  init(begin: Date, zone: TimeZoneRules) {
    self.begin = begin
    state = Mutex(State(now: begin, zone: zone))
  }

  /// True time.
  var now: Date { state.withLock(\.now) }
  var wall: Date { state.withLock { $0.now.addingTimeInterval($0.shift) } }
  var zone: TimeZoneRules { state.withLock(\.zone) }

  var reading: TrustedClock.Reading {
    let (now, wall) = state.withLock { ($0.now, $0.now.addingTimeInterval($0.shift)) }
    return TrustedClock.Reading(
      wall: wall, uptime: Self.bootAge + now.timeIntervalSince(begin), boot: "simulated")
  }

  var zones: Zones {
    Zones(local: zone) { [self] name in
      zoneTable.withLock { table in
        if let known = table[name] { return known }
        let found = StoryReader.rules(named: name)
        table[name] = found
        return found
      }
    }
  }

  /// The instant at which the wall clock will show `wall` if nobody sets it.
  func instant(showing wall: Date) -> Date {
    wall.addingTimeInterval(-state.withLock(\.shift))
  }

  func move(to instant: Date) {
    state.withLock { $0.now = max($0.now, instant) }
  }

  func set(wall: Date) {
    state.withLock { $0.shift = wall.timeIntervalSince($0.now) }
  }

  func set(zone: TimeZoneRules) {
    state.withLock { $0.zone = zone }
  }

  /// How long the machine has been up when the story begins, in seconds.
  private static let bootAge: TimeInterval = 3600
}
