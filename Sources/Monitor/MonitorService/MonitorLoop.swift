import ActivityEngine
import CompiledPolicy
package import DeviceActivity
import FoundationEssentials
import ManagedSettings
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
  package private(set) var world: World
  let directory: SharedDirectory<MonitorRole>
  let log: Log
  private let group: AppGroup<MonitorRole>
  private let monitor: DeviceActivityMonitor
  private var state = MonitorState()
  private var zones: Zones
  private var zoneFault: String?
  private var journal: CallbackJournal
  private var document: EngineDocument
  private var saved: EngineDocument?
  private var demand: MonitorDemand?
  private var inForce = InForce()
  private var savedInForce: InForce?
  private var seenWrites = 0
  /// Which reading of the registrations the engine was last told.
  private var reconciledReading: Int?
  private var reportedFaults: [Health.Fault]?
  /// The instant at which the engine last had nothing more to deliver.
  private var deliveredUpTo: Date?
  /// Whether the authorization has been read anew, and what is void has yet to be looked for.
  private var mustSweep = true

  /// Takes up what an earlier life has left in the directory.
  ///
  /// - Parameters:
  ///   - monitor: Called back; its handlers see the shared directory through Apple's frameworks.
  ///   - group: The directory as the monitor's backing of the frameworks.
  package init(world: World, group: AppGroup<MonitorRole>, monitor: DeviceActivityMonitor) throws {
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
    reapplyPolicy()
    enforce(verifying: isVerifying)
    try save()
  }

  /// What the time is, as far as the clock can be believed.
  private mutating func now() -> Date { document.clock.now(world.reading) }

  private var nextWake: Date? {
    var clock = document.clock
    let reading = world.reading
    // From where the pass has looked: what has fallen due since is due, not over.
    let now = deliveredUpTo ?? clock.now(reading)
    let offset = clock.offset(at: reading)
    let due = document.engine.nextInstant(after: now, in: zones)?.addingTimeInterval(offset)
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

  /// Takes over the registrations and what was used.
  private mutating func advance(causeIfGone: EndCause = .stopped) -> Date {
    let now = now()
    let cursor = document.engine.useCursor
    let world = world
    let pastUse: PastUse = { world.pastUse(from: $0, to: cursor) }
    if causeIfGone == .revoked {
      document.engine.reconcile(
        with: [], upTo: 0, causeIfGone: .revoked, at: now, in: zones, pastUse: pastUse)
      reconciledReading = nil
    } else if let registrations = state.registrations,
      state.registrationReadings != reconciledReading
    {
      reconciledReading = state.registrationReadings
      document.engine.reconcile(
        with: registrations.activities, upTo: registrations.generation, at: now, in: zones,
        pastUse: pastUse)
    }
    document.engine.count(world.use(since: cursor), at: now, in: zones, pastUse: pastUse)
    return now
  }

  private mutating func deliverDue(causeIfGone: EndCause = .stopped) throws {
    while true {
      let now = advance(causeIfGone: causeIfGone)
      var engine = document.engine
      guard engine.hasDue(at: now), let callback = engine.next(at: now, in: zones) else {
        deliveredUpTo = now
        return
      }
      if journal.isFromBefore(callback) {
        document.engine = engine
        continue
      }
      // The next life must know the occurrence that the journal speaks of.
      if saved?.engine.expects(callback) != true { try saveEngine() }
      try deliver(callback, isRedelivery: false) { $0.document.engine = engine }
    }
  }

  private mutating func deliver(
    _ callback: ActivityCallback, isRedelivery: Bool, onceDue: (inout Self) -> Void = { _ in }
  ) throws {
    try journal.due(callback, at: now(), isRedelivery: isRedelivery)
    onceDue(&self)
    log(
      .info, callback.call.rawValue,
      [
        "activity": callback.activity.rawValue, "event": callback.event?.rawValue ?? "-",
        "due": Instant(callback.due), "cause": callback.cause?.rawValue ?? "-",
      ])
    try world.willCall(callback)
    group.scoped { monitor.call(callback) }
    try world.didCall(callback)
    reloadOwnWrites()
    reapplyPolicy()
    try saveEngine()
    try journal.delivered(callback, at: now())
  }

  /// Looks at what a handler has written, before anything else is delivered (rule I7).
  private mutating func reloadOwnWrites() {
    let writes = group.writes.count
    guard writes != seenWrites else { return }
    seenWrites = writes
    state.reload([.registrations, .stores], from: directory)
  }

  /// Unregisters one-off activities that are over (rule I13).
  private mutating func unregisterFinished() throws {
    let finished = document.engine.finished
    guard !finished.isEmpty else { return }
    group.unregister(finished)
    reloadOwnWrites()
    _ = advance()
  }

  /// Writes the stores of the policy's times, as far as they are not as they should be.
  private mutating func reapplyPolicy() {
    guard let policy = state.policy, policy.grant == state.authorization?.grantInForce else {
      return
    }
    let now = now()
    let wanted =
      policy.isLifted
      ? [:]
      : PolicyShields.stores(
        of: policy.plan, running: document.engine.running(at: now, in: zones))
    let known = (state.stores ?? []).filter { $0.name.hasPrefix(PolicyShields.prefix) }
    let names = Set(known.map(\.name)).union(wanted.keys.map(\.rawValue))
    for name in names.sorted() {
      let settings = wanted[.init(name)] ?? [:]
      guard settings != known.first(where: { $0.name == name })?.settings ?? [:] else { continue }
      do {
        try group.replace(.init(name), with: settings)
      } catch {
        log(.error, "settings not written", ["store": name, "error": "\(error)"])
      }
    }
    reloadOwnWrites()
  }

  // MARK: Revocation

  /// Voids everything of a grant that was revoked, or the rest of it after a crash in the middle (rule A5).
  private mutating func finishRevocation() throws {
    guard let authorization = state.authorization else { return }
    let revoked = document.grant.flatMap { authorization.hasRevoked($0) ? $0 : nil }
    if let revoked {
      log(.info, "authorization revoked", ["grant": revoked])
      try deliverDue(causeIfGone: .revoked)
    }
    // Also where this monitor never saw the grant, or has lost what it knew.
    if mustSweep {
      if try Revocation(storage: directory.storage).run() {
        state.reload(Set(MonitorState.Part.allCases), from: directory)
      }
      mustSweep = false
    }
    if let grant = revoked {
      enforce(verifying: true)
      try journal.note(JournalNote("grant \(grant) is void", at: now()))
      document.grant = nil
      try saveEngine()
    }
    if let grant = authorization.grantInForce, document.grant == nil {
      document.grant = grant
      try journal.note(
        JournalNote("authorized for \(authorization.member.map { "\($0)" } ?? "nobody")", at: now())
      )
    }
  }

  // MARK: Enforcement

  private mutating func enforce(verifying isVerifying: Bool) {
    // What is unknown is neither allowed nor revoked: what is in force stays (rules A2, D6).
    guard let stores = state.stores else { return }
    let new = MonitorDemand(configuration: state.configuration, stores: stores, vault: state.vault)
    guard isVerifying || new != demand else { return }
    demand = new
    inForce.backends = world.enforce(new)
  }

  // MARK: Saving

  private mutating func save() throws {
    try saveEngine()
    let now = now()
    inForce.authorization = state.authorization?.status
    inForce.grant = document.grant
    inForce.policy = state.policy?.identity
    inForce.managedUser = state.configuration.managedUser
    inForce.running = document.engine.running(at: now, in: zones)
    inForce.edges = document.engine.occurrences.map {
      InForce.Edge(activity: $0.activity, start: $0.occurrence.start, end: $0.occurrence.end)
    }
    inForce.stores = (state.stores ?? []).map(\.name)
    if inForce != savedInForce {
      try directory.write(.inForce, inForce)
      savedInForce = inForce
    }
    try saveHealth(at: now)
  }

  private mutating func saveEngine() throws {
    guard
      document.engine != saved?.engine || document.grant != saved?.grant
        || document.clock.isDoubting != saved?.clock.isDoubting
    else { return }
    try directory.write(.engine, document)
    saved = document
  }

  private mutating func saveHealth(at now: Date) throws {
    var faults = state.faults(at: now)
    if let zoneFault {
      faults.append(Health.Fault(code: "configuration.zone", since: now, words: zoneFault))
    }
    if document.clock.isDoubting {
      faults.append(
        Health.Fault(
          code: "clock.leap", since: now,
          words: "the clock leapt by more than a year; not followed unless it lasts a day"))
    }
    faults += directory.faults.map {
      Health.Fault(code: "file.damaged", subject: $0.name, since: now, words: "\($0)")
    }
    faults += inForce.backends.flatMap { report -> [Health.Fault] in
      guard case .failed(let reason) = report.status else { return [] }
      return [
        Health.Fault(
          code: "enforcement.failed", subject: report.backend, since: now, words: reason)
      ]
    }
    if let reportedFaults, reportedFaults.isSame(as: faults) { return }
    try directory.report(faults)
    reportedFaults = faults
  }
}

/// A date as the log has it, made only where somebody reads the line.
private struct Instant: CustomStringConvertible {
  private let date: Date

  init(_ date: Date) { self.date = date }

  var description: String { date.formatted(.iso8601) }
}

extension [Health.Fault] {
  /// Whether both say the same, whenever it began.
  fileprivate func isSame(as others: Self) -> Bool {
    elementsEqual(others) {
      $0.code == $1.code && $0.subject == $1.subject && $0.words == $1.words
    }
  }
}

extension DeviceActivityMonitor {
  /// Calls the handler that `callback` is for.
  fileprivate func call(_ callback: ActivityCallback) {
    let activity = callback.activity
    switch (callback.call, callback.event) {
    case (.intervalDidStart, _): intervalDidStart(for: activity)
    case (.intervalDidEnd, _): intervalDidEnd(for: activity)
    case (.intervalWillStartWarning, _): intervalWillStartWarning(for: activity)
    case (.intervalWillEndWarning, _): intervalWillEndWarning(for: activity)
    case (.eventDidReachThreshold, let event?): eventDidReachThreshold(event, activity: activity)
    case (.eventWillReachThresholdWarning, let event?):
      eventWillReachThresholdWarning(event, activity: activity)
    case (.eventDidReachThreshold, nil), (.eventWillReachThresholdWarning, nil):
      preconditionFailure("an event callback without an event")
    }
  }
}
