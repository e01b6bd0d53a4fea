import Enforcement
import FoundationEssentials
import Glibc
import SharedDirectory
import System

/// The backends of this machine, and the applications that they act on.
struct MachineEnforcement {
  /// The name under which the service manager keeps the gate's descriptor.
  private static let storedGate = "exec-gate"

  /// What has been refused and frozen since it was last asked.
  let refusals: Refusals
  private let storage: any Storage
  private let log: Log
  private var enforcer: Enforcer
  private var catalogue: ApplicationCatalogue?
  /// Where the catalogue came from, and what of that was there.
  private var places: (sources: [String], expected: [String]) = ([], [])
  /// What was last acted on has changed, or may have.
  private var isOutdated = false
  /// Where the applications of ``catalogue`` were looked for.
  private var searched: Place?
  /// What was last to be in force; nil before the first time.
  private(set) var latest: EnforcementDemand?
  /// Why the guardian's table of applications is not the one in force.
  private(set) var tableFault: String?

  /// - Parameters:
  ///   - manager: Told to keep the gate's descriptor, so that a killed monitor fails closed.
  init(root: String, log: Log, manager: ServiceNotification?) throws {
    storage = FileStorage(root: root)
    refusals = try Refusals()
    self.log = log
    let gate = Self.gate(
      for: Self.configuredUser(in: storage), log: log, manager: manager, refusals: refusals)
    enforcer = Enforcer(
      root: root, gate: gate, canary: Self.canary(), groups: Self.groups(log: log),
      refusals: refusals)
  }

  /// Looks for installed applications again at the next opportunity.
  mutating func forgetApplications() {
    catalogue = nil
    isOutdated = true
  }

  /// Looks again for the files of these applications alone, at once.
  mutating func refresh(_ desktopIDs: Set<String>) {
    if catalogue?.refresh(desktopIDs, lookup: MachineLookup()) ?? false { isOutdated = true }
  }

  /// Something has changed on which what is in force depends.
  mutating func noteNews() { isOutdated = true }

  /// Whether it is time to act on what has changed. It says so once: a pass that fails is made again in its
  /// own time.
  mutating func takeNews() -> Bool {
    defer { isOutdated = false }
    return isOutdated
  }

  /// What of the machine's files is to be watched for what was last to be in force; nothing if nobody is restricted.
  var watch: CatalogueWatch {
    guard let latest, latest.managedUser != nil else { return CatalogueWatch() }
    let refused = latest.refused.map(\.application).map { application in
      (application.desktopID, application.places.flatMap(PathTrail.entries))
    }
    return CatalogueWatch(
      sources: places.sources, expected: places.expected,
      refused: Dictionary(refused, uniquingKeysWith: +))
  }

  /// Makes `demand` the one that ``converge(to:)`` is to put in force.
  mutating func prepare(_ demand: MonitorDemand) -> EnforcementDemand {
    let demand = self.demand(demand)
    latest = demand
    isOutdated = false
    return demand
  }

  mutating func converge(to demand: EnforcementDemand) -> [BackendReport] {
    enforcer.converge(to: demand)
  }

  /// Lets what stands still come to its end, while the machine shuts down.
  func letEnd() {
    for (backend, reason) in enforcer.letEnd() {
      log(.error, "the end of the machine may be late", ["backend": backend, "reason": reason])
    }
  }

  /// Lifts everything from a user who was restricted until now. The applications are looked for anew afterwards, among
  /// the next one's.
  mutating func lift(from name: String, _ configuration: Configuration) -> [BackendReport] {
    var former = configuration
    former.managedUser = name
    let user = managedUser(former)
    let installed = applications(former, user: user).applications.map {
      EnforcementDemand.Judged($0)
    }
    forgetApplications()
    return enforcer.clear(EnforcementDemand(managedUser: user, applications: installed))
  }

  var refusedApplications: [RefusedApplication] {
    latest?.refused.map(RefusedApplication.init) ?? []
  }

  /// What was refused and stopped since the last time, and whether what is in force has to be looked at again.
  func takeRefusals() -> (refusals: [Refusal], isToBeVerified: Bool) {
    let events = refusals.take()
    let refused = latest?.refused ?? []
    let found = events.compactMap { event -> Refusal? in
      switch event {
      case .start(let file):
        refused.first { judged in
          judged.application.executables.contains { $0.identity == file }
        }.map { .start(RefusedApplication($0)) }
      case .frozen(ProcessMatcher.unlisted), .unlisted:
        .unlisted(stores: latest?.allowlist ?? [])
      case .frozen(let desktopID):
        refused.first { $0.application.desktopID == desktopID }
          .map { .freeze(RefusedApplication($0)) }
      case .allowlistChanged: nil
      }
    }
    return (found, events.contains(.allowlistChanged))
  }

  private mutating func demand(_ demand: MonitorDemand) -> EnforcementDemand {
    let user = managedUser(demand.configuration)
    // A user who cannot be found today is still the one who is locked out.
    let isKnown = demand.configuration.managedUser == nil || user != nil
    var result = EnforcementDemand(
      settings: demand.settings, catalogue: applications(demand.configuration, user: user),
      managedUser: user, lock: isKnown ? demand.lock : .unknown,
      lockSettings: demand.lockSettings, identities: { demand.vault?.identity(of: $0) })
    result.isUserUnknown = !isKnown
    result.programMounts = demand.configuration.programMounts
    return result
  }

  /// The installed applications, for a configuration that is in force.
  mutating func catalogue(for configuration: Configuration) -> ApplicationCatalogue {
    applications(configuration, user: managedUser(configuration))
  }

  private func managedUser(_ configuration: Configuration) -> UserRecord? {
    guard let name = configuration.managedUser else { return nil }
    do {
      if let user = try UserDatabase.user(named: name) { return user }
      log(.error, "the managed user does not exist", ["user": name])
    } catch {
      log(.error, "the managed user cannot be looked up", ["user": name, "reason": "\(error)"])
    }
    return nil
  }

  private mutating func applications(_ configuration: Configuration, user: UserRecord?)
    -> ApplicationCatalogue
  {
    let place = Place(directories: configuration.applicationDirectories, user: user)
    if let catalogue, place == searched { return catalogue }
    searched = place
    let machine = MachineApplications(configuration, user: user)
    // What comes after this is noticed by the watch, or by the next look.
    places = machine.places
    let found = machine.catalogue(table: table())
    catalogue = found
    return found
  }

  /// The table of applications, with what is wrong with it noted.
  private mutating func table() -> ApplicationTable {
    let found = MachineTable(in: storage)
    if let fault = found.fault, fault != tableFault {
      log(.error, "table of applications not used", ["reason": "\(fault)"])
    }
    tableFault = found.fault
    do {
      try found.keep(in: storage)
    } catch {
      log(.warning, "table of applications not kept", ["reason": "\(error)"])
    }
    return found.table
  }

  private struct Place: Equatable {
    var directories: [String]?
    var user: UserRecord?
  }

  // MARK: Set-up

  /// The managed user as far as that can be told before the first pass.
  private static func configuredUser(in storage: any Storage) -> UserRecord? {
    let directory = SharedDirectory(storage: storage, as: MonitorRole.self)
    guard let name = (try? directory.read(.configuration))?.managedUser else { return nil }
    return try? UserDatabase.user(named: name)
  }

  /// The gate of an earlier life if the service manager has kept it, else a new one; nil where there can be none.
  ///
  /// - Parameter user: Denied what an inherited gate has marked until the first pass says what is to be refused.
  private static func gate(
    for user: UserRecord?, log: Log, manager: ServiceNotification?, refusals: Refusals
  ) -> ExecGate? {
    do {
      var stored = StoredDescriptors()
      let gate = try ExecGate(
        inherited: stored.take(storedGate), managedUser: user?.uid, refusals: refusals)
      try manager?.store(gate.descriptor, name: storedGate)
      return gate
    } catch {
      log(.warning, "programs are refused by their ACLs alone", ["reason": "\(error)"])
      return nil
    }
  }

  /// The cgroup v2 hierarchy; nil where none is mounted.
  private static func groups(log: Log) -> ControlGroup? {
    do {
      return try ControlGroup.root()
    } catch {
      log(.warning, "running programs cannot be frozen", ["reason": "\(error)"])
      return nil
    }
  }

  /// A probe in a place that the managed user can reach; nil where none can be made.
  private static func canary() -> Canary? {
    let directory = ProcessInfo.processInfo.environment["RUNTIME_DIRECTORY"] ?? "/run/pavise"
    guard geteuid() == 0 else { return nil }
    // It may be there already; whether it can be used shows when the probe is placed.
    mkdir(directory, 0o755)
    return Canary(directory: directory)
  }
}

extension RefusedApplication {
  fileprivate init(_ judged: EnforcementDemand.Judged) {
    let application = judged.application
    self.init(
      desktopID: application.desktopID, name: application.name,
      identifiers: application.identifiers, categories: application.categories,
      rules: judged.rules)
  }
}
