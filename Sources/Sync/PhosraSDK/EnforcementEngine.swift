public import CompiledPolicy
import FoundationEssentials
public import PhosraAPI
package import SharedDirectory
import SyncService
import System

/// Puts policies in force on this machine, by way of the shared directory that `pavise-monitor` follows.
public struct EnforcementEngine: Sendable {
  package let root: String
  package let group: AppGroup<SyncRole>

  /// - Parameter directory: The shared directory; else what `PAVISE_DIRECTORY` names, else the standard one.
  public init(directory: String? = nil) throws {
    let root =
      directory ?? ProcessInfo.processInfo.environment["PAVISE_DIRECTORY"]
      ?? DirectoryLayout.standard
    self.root = root
    group = AppGroup(root: root, as: SyncRole.self, log: .standardError())
    try group.directory.prepareLayout()
  }

  /// Applies a policy in one transaction: all of it, or nothing (rule P1).
  ///
  /// - Returns: A result for each rule category that the policy addresses. What the monitor has yet to put in force is
  ///   `failed` until it has; ask ``results()`` again then.
  /// - Throws: ``NotAuthorized``, or why it could not be applied; the last policy stays in force.
  @discardableResult
  public func apply(_ policy: CompiledPolicy) throws -> [CategoryEnforcementResult] {
    let grant = try grant()
    let received = try ReceivedPolicy(parsing: Array(try CanonicalJSON.line(policy)))
    _ = try PolicyApplication(group: group).apply(received, grant: grant)
    return try results()
  }

  /// What is really in force of the applied policy, read back (rule M2); empty if none is applied.
  public func results() throws -> [CategoryEnforcementResult] {
    guard let policy = try group.directory.read(.policy), !policy.isLifted else { return [] }
    let found = try group.directory.read(.inForce)
    let report = CategoryReport(
      plan: policy.plan, authorization: try group.directory.read(.authorization)?.status,
      inForce: found?.policy == policy.identity ? found : nil, isMonitorAlive: isMonitorAlive)
    return report.results.compactMap { result in
      CategoryEnforcementResult.Status(rawValue: result.status.rawValue).map {
        CategoryEnforcementResult(
          category: result.category, status: $0, framework: result.framework,
          detail: result.detail)
      }
    }
  }

  /// The version of the policy in force; nil if none is.
  public var appliedVersion: Int? {
    get throws {
      try group.directory.read(.policy).flatMap { $0.isLifted ? nil : $0.policy.version }
    }
  }

  /// Lifts what the applied policy restricts, until another policy is applied (rule S5).
  public func removeAllRestrictions() throws {
    _ = try PolicyApplication(group: group).lift(because: .cleared, grant: try grant())
  }

  private func grant() throws -> String {
    guard let grant = try group.directory.read(.authorization)?.grantInForce else {
      throw NotAuthorized()
    }
    return grant
  }

  private var isMonitorAlive: Bool {
    // A lock that cannot be asked about is held by nobody that we know of.
    (try? LivenessLock.holder(of: "\(root)/\(DirectoryLayout.liveness(of: "monitor"))")) != nil
  }
}

/// Nobody has allowed Pavise to restrict anything on this machine, or it was taken back.
public struct NotAuthorized: Error, Equatable, CustomStringConvertible {
  public var description: String {
    "Pavise is not authorized on this machine: a guardian must grant it first (pavise grant)"
  }
}
