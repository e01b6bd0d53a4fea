import CompiledPolicy
import FamilyControls
package import FoundationEssentials
package import SharedDirectory
import System

/// The app's half: fetches the policy, applies it, reports what is in force, and acknowledges it.
///
/// A pass compares what the source, the directory and the monitor say with what was done, and does the rest. Nothing is
/// remembered but what `sync.json` holds, so it may be killed at any instant.
package struct Synchroniser<Source: PolicySource> {
  /// How long the monitor may take to put a policy in force before the report says that it has not, in seconds.
  package static var patience: TimeInterval { 10 }

  let group: AppGroup<SyncRole>
  package var source: Source
  private let isMonitorAlive: () -> Bool
  var document: SyncDocument
  private var saved: SyncDocument?
  /// Set while the source is to be asked and there is no grant to apply its answer under.
  private var isFetchOwed = false
  /// What is wrong with the source or its policy, until the next fetch.
  private var policyFaults: [Health.Fault] = []
  /// What is wrong with handing in the report, until the next attempt.
  private var reportFaults: [Health.Fault] = []
  /// What is wrong with the shared directory, until the next pass.
  var directoryFaults: [Health.Fault] = []

  package init(
    group: AppGroup<SyncRole>, source: Source, isMonitorAlive: @escaping () -> Bool
  ) throws {
    self.group = group
    self.source = source
    self.isMonitorAlive = isMonitorAlive
    // Damaged beyond its copy, it is begun anew: at worst something is reported twice.
    saved = try group.directory.salvage(.sync)
    document = saved ?? SyncDocument()
  }

  /// Does what there is to do.
  ///
  /// - Parameter isFetching: Whether to ask the source.
  /// - Returns: When to do so again if nothing changes until then; nil if only a change makes a difference.
  package mutating func pass(isFetching: Bool) throws -> Date? {
    let now = group.world.now()
    directoryFaults = []
    // What cannot be read is no revocation: what is in force stays, and nothing is applied (rule A2).
    let authorization = reading(at: now) { try $0.read(.authorization) }
    document.authorization = authorization?.status ?? document.authorization
    isFetchOwed = isFetchOwed || isFetching
    if let grant = authorization?.grantInForce {
      applyPolicy(isFetching: isFetchOwed, grant: grant, at: now)
      isFetchOwed = false
    }
    let policy = reading(at: now) { try $0.read(.policy) }
    let screenTime = reportScreenTime(under: authorization?.grantInForce, of: policy, at: now)
    // Later than what has just been applied: the monitor has its time from there on.
    let next = policy.flatMap { report($0, at: group.world.now()) }
    try saveDocument()
    let damaged = group.directory.faults.map {
      Health.Fault(code: "file.damaged", subject: $0.name, since: now, words: "\($0)")
    }
    try group.directory.report(
      policyFaults + reportFaults + directoryFaults + damaged + source.faults)
    return [next, screenTime].compactMap(\.self).min()
  }

  mutating func saveDocument() throws {
    guard document != saved else { return }
    try group.directory.write(.sync, document)
    saved = document
  }

  /// What `read` finds; nil with a fault if it cannot be read.
  private mutating func reading<Value>(
    at now: Date, _ read: (SharedDirectory<SyncRole>) throws -> Value?
  ) -> Value? {
    do {
      return try read(group.directory)
    } catch {
      directoryFaults.append(
        Health.Fault(
          code: "file.unreadable", subject: "\(Value.self)", since: now, words: "\(error)"))
      return nil
    }
  }

  /// Applies what the source has. Whatever goes wrong, the last policy is made to be in force.
  private mutating func applyPolicy(isFetching: Bool, grant: String, at now: Date) {
    let application = PolicyApplication(group: group)
    do {
      switch isFetching ? try fetch(at: now) : .unchanged {
      case .received(let received):
        _ = try application.apply(received, grant: grant)
        policyFaults = received.faults.map {
          Health.Fault(
            code: "policy.value", subject: $0.field, since: now,
            words: "\($0); the last good value of \($0.category.rawValue) stays in force")
        }
      case .noActivePolicy: try lift(application, grant: grant, at: now)
      case .policy, .unchanged, .nothingToSay: _ = try application.reapply(grant: grant)
      }
    } catch {
      let fault = Health.Fault(
        code: error is PolicyRefusal ? "policy.refused" : "policy.notApplied", since: now,
        words: "\(error); the last policy stays in force")
      group.world.log(.error, "policy not applied", ["reason": "\(error)"])
      policyFaults = [fault]
      _ = try? application.reapply(grant: grant)
    }
  }

  /// The source's answer, read if it is a policy.
  private mutating func fetch(at now: Date) throws -> PolicyAnswer {
    let answer = try source.fetch()
    switch answer {
    case .policy(let bytes):
      document.lastContact = now
      return .received(try ReceivedPolicy(parsing: Array(bytes)))
    case .received, .unchanged, .noActivePolicy:
      document.lastContact = now
    case .nothingToSay(let words):
      policyFaults = [Health.Fault(code: "policy.none", since: now, words: words)]
    }
    return answer
  }

  private mutating func lift(
    _ application: PolicyApplication, grant: String, at now: Date
  ) throws {
    let configuration = reading(at: now) { try $0.read(.configuration) }
    let isKept = configuration?.effectiveWhenNoPolicy == .keep
    if !isKept, try group.directory.read(.policy)?.isLifted == false {
      group.world.log(.info, "no active policy, restrictions lifted")
    }
    _ =
      isKept
      ? try application.reapply(grant: grant)
      : try application.lift(because: .noActivePolicy, grant: grant)
    policyFaults = [
      Health.Fault(
        code: "policy.none", since: now,
        words: "the service says that no policy is active; the last one is "
          + (isKept ? "kept in force" : "lifted"))
    ]
  }

  // MARK: The report

  /// Reports what is in force of the applied policy, whenever that differs from what was reported, and acknowledges the
  /// policy once it was reported.
  private mutating func report(_ policy: PolicyDocument, at now: Date) -> Date? {
    let found = reading(at: now) { try $0.read(.inForce) }
    let inForce = found?.policy == policy.identity ? found : nil
    let deadline = policy.appliedAt.addingTimeInterval(Self.patience)
    // Where the clock was set back to before the application, nobody waits for it.
    if inForce == nil, document.authorization == .approved, policy.appliedAt <= now, now < deadline
    {
      return deadline
    }
    let results = CategoryReport(
      plan: policy.plan, authorization: document.authorization, inForce: inForce,
      isMonitorAlive: isMonitorAlive()
    ).results
    let report = SyncDocument.Report(
      policy: policy.identity, version: policy.policy.version, results: results)
    do {
      if report != document.reported {
        try source.submit(try CanonicalJSON.encode(EnforcementReport(report, at: now)))
        if report.policy != document.reported?.policy { document.acknowledged = nil }
        document.reported = report
      }
      if document.acknowledged == nil {
        try source.acknowledge(version: report.version)
        document.acknowledged = report.version
      }
      reportFaults = []
    } catch {
      reportFaults = [
        Health.Fault(
          code: "report.notSent", since: now, words: "\(error); it is kept and sent again")
      ]
    }
    return nil
  }
}
