package import CompiledPolicy
import DeviceActivity
import FoundationEssentials
package import ManagedSettings
package import SharedDirectory

/// Applies policies to the shared directory, each in one transaction: settings, registrations and the record of it, or
/// none of them (rule P1).
///
/// The record, `policy.json`, decides, and is written last, so that the monitor has seen the rest when it sees it. What
/// hangs on it is recomputed from it and compared at each pass, so a crash between the steps is taken back then.
package struct PolicyApplication: Sendable {
  /// The store that holds what is in force the whole time.
  package static let store = ManagedSettingsStore.Name("phosra.policy")

  let group: AppGroup<SyncRole>

  package init(group: AppGroup<SyncRole>) {
    self.group = group
  }

  private var directory: SharedDirectory<SyncRole> { group.directory }

  /// Applies `received`, unless it is applied already.
  ///
  /// - Throws: `DeviceActivityCenter.MonitoringError` or a failure of the directory, with the last policy in force.
  /// - Returns: What is in force now.
  package func apply(_ received: ReceivedPolicy, grant: String) throws -> PolicyDocument {
    let old = try directory.read(.policy)
    var policy = received.policy.substituting(received.faults, from: old?.policy)
    // The service stamps every answer with the time of the request, which makes no other policy of it.
    if let old, policy.isSame(as: old.policy) { policy = old.policy }
    // What a guardian has cleared stays so until there is something else to apply.
    let isCleared = old?.lifted == .cleared && old?.policy == policy && old?.grant == grant
    return try put(
      policy, faults: received.faults, grant: grant, lifted: isCleared ? .cleared : nil, over: old)
  }

  /// Makes everything be as the record of the applied policy says, after a crash, a new grant or a lost vault.
  ///
  /// - Returns: What is in force now; nil if no policy was ever applied.
  package func reapply(grant: String) throws -> PolicyDocument? {
    guard let old = try directory.read(.policy) else { return nil }
    return try put(
      old.policy, faults: old.plan.faults, grant: grant, lifted: old.lifted, over: old)
  }

  /// Lifts all that the applied policy restricts, and keeps its record. What a guardian has cleared stays cleared.
  package func lift(
    because reason: PolicyDocument.Lift, grant: String
  ) throws -> PolicyDocument? {
    guard let old = try directory.read(.policy) else { return nil }
    return try put(
      old.policy, faults: old.plan.faults, grant: grant,
      lifted: old.lifted == .cleared ? .cleared : reason, over: old)
  }

  private func put(
    _ policy: CompiledPolicy, faults: [PolicyFault], grant: String, lifted: PolicyDocument.Lift?,
    over old: PolicyDocument?
  ) throws -> PolicyDocument {
    let plan = try plan(for: policy, faults: faults, grant: grant)
    var new = PolicyDocument(
      policy: policy, plan: plan, grant: grant, appliedAt: group.world.now(), lifted: lifted)
    if let old {
      var unchanged = new
      unchanged.appliedAt = old.appliedAt
      if unchanged == old { new = old }
    }
    do {
      // What can be refused comes first; refused, it has changed nothing.
      try group.replaceActivities(with: plan.activities)
      try group.replace(Self.store, with: new.settings)
      if new != old { try directory.write(.policy, new) }
    } catch {
      // Where this fails too, the next pass does it.
      if let old, old.grant == grant { try? takeBack(to: old) }
      throw error
    }
    return new
  }

  private func takeBack(to old: PolicyDocument) throws {
    try group.replaceActivities(with: old.plan.activities)
    try group.replace(Self.store, with: old.settings)
  }

  /// The plan with the tokens of `grant`; new ones are saved before anybody uses them.
  ///
  /// - Throws: `unauthorized` if `grant` is not in force any more, lest its vault come back after a revocation.
  private func plan(for policy: CompiledPolicy, faults: [PolicyFault], grant: String) throws
    -> PolicyPlan
  {
    try directory.withLocks(.authorization, .vault) { locked in
      guard try locked.read(.authorization)?.grantInForce == grant else {
        throw DeviceActivityCenter.MonitoringError.unauthorized
      }
      let old = try locked.read(.vault)
      var vault = old.flatMap { $0.grant == grant ? $0 : nil } ?? Vault(grant: grant)
      let plan = PolicyPlan(policy, faults: faults) { vault.token(for: $0) }
      if vault != old { try locked.write(.vault, vault) }
      return plan
    }
  }
}

extension PolicyDocument {
  /// What is in force the whole time.
  fileprivate var settings: SettingValues { isLifted ? [:] : plan.always }
}

extension CompiledPolicy {
  /// Whether it says the same, whenever it was made.
  fileprivate func isSame(as other: CompiledPolicy) -> Bool {
    var restamped = self
    restamped.generatedAt = other.generatedAt
    return restamped == other
  }
}
