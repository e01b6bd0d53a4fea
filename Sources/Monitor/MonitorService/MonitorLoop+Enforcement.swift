import ActivityEngine
import CompiledPolicy
import DeviceActivity
import Enforcement
import FoundationEssentials
import ManagedSettings
import SharedDirectory
import System

extension MonitorLoop {
  /// Writes the stores of the policy's times, as far as they are not as they should be.
  mutating func reapplyPolicy() {
    guard let policy = state.policy, policy.grant == state.authorization?.grantInForce else {
      return
    }
    let now = now()
    let wanted =
      policy.isLifted
      ? [:]
      : PolicyShields.stores(
        of: policy.plan, running: document.engine.running(at: now, in: zones),
        limits: limits(at: now) ?? RunningLimits())
    let known = (state.stores ?? []).filter { $0.name.hasPrefix(ConditionalSettings.storePrefix) }
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

  /// Voids everything of a grant that was revoked, or the rest of it after a crash in the middle (rule A5).
  mutating func finishRevocation() throws {
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

  /// The policy that restricts this machine; nil if none does.
  var policyInForce: PolicyDocument? {
    guard let policy = state.policy, !policy.isLifted,
      policy.grant == state.authorization?.grantInForce
    else { return nil }
    return policy
  }

  /// Whether the device is to be locked: a function of the policy, what is running, and the clock (rule D3).
  private mutating func lockDemand() -> LockDemand {
    guard state.isLockKnown else { return .unknown }
    guard let policy = policyInForce else { return .open }
    let now = now()
    let lock = PolicyShields.lock(
      of: policy.plan, running: document.engine.running(at: now, in: zones),
      limits: limits(at: now) ?? RunningLimits())
    return lock.map(LockDemand.locked) ?? .open
  }

  /// Puts the stores in force, if that is not what was demanded last.
  ///
  /// - Returns: Whether it was done.
  @discardableResult
  mutating func enforce(verifying isVerifying: Bool) -> Bool {
    // What is unknown is neither allowed nor revoked: what is in force stays (rules A2, D6).
    guard let stores = state.stores, state.isConfigurationKnown else { return false }
    if let former = inForce.managedUser, former != state.configuration.managedUser {
      demand = nil
      inForce.backends = world.lift(from: former, state.configuration)
      // What could not be lifted is tried again when the monitor next looks, and shows until then.
      if inForce.backends.contains(where: \.hasFailed) { return true }
    }
    inForce.managedUser = state.configuration.managedUser
    let new = MonitorDemand(
      configuration: state.configuration, stores: stores, vault: state.vault, lock: lockDemand(),
      lockStore: policyInForce.flatMap { PolicyShields.lockSettings(of: $0.plan) })
    guard isVerifying || new != demand else { return false }
    demand = new
    inForce.backends = world.enforce(new)
    return true
  }
}
