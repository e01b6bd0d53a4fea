package import CompiledPolicy
package import FoundationEssentials

/// The policy that is applied (`policy.json`).
package struct PolicyDocument: Codable, Equatable, Sendable {
  /// As it is in force: with the last good values where those received cannot be meant (rule P4).
  package var policy: CompiledPolicy
  package var plan: PolicyPlan
  /// The grant whose tokens the plan holds; under another one it is mapped anew (rule A7).
  package var grant: String
  package var appliedAt: Date
  /// Set while the policy restricts nothing although it is applied.
  package var lifted: Lift?

  /// Why an applied policy restricts nothing.
  package enum Lift: String, Codable, Sendable {
    /// The service says that there is no active policy any more (rule P3).
    case noActivePolicy
    /// A guardian has lifted everything (rule S5), until the source has another policy.
    case cleared
  }

  package var isLifted: Bool { lifted != nil }

  package init(
    policy: CompiledPolicy, plan: PolicyPlan, grant: String, appliedAt: Date, lifted: Lift? = nil
  ) {
    self.policy = policy
    self.plan = plan
    self.grant = grant
    self.appliedAt = appliedAt
    self.lifted = lifted
  }

  package var identity: Identity {
    Identity(policyID: policy.policyID, version: policy.version, appliedAt: appliedAt)
  }

  /// Which application of which policy something belongs to.
  package struct Identity: Codable, Equatable, Sendable {
    package var policyID: String
    package var version: Int
    package var appliedAt: Date
  }
}
