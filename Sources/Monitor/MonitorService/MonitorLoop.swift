import ActivityEngine
import CompiledPolicy
package import DeviceActivity
import FoundationEssentials
import ManagedSettings
package import ManagedSettingsUI
package import SharedDirectory
import System
import TimeZoneRules

/// The monitor: follows the clock, calls back, and keeps in force what is to be in force.
///
/// A pass reads what has changed, lets the engine say what is due, delivers it, recomputes the settings in force from all
/// stores, and enforces them. Each step is a comparison of what is with what should be, so a pass that a crash cut short
/// is completed by the next one, and an unnecessary pass changes nothing (rule D3).
///
/// A crash errs on the side of twice: a callback is saved as due before its handler and as delivered after it and after
/// the state that follows from it, so it comes again with the same identity (rule D2).
package struct MonitorLoop<World: MonitorWorld> {
  package internal(set) var world: World
  let directory: SharedDirectory<MonitorRole>
  let log: Log
  let group: AppGroup<MonitorRole>
  let monitor: DeviceActivityMonitor
  var state = MonitorState()
  var zones: Zones
  var zoneFault: String?
  var journal: CallbackJournal
  var document: EngineDocument
  var saved: EngineDocument?
  var demand: MonitorDemand?
  var inForce = InForce()
  var savedInForce: InForce?
  var seenWrites = 0
  /// Which reading of the registrations the engine was last told.
  var reconciledReading: Int?
  var reportedFaults: [Health.Fault]?
  /// Asked for the words of a shield.
  let shields: ShieldConfigurationDataSource?
  var untoldRefusals: [Refusal] = []
  var noticeInterval = NoticeInterval()
  /// The instant at which the engine last had nothing more to deliver.
  var deliveredUpTo: Date?
  /// Whether the authorization has been read anew, and what is void has yet to be looked for.
  var mustSweep = true

  /// Takes up what an earlier life has left in the directory.
  ///
  /// - Parameters:
  ///   - monitor: Called back; its handlers see the shared directory through Apple's frameworks.
  ///   - group: The directory as the monitor's backing of the frameworks.
  ///   - shields: Asked for the words of a shield; nil for the default ones.
  package init(
    world: World, group: AppGroup<MonitorRole>, monitor: DeviceActivityMonitor,
    shields: ShieldConfigurationDataSource? = nil
  ) throws {
    self.shields = shields
    self.world = world
    self.group = group
    self.monitor = monitor
    directory = group.directory
    log = group.world.log
    journal = try CallbackJournal(storage: directory.storage)
    // Damaged beyond its copy, it is made anew from the registrations; its fault is shown (rule D6).
    saved = try directory.salvage(.engine)
    document = saved ?? EngineDocument(engine: ActivityEngine(), clock: TrustedClock(), grant: nil)
    savedInForce = try directory.salvage(.inForce)
    inForce.managedUser = savedInForce?.managedUser
    // The first pass looks again, with the zone that is configured, and says what is wrong.
    zones = (try? world.zones(configured: nil)) ?? Zones(local: .utc)
    if let damage = journal.damage { log(.warning, "journal repaired", ["damage": damage]) }
  }

  /// Runs until asked to stop.
  ///
  /// A pass that fails, because the disk is full or a file cannot be read, is made again a little later; what is in force
  /// stays so until then.
  package mutating func run() throws {
    var parts = Set(MonitorState.Part.allCases)
    var isVerifying = true
    var isReady = false
    while true {
      var deadline: Date?
      do {
        try pass(reloading: parts, verifying: isVerifying)
        parts = []
        isVerifying = false
        deadline = nextWake
        if !isReady { world.isReady() }
        isReady = true
      } catch let error where error is SystemError || error is SharedFileError {
        log(.error, "a pass has failed", ["reason": "\(error)"])
        deadline = world.reading.wall.addingTimeInterval(Self.retryDelay)
      }
      switch try world.wait(until: deadline) {
      case .due, .clockChanged: continue
      case .changed(let names?):
        parts = names.reduce(into: parts) { $0.formUnion(MonitorState.parts(changedBy: $1)) }
      case .changed(nil): parts = Set(MonitorState.Part.allCases)
      case .verify: isVerifying = true
      case .refused(let refusals): untoldRefusals += refusals
      case .stop: return
      }
    }
  }

  /// How long after a failed pass the next one comes, in seconds.
  private static var retryDelay: TimeInterval { 5 }

  // MARK: A pass

  private mutating func pass(
    reloading parts: Set<MonitorState.Part>, verifying isVerifying: Bool
  ) throws {
    state.reload(parts, from: directory)
    if parts.contains(.authorization) { mustSweep = true }
    updateZones()
    for callback in journal.pending {
      document.engine.takeUp(callback, at: now(), in: zones)
      try deliver(callback, isRedelivery: true)
    }
    try finishRevocation()
    try deliverDue()
    try unregisterFinished()
    try noteExtensions()
    reapplyPolicy()
    if enforce(verifying: isVerifying) { try tellOfDowntime() }
    try tellOfTime()
    try tellOfRefusals()
    try save()
  }

  /// What the time is, as far as the clock can be believed.
  mutating func now() -> Date { document.clock.now(world.reading) }

  private var nextWake: Date? {
    var clock = document.clock
    let reading = world.reading
    // From where the pass has looked: what has fallen due since is due, not over.
    let now = deliveredUpTo ?? clock.now(reading)
    let offset = clock.offset(at: reading)
    let due = [
      document.engine.nextInstant(after: now, in: zones),
      nextNotice(after: now),
    ].compactMap(\.self).min()?.addingTimeInterval(offset)
    return [due, clock.believes(after: reading)].compactMap(\.self).min()
  }

  private mutating func updateZones() {
    document.engine.delivery = state.configuration.effectiveDelivery
    do {
      zones = try world.zones(configured: state.configuration.zone)
      zoneFault = nil
    } catch {
      zoneFault = "\(error)"
    }
  }
}
