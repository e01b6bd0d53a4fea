package import ActivityEngine
import Enforcement
package import FoundationEssentials
import Glibc
package import SharedDirectory
package import System

/// The machine that the monitor really runs on.
///
/// Waits in one place, for the next instant, the shared directory, the zone, and signals; nothing wakes it otherwise.
package final class MonitorMachine: MonitorWorld {
  /// How often what is in force is read back although nothing has changed, in seconds.
  private static let verifyInterval: TimeInterval = 600

  private let log: Log
  private let boot: String
  private var loop: EventLoop
  private let shared: DirectoryWatch
  private var zoneFile: WatchID?
  private let manager = ServiceNotification()
  private var enforcement: MachineEnforcement
  /// On the monotonic clock.
  private var verified = Clock.monotonic()

  /// - Parameters:
  ///   - root: Where the shared directory lies, with its layout prepared.
  ///   - loop: Opened before anything else, so that no signal is lost.
  package init(root: String, loop: consuming EventLoop, log: Log) throws {
    var loop = loop
    self.log = log
    boot = try Clock.bootID()
    shared = try DirectoryWatch(root: root, on: &loop)
    zoneFile = Self.watchZone(on: &loop)
    enforcement = MachineEnforcement(root: root, log: log, manager: manager)
    self.loop = loop
  }

  package var reading: TrustedClock.Reading {
    TrustedClock.Reading(wall: Clock.now(), uptime: Clock.boottime(), boot: boot)
  }

  package func zones(configured zone: String?) throws -> Zones {
    try MachineZones.zones(configured: zone)
  }

  /// Nothing on this machine measures use yet, so no event that waits for use is reached; reports say so.
  package func use(since cursor: Double) -> UseReport {
    UseReport(cursor: cursor)
  }

  package func pastUse(from instant: Date, to cursor: Double) -> [UseSpan] { [] }

  package func enforce(_ demand: MonitorDemand) -> [BackendReport] {
    verified = Clock.monotonic()
    return enforcement.converge(to: demand)
  }

  package func willCall(_ callback: ActivityCallback) {}
  package func didCall(_ callback: ActivityCallback) {}

  package func isReady() {
    log(.info, "ready")
    do {
      try manager?.ready(status: "following the clock")
    } catch {
      log(.warning, "the service manager was not told", ["reason": "\(error)"])
    }
  }

  package func wait(until deadline: Date?) throws -> MonitorWake {
    let verification = Clock.now() + max(0, verified + Self.verifyInterval - Clock.monotonic())
    let target = min(deadline ?? verification, verification)
    var due: MonitorWake?
    while true {
      switch try loop.wait(until: due == nil ? target : Clock.now()) {
      case .due:
        if let due {
          // What has been installed since is to be found as well.
          if due == .verify { enforcement.forgetApplications() }
          return due
        }
        // Once more: what was written before the instant comes before what is due at it, so that no stop is overtaken
        // (rule I7).
        due = target == deadline ? .due : .verify
      case .clockChanged: return .clockChanged
      case .overflow: return .changed(nil)
      case .signal(SIGHUP): return .changed(nil)
      case .signal: return .stop
      case .descriptor: continue
      case .files(let changes):
        if changes.contains(where: { $0.watch == zoneFile }) {
          zoneFile = Self.watchZone(on: &loop)
          return .clockChanged
        }
        let names = shared.names(in: changes)
        if names.contains(where: { !MonitorState.parts(changedBy: $0).isEmpty }) {
          return .changed(names)
        }
      }
    }
  }

  /// Watches the machine's zone; without a zone file it keeps UTC, and there is nothing to watch.
  private static func watchZone(on loop: inout EventLoop) -> WatchID? {
    try? loop.watch(entry: MachineTimeZone.localTime)
  }
}
