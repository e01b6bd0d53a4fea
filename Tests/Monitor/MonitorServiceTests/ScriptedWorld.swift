import ActivityEngine
import Foundation
import MonitorService
import Synchronization
import TimeZoneRules
import TestSupport

@testable import SharedDirectory

/// The monitor is killed at a handler.
struct Killed: Error {}

/// A world whose time jumps to whatever is waited for, and in which things happen at set times.
struct ScriptedWorld: MonitorWorld {
  let clock: TestClock
  /// When the world says stop.
  var end: Date
  /// What others do, and when; the monitor is told that something has changed.
  var events: [(at: Date, deed: () throws -> Void)] = []
  /// Zones by name; the machine's own is UTC.
  var zones: [String: TimeZoneRules] = [:]
  /// When somebody sets the wall clock, and to what.
  var leap: (at: Date, to: Date)?
  /// How far the wall clock has been set ahead, in seconds.
  private var ahead: TimeInterval = 0
  /// How many handlers are still entered, and left, before the monitor is killed.
  var callsBeforeKill = Int.max
  var returnsBeforeKill = Int.max

  /// How long the machine takes to put a demand in force, in seconds.
  var enforcingTakes: TimeInterval = 0

  /// Measures what the person uses, if anything does.
  var household: ScriptedUse?

  /// Called before each wait.
  var waited: () -> Void = {}

  /// What the person tries in vain, and when.
  var refusals: [(at: Date, refusals: [Refusal])] = []
  var refusedApplications: [RefusedApplication] = []
  private(set) var shieldNotices: [(at: Date, notice: ShieldNotice)] = []

  /// From whom everything was lifted, and how often it fails first.
  private(set) var lifted: [(at: Date, user: String)] = []
  var failingLifts = 0

  private(set) var demands: [(at: Date, demand: MonitorDemand)] = []
  private(set) var isUp = false

  init(_ clock: TestClock, until end: Date) {
    self.clock = clock
    self.end = end
  }

  var reading: TrustedClock.Reading {
    TrustedClock.Reading(
      wall: clock.now, uptime: clock.now.timeIntervalSince1970 - ahead - 1_700_000_000,
      boot: "boot")
  }

  func zones(configured zone: String?) throws -> Zones {
    guard let zone else { return Zones(local: .utc) }
    guard let rules = zones[zone] else { throw UnknownZone(name: zone) }
    return Zones(local: rules)
  }

  func use(since cursor: Double) -> UseReport {
    household?.report(since: cursor) ?? UseReport(cursor: cursor)
  }

  func pastUse(from instant: Date, to cursor: Double) -> [UseSpan] {
    household?.past(from: instant, to: cursor) ?? []
  }

  func tell(_ notice: TimeNotice) { household?.tell(notice) }

  mutating func tell(_ notice: ShieldNotice) { shieldNotices.append((clock.now, notice)) }

  mutating func lift(from user: String, _ configuration: Configuration) -> [BackendReport] {
    lifted.append((clock.now, user))
    failingLifts -= 1
    return [BackendReport("scripted", failingLifts < 0 ? .enforced : .failed("stuck"))]
  }

  mutating func enforce(_ demand: MonitorDemand) -> [BackendReport] {
    demands.append((clock.now, demand))
    clock.set(clock.now.addingTimeInterval(enforcingTakes))
    household?.enforce(demand)
    return [BackendReport("scripted", .enforced)]
  }

  mutating func willCall(_ callback: ActivityCallback) throws {
    callsBeforeKill -= 1
    if callsBeforeKill < 0 { throw Killed() }
  }

  mutating func didCall(_ callback: ActivityCallback) throws {
    returnsBeforeKill -= 1
    if returnsBeforeKill < 0 { throw Killed() }
  }

  mutating func wait(until deadline: Date?) throws -> MonitorWake {
    waited()
    if let leap, leap.at <= deadline ?? end {
      self.leap = nil
      clock.set(leap.to)
      ahead = leap.to.timeIntervalSince(leap.at)
      return .clockChanged
    }
    if household?.hasNews ?? false { return .due }
    if let next = refusals.first, next.at <= min(deadline ?? end, end) {
      refusals.removeFirst()
      clock.set(max(clock.now, next.at))
      return .refused(next.refusals)
    }
    let deadline = [deadline, household?.deadline].compactMap(\.self).min()
    let next = events.indices.min { events[$0].at < events[$1].at }
    if let next, events[next].at <= deadline ?? end, events[next].at <= end {
      let event = events.remove(at: next)
      clock.set(max(clock.now, event.at))
      try event.deed()
      return .changed(nil)
    }
    guard let deadline, deadline <= end else {
      clock.set(max(clock.now, end))
      return .stop
    }
    clock.set(max(clock.now, deadline))
    return .due
  }

  mutating func isReady() { isUp = true }
}
