import ActivityEngine
import Enforcement
import FoundationEssentials
import ManagedSettings
import SharedDirectory
import System
import TimeZoneRules
import UseAccounting
import UseSources

/// What is used on this machine: measured, kept by local day, and told to the engine.
///
/// A crash loses what was used since the last save, at most ``saveInterval`` seconds. It never counts twice: what the engine
/// has counted is never told again, whatever the ledger has kept of it.
final class MachineUse {
  /// How often the ledger is saved while the device is in use, in seconds.
  static let saveInterval = 60.0
  /// What is not worth a write of its own, in seconds.
  private static let smallestSave = 1.0
  /// How long ago a schedule may have begun that asks for past use, in days.
  private static let daysAsked = 9

  private let directory: SharedDirectory<MonitorRole>
  private let log: Log
  private let makeMeter: (ApplicationCatalogue, UserRecord) throws -> any UseObserving
  private var accountant = UseAccountant()
  private var ledger = UseLedger()
  private var rules = TimeZoneRules.utc
  private var meter: (any UseObserving)?
  private var measured: (catalogue: ApplicationCatalogue, user: UserRecord)?
  private var obstacle: String? = "nothing was measured yet"
  private(set) var catalogue: ApplicationCatalogue?
  private var vault: Vault?
  private var shielded: Set<String> = []
  private var savedPosition = 0.0
  /// On the monotonic clock.
  private var savedAt: Double
  private var knownDays: [String] = []
  private(set) var faults: [String] = []
  /// Something has changed that the monitor was not told of yet.
  private var isChanged = false

  /// - Parameter monotonic: What the monotonic clock shows.
  init(
    directory: SharedDirectory<MonitorRole>, log: Log, monotonic: Double = Clock.monotonic(),
    makeMeter: @escaping (ApplicationCatalogue, UserRecord) throws -> any UseObserving = {
      try UseMeter($0, of: $1)
    }
  ) {
    self.directory = directory
    self.log = log
    self.makeMeter = makeMeter
    savedAt = monotonic
  }

  // MARK: The ledger

  /// Reads what earlier lives have kept.
  ///
  /// - Parameter applications: What is installed, for the tokens of what was used.
  func load(at now: Date, applications: ApplicationCatalogue) {
    catalogue = applications
    do {
      vault = try directory.read(.vault)
      knownDays = try directory.list("usage").filter { $0.hasSuffix(".json") }
        .map { String($0.dropLast(".json".count)) }
      let days = try knownDays.suffix(Self.daysAsked).compactMap { name in
        try directory.salvage(.usage(name)).map { day in
          let (checked, found) = day.checked(at: now)
          found.forEach { report("\(name): \($0)") }
          return checked
        }
      }
      ledger = UseLedger(days)
    } catch {
      report("what was used before cannot be read: \(error)")
    }
    accountant.resume(at: ledger.position)
    savedPosition = accountant.position
  }

  func setZone(_ rules: TimeZoneRules) { self.rules = rules }

  private func save(at reading: UseReading) {
    let expired = UseLedger.expired(knownDays, at: reading.wall, in: rules)
    ledger.describe { [catalogue] name in
      catalogue?.application(name).map {
        UsageDay.Kind(identifiers: $0.identifiers, categories: $0.categories)
      }
    }
    do {
      for name in ledger.unsaved.sorted() {
        guard let day = ledger.days[name] else { continue }
        try directory.write(.usage(name), day)
        ledger.didSave(name)
        if !knownDays.contains(name) { knownDays.append(name) }
      }
      for name in expired {
        let file = SharedFile<UsageDay, MonitorRole>.usage(name)
        try directory.withLocks(file.lock) { try $0.remove(file) }
      }
      ledger.forget(expired)
      knownDays.removeAll { expired.contains($0) }
      savedPosition = accountant.position
    } catch {
      // It stays unsaved and is tried again with the next stretch. Should the monitor end before, the engine's position
      // is further than the ledger's, which is then taken up from there.
      log(.warning, "use not saved", ["reason": "\(error)"])
    }
    savedAt = reading.monotonic
  }

  private func keep(_ closed: (record: UseRecord?, fault: UseAccountant.Fault?)) {
    if let record = closed.record { ledger.add(record, in: rules) }
    if let fault = closed.fault { report(fault.description) }
  }

  private func report(_ fault: String) {
    log(.warning, "impossible use", ["what": fault])
    if !faults.contains(fault), faults.count < 20 { faults.append(fault) }
  }

  // MARK: Measuring

  /// Measures the use of `catalogue` by `user` from now on.
  func follow(
    _ catalogue: ApplicationCatalogue, of user: UserRecord?, shielded: Set<String>, vault: Vault?,
    at reading: UseReading
  ) {
    self.catalogue = catalogue
    self.vault = vault
    self.shielded = shielded
    if let user, user.uid != 0 {
      if measured.map({ $0.catalogue != catalogue || $0.user != user }) ?? true {
        do {
          meter = try makeMeter(catalogue, user)
          obstacle = nil
        } catch {
          meter = nil
          obstacle = "\(error)"
          log(.warning, "use is not measured", ["reason": "\(error)"])
        }
        measured = (catalogue, user)
        meterChanges += 1
      }
    } else {
      if meter != nil { meterChanges += 1 }
      meter = nil
      measured = nil
      obstacle = "no managed user is configured"
    }
    observe(at: reading)
  }

  /// Grows when ``descriptor`` becomes another one.
  private(set) var meterChanges = 0
  var descriptor: Int32? { meter?.descriptor }

  /// Takes what has happened, if anything.
  func take(at reading: UseReading) {
    do {
      try meter?.take(at: reading.monotonic)
    } catch {
      meter = nil
      meterChanges += 1
      obstacle = "\(error)"
      log(.error, "use is no longer measured", ["reason": "\(error)"])
    }
    observe(at: reading)
  }

  private func observe(at reading: UseReading) {
    let new = meter?.observation(shielded: shielded) ?? UseObservation()
    let old = accountant.observation
    guard new != old else { return }
    keep(accountant.observe(new, at: reading))
    isChanged = isChanged || new.used != old.used || new.isDeviceInUse != old.isDeviceInUse
  }

  /// When something has to be looked at although nothing happens, on the monotonic clock.
  var deadline: Double? {
    let save = accountant.observation.isDeviceInUse ? savedAt + Self.saveInterval : nil
    return [save, meter?.deadline].compactMap(\.self).min()
  }

  /// Whether the monitor should ask. It says so once: a pass that fails is made again in its own time.
  func hasNews(at monotonic: Double) -> Bool {
    let isTimeToSave =
      accountant.observation.isDeviceInUse && monotonic >= savedAt + Self.saveInterval
    guard isChanged || isTimeToSave else { return false }
    isChanged = false
    if isTimeToSave { savedAt = monotonic }
    return true
  }

  func measurement(notices: EnforcementStatus) -> UseMeasurement {
    guard let sources = meter?.sources else {
      return UseMeasurement(
        source: "none", session: "none",
        accuracy: .unsupported(obstacle ?? "nothing measures it"), notices: notices,
        faults: faults)
    }
    return UseMeasurement(
      source: sources.application, session: sources.session,
      accuracy: sources.shortfall.map(EnforcementStatus.partial) ?? .enforced, notices: notices,
      faults: faults)
  }

  // MARK: Telling

  /// What was used since the engine's position `cursor`, up to `reading`.
  func report(since cursor: Double, at reading: UseReading) -> UseReport {
    accountant.resume(at: cursor)
    keep(accountant.close(at: reading))
    isChanged = false
    if accountant.position - savedPosition >= Self.smallestSave {
      ledger.fold(at: reading.wall, upTo: cursor, in: rules)
      save(at: reading)
    }
    let observation = accountant.observation
    return UseReport(
      spans: ledger.records(from: cursor, to: accountant.position).map(span),
      current: observation.isDeviceInUse ? subjects(of: observation.used) : [],
      isDeviceInUse: meter == nil || observation.isDeviceInUse
        || observation.session == .active,
      cursor: accountant.position)
  }

  /// What was used from `instant` up to the engine's position.
  func past(from instant: Date, to cursor: Double) -> [UseSpan] {
    // The tokens of what asks may be newer than the last demand.
    vault = (try? directory.read(.vault)) ?? vault
    return ledger.records(after: instant, to: cursor).map(span)
  }

  private func span(_ record: UseRecord) -> UseSpan {
    UseSpan(
      subjects: subjects(of: record.applications), start: record.start, seconds: record.seconds)
  }

  /// The tokens of everything that these applications are, and of their categories.
  private func subjects(of applications: some Sequence<String>) -> Set<UseSubject> {
    var result: Set<UseSubject> = [.device]
    guard let vault else { return result }
    for name in applications {
      let application = catalogue?.application(name)
      for identifier in application?.identifiers ?? [name] {
        if let token = vault.existingToken(for: .application(identifier)) {
          result.insert(.application(ApplicationToken(data: token)))
        }
      }
      for category in application?.categories ?? [] {
        if let token = vault.existingToken(for: .category(category)) {
          result.insert(.category(ActivityCategoryToken(data: token)))
        }
      }
    }
    return result
  }
}
