package import ActivityEngine
import Enforcement
package import FoundationEssentials
import Glibc
package import SharedDirectory
package import System
import UseAccounting

/// The machine that the monitor really runs on.
///
/// Waits in one place, for the next instant, the shared directory, the zone, and signals; nothing wakes it otherwise.
package final class MonitorMachine: MonitorWorld {
  /// How often what is in force is read back although nothing has changed, in seconds.
  private static let verifyInterval: TimeInterval = 600

  private let log: Log
  private let directory: SharedDirectory<MonitorRole>
  private let boot: String
  private var loop: EventLoop
  private let shared: DirectoryWatch
  private var zoneFile: WatchID?
  /// Where the group of a locked user's logins appears, and under which name.
  private var logins: (watch: WatchID, directory: String, name: String)?
  private let manager = ServiceNotification()
  private var enforcement: MachineEnforcement
  /// On the monotonic clock.
  private var verified = Clock.monotonic()
  private let use: MachineUse
  private let notices: DesktopNotices
  private var applications = ApplicationWatch()
  private var useDescriptor: DescriptorID?
  private let refusalsDescriptor: DescriptorID
  private var seenMeterChanges = 0
  private var isUseLoaded = false
  private var clock = TrustedClock()
  /// The clocks as the monitor was last told them, so that use is counted exactly up to the instant that it calls now.
  private var lastReading: UseReading?

  /// - Parameters:
  ///   - root: Where the shared directory lies, with its layout prepared.
  ///   - loop: Opened before anything else, so that no signal is lost.
  package init(root: String, loop: consuming EventLoop, log: Log) throws {
    var loop = loop
    self.log = log
    boot = try Clock.bootID()
    shared = try DirectoryWatch(root: root, on: &loop)
    zoneFile = Self.watchZone(on: &loop)
    enforcement = try MachineEnforcement(root: root, log: log, manager: manager)
    let directory = SharedDirectory(storage: FileStorage(root: root), as: MonitorRole.self)
    use = MachineUse(directory: directory, log: log)
    notices = DesktopNotices(log: log)
    refusalsDescriptor = try loop.add(enforcement.refusals.descriptor)
    self.directory = directory
    self.loop = loop
  }

  package var reading: TrustedClock.Reading {
    let reading = TrustedClock.Reading(
      wall: Clock.now(), uptime: Clock.boottime(), boot: boot)
    lastReading = useReading(reading)
    return reading
  }

  private func useReading(_ reading: TrustedClock.Reading) -> UseReading {
    UseReading(
      wall: clock.now(reading), monotonic: Clock.monotonic(), uptime: reading.uptime)
  }

  private func readClocks() -> UseReading {
    useReading(
      TrustedClock.Reading(wall: Clock.now(), uptime: Clock.boottime(), boot: boot))
  }

  package func zones(configured zone: String?) throws -> Zones {
    let zones = try MachineZones.zones(configured: zone)
    use.setZone(zones.local)
    return zones
  }

  // MARK: Use

  package func use(since cursor: Double) -> UseReport {
    loadUse()
    return use.report(since: cursor, at: lastReading ?? readClocks())
  }

  package func pastUse(from instant: Date, to cursor: Double) -> [UseSpan] {
    loadUse()
    return use.past(from: instant, to: cursor)
  }

  /// Once the zone is known, in whose days use is kept.
  private func loadUse() {
    guard !isUseLoaded else { return }
    isUseLoaded = true
    // What cannot be read shows in the monitor's own faults; the standard places are looked at meanwhile.
    let configuration = (try? directory.read(.configuration)) ?? Configuration()
    // What the monitor doubts of the clock, use doubts too.
    if let known = try? directory.read(.engine)?.clock {
      clock = known
      lastReading = readClocks()
    }
    use.load(at: readClocks().wall, applications: enforcement.catalogue(for: configuration))
  }

  package var useMeasurement: UseMeasurement? {
    use.measurement(notices: notices.status(for: enforcement.latest?.managedUser))
  }

  package func tell(_ notice: TimeNotice) {
    guard let user = enforcement.latest?.managedUser else { return }
    let words = notice.words { identifier in
      let named = enforcement.latest?.applications.first {
        $0.application.identifiers.contains(identifier)
      }
      return named?.application.name ?? identifier
    }
    notices.show("Screen time", words, to: user)
  }

  package func tell(_ notice: ShieldNotice) {
    guard let user = enforcement.latest?.managedUser else { return }
    notices.show(notice.title, notice.body, to: user)
  }

  package var refusedApplications: [RefusedApplication] { enforcement.refusedApplications }

  /// Keeps the meter's descriptor, whichever that is now, in the loop.
  private func followMeter() {
    guard use.meterChanges != seenMeterChanges else { return }
    seenMeterChanges = use.meterChanges
    // The old one was closed with its meter, and so has left the loop already.
    if let useDescriptor { try? loop.remove(useDescriptor) }
    useDescriptor = use.descriptor.flatMap { try? loop.add($0) }
  }

  // MARK: Enforcement

  package var tableFault: String? { enforcement.tableFault }

  package var ratings: InForce.Ratings? {
    enforcement.latest.map { latest in
      let judged = latest.applications.map(\.application).filter { !$0.isEssential }
      let rated = judged.count { $0.rating != nil }
      return InForce.Ratings(rated: rated, unrated: judged.count - rated)
    }
  }

  package func lift(from user: String, _ configuration: Configuration) -> [BackendReport] {
    log(.info, "nothing is in force for him any more", ["user": user])
    return enforcement.lift(from: user, configuration)
  }

  package func enforce(_ demand: MonitorDemand) -> [BackendReport] {
    verified = Clock.monotonic()
    let prepared = enforcement.prepare(demand)
    // Before it is enforced, so that no login comes between, and no file is replaced.
    watchLogins(for: prepared)
    applications.follow(enforcement.watch, on: &loop)
    let reports = enforcement.converge(to: prepared)
    if let latest = enforcement.latest {
      use.follow(
        enforcement.catalogue(for: demand.configuration), of: latest.managedUser,
        shielded: Set(latest.refused.map(\.application.desktopID)), vault: demand.vault,
        at: readClocks())
      followMeter()
    }
    return reports
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
      if let look = applications.deadline, Clock.monotonic() >= look {
        applications.didLook(at: Clock.monotonic())
        enforcement.forgetApplications()
      }
      if enforcement.takeNews() { return .verify }
      // What is in use may have changed since the monitor asked, by what it has put in force for instance.
      if use.hasNews(at: Clock.monotonic()) { return .due }
      let look = [use.deadline, applications.deadline].compactMap(\.self).min().map {
        Clock.now() + max(0, $0 - Clock.monotonic())
      }
      switch try loop.wait(until: due == nil ? min(target, look ?? target) : Clock.now()) {
      case .due where due == nil && Clock.now() < target: takeUse()
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
      case .overflow:
        enforcement.forgetApplications()
        return .changed(nil)
      case .signal(SIGHUP): return .changed(nil)
      case .signal:
        if ServiceManager.isShuttingDown { enforcement.letEnd() }
        return .stop
      case .descriptor(refusalsDescriptor):
        let (refusals, isToBeVerified) = enforcement.takeRefusals()
        if isToBeVerified { enforcement.noteNews() }
        if !refusals.isEmpty { return .refused(refusals) }
      case .descriptor: takeUse()
      case .files(let changes):
        let replaced = applications.take(changes, at: Clock.monotonic())
        if !replaced.isEmpty { enforcement.refresh(replaced) }
        takeLogins(changes)
        let names = shared.names(in: changes)
        if names.contains(DirectoryLayout.applicationTable) { enforcement.forgetApplications() }
        let isOfConcern = names.contains { !MonitorState.parts(changedBy: $0).isEmpty }
        if changes.contains(where: { $0.watch == zoneFile }) {
          zoneFile = Self.watchZone(on: &loop)
          return isOfConcern ? .changed(nil) : .clockChanged
        }
        if isOfConcern { return .changed(names) }
      }
    }
  }

  private func takeUse() {
    use.take(at: readClocks())
    followMeter()
  }

  /// A login of the locked user has begun, or the watch for it is gone with its directory and is set anew.
  private func takeLogins(_ changes: Set<FileChange>) {
    guard let watched = logins else { return }
    let names = changes.filter { $0.watch == watched.watch }.map(\.name)
    if names.contains("") { logins = nil }
    if names.contains(where: { $0.isEmpty || $0 == watched.name }) { enforcement.noteNews() }
  }

  /// While the managed user is locked out, a login of his that begins all the same is to be seen at once.
  private func watchLogins(for demand: EnforcementDemand) {
    var wanted: (directory: String, name: String)?
    if case .session(let user) = DeviceLockPlan(demand), let root = try? ControlGroup.root() {
      let slice = root["user.slice"]
      wanted =
        slice.exists ? (slice.path, "user-\(user.uid).slice") : (root.path, slice.name)
    }
    if let logins, let wanted, (logins.directory, logins.name) == wanted { return }
    if let logins { loop.unwatch(logins.watch) }
    // Where it cannot be watched, the slow look at what is in force finds the login.
    logins = wanted.flatMap { place in
      (try? loop.watch(directory: place.directory)).map { ($0, place.directory, place.name) }
    }
  }

  /// Watches the machine's zone; without a zone file it keeps UTC, and there is nothing to watch.
  private static func watchZone(on loop: inout EventLoop) -> WatchID? {
    try? loop.watch(entry: MachineTimeZone.localTime)
  }
}
