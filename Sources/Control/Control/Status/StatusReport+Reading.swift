import ActivityEngine
import CompiledPolicy
import DeviceActivity
import FamilyControls
import FoundationEssentials
import SharedDirectory
import TimeZoneRules

extension StatusReport {
  /// Looks at everything.
  init(directory: String, storage: any Storage, world: some ControlWorld) throws {
    var reading = StatusReading(storage: storage)
    let configuration = try reading.read(.configuration)
    let authorization = try reading.read(.authorization)
    let policy = try reading.read(.policy)
    let inForce = try reading.read(.inForce)
    let sync = try reading.read(.sync).value

    self.directory = directory
    at = world.now
    managedUser = configuration.value?.managedUser
    self.authorization = AuthorizationState(authorization)
    zone = "UTC"
    daemons = [
      Daemon("monitor", try world.daemon("monitor"), inForce.value?.authorization),
      Daemon("sync", try world.daemon("sync"), sync?.authorization),
    ]
    self.policy = policy.value.map { Policy($0, sync) }
    if let reported = sync?.reported, reported.policy == policy.value?.identity {
      categories = reported.results
    }
    self.inForce = inForce.value.map {
      InForceState(
        running: $0.running, stores: $0.stores, backends: $0.backends, lock: $0.lock)
    }
    edges = Self.edges(inForce.value, after: at)
    selections = try reading.selections()
    faults = try reading.faults(of: MonitorRole.self) + reading.faults(of: SyncRole.self)
    damaged = reading.damaged

    do {
      zone = try world.zones(configured: configuration.value?.zone).local.identifier
    } catch {
      warnings.append(Warning(code: "zone", words: "\(error); times are shown in UTC"))
    }
    addWarnings(authorization.value, policy.value, inForce.value)
  }

  private mutating func addWarnings(
    _ authorization: Authorization?, _ policy: PolicyDocument?, _ inForce: InForce?
  ) {
    func warn(_ code: String, _ words: String) {
      warnings.append(Warning(code: code, words: words))
    }
    for daemon in daemons where !daemon.isRunning {
      warn(
        "\(daemon.name).dead",
        daemon.name == "monitor"
          ? "pavise-monitor is not running: nobody follows the clock, and what is in force stays"
          : "pavise-sync is not running: no new policy is applied")
    }
    for daemon in daemons {
      guard daemon.isRunning, let seen = daemon.authorization, let authorization,
        seen != authorization.status.word
      else { continue }
      warn("\(daemon.name).behind", "pavise-\(daemon.name) still sees the authorization as \(seen)")
    }
    if self.authorization.status == "notDetermined" {
      warn("authorization.missing", "nothing is restricted before “pavise authorize”")
    }
    if managedUser == nil {
      warn("managedUser.missing", "there is no managed user: every backend runs dry")
    }
    if let authorization, let grant = inForce?.grant, authorization.hasRevoked(grant) {
      warn("revocation.unfinished", "the revocation has not been carried out to its end yet")
    }
    if let policy, let inForce, inForce.policy != policy.identity {
      warn("policy.pending", "pavise-monitor has not taken up the policy yet")
    }
    for selection in selections where selection.isVoid {
      warn(
        "selection.void",
        "the selection “\(selection.name)” was revoked and must be picked again")
    }
    for selection in selections {
      guard let error = selection.error else { continue }
      warn("selection.damaged", "the selection “\(selection.name)”: \(error)")
    }
  }

  /// Of each interval the start if that is to come, and the end.
  private static func edges(_ inForce: InForce?, after now: Date) -> [Edge] {
    (inForce?.edges ?? []).flatMap { interval in
      [
        Edge(at: interval.start, kind: .start, activity: interval.activity.rawValue),
        Edge(at: interval.end, kind: .end, activity: interval.activity.rawValue),
      ]
    }.filter { $0.at > now }.sorted {
      ($0.at, $0.kind == .end ? 0 : 1, $0.activity) < ($1.at, $1.kind == .end ? 0 : 1, $1.activity)
    }
  }
}

extension StatusReport.AuthorizationState {
  fileprivate init(_ finding: StatusReading.Finding<Authorization>) {
    switch finding {
    case .absent: self.init(status: "notDetermined")
    case .unreadable: self.init(status: "unreadable")
    case .found(let found):
      self.init(
        status: found.status.word, member: found.member?.word, since: found.since)
    }
  }
}

extension StatusReport.Daemon {
  fileprivate init(_ name: String, _ state: DaemonState, _ authorization: AuthorizationStatus?) {
    self.init(name: name, isRunning: state != .dead, authorization: authorization?.word)
    if case .alive(let pid) = state { self.pid = pid }
  }
}

extension StatusReport.Policy {
  fileprivate init(_ document: PolicyDocument, _ sync: SyncDocument?) {
    self.init(
      policyID: document.policy.policyID, policyVersion: document.policy.version,
      status: document.policy.status, appliedAt: document.appliedAt, isLifted: document.isLifted,
      isAcknowledged: sync?.acknowledged == document.policy.version
        && sync?.reported?.policy == document.identity)
  }
}

extension AuthorizationStatus {
  fileprivate var word: String {
    switch self {
    case .notDetermined: "notDetermined"
    case .denied: "denied"
    case .approved: "approved"
    }
  }
}

extension FamilyControlsMember {
  var word: String {
    switch self {
    case .child: "child"
    case .individual: "individual"
    }
  }
}
