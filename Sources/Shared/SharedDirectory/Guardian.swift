package import FamilyControls
package import FoundationEssentials
package import System

/// Who asks for a change of the authorization.
package struct Caller: Equatable, Sendable {
  package var user: String
  package var isRoot: Bool
  package var groups: Set<String>

  package init(user: String, isRoot: Bool, groups: Set<String>) {
    self.user = user
    self.isRoot = isRoot
    self.groups = groups
  }

  package init(_ user: CurrentUser) {
    self.init(user: user.name, isRoot: user.uid == 0, groups: user.groups)
  }
}

/// Why the authorization was not changed.
package enum AuthorizationRefusal: Error, Equatable, CustomStringConvertible {
  case notGuardian(user: String, group: String, deed: String)
  /// Neither a guardian nor the user whom the authorization concerns.
  case notIndividual(user: String, individual: String, deed: String)
  case nothingToRevoke(AuthorizationStatus?)
  case memberIsOther(FamilyControlsMember)

  package var description: String {
    switch self {
    case .notGuardian(let user, let group, let deed):
      "\(user) may not \(deed): that takes root or a member of the group “\(group)”"
    case .notIndividual(let user, let individual, let deed):
      "\(user) may not \(deed): that takes \(individual), or a guardian"
    case .nothingToRevoke(let status):
      "nothing to revoke: authorization is \(status.map { "\($0)" } ?? "not determined")"
    case .memberIsOther(let member):
      "already authorized for \(member); revoke that first"
    }
  }
}

/// Grants and revokes the authorization, for callers who may (rules A1, A3).
package struct Guardian: Sendable {
  private let directory: SharedDirectory<ControlRole>
  private let caller: Caller
  private let now: @Sendable () -> Date

  package init(
    directory: SharedDirectory<ControlRole>, caller: Caller, now: @escaping @Sendable () -> Date
  ) {
    self.directory = directory
    self.caller = caller
    self.now = now
  }

  /// Authorizes Pavise on this machine. A grant that is in force already stays, with its tokens.
  ///
  /// - Throws: ``AuthorizationRefusal``, with nothing changed.
  package func grant(to member: FamilyControlsMember) throws {
    let configuration = try directory.read(.configuration) ?? Configuration()
    try demandRight(over: member, configuration, to: "authorize")
    try directory.withLocks(.authorization) { locked in
      let old = try locked.read(.authorization)
      if let old, old.status == .approved {
        guard old.member == member else {
          throw AuthorizationRefusal.memberIsOther(old.member ?? member)
        }
        return
      }
      var generator = SystemRandomNumberGenerator()
      let grant = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
      try locked.write(
        .authorization,
        Authorization(status: .approved, member: member, grant: grant, since: now()))
    }
  }

  /// Revokes the grant in force. Everything that hangs on it is void from the instant this returns; the monitor clears
  /// it away (rule A5).
  ///
  /// - Throws: ``AuthorizationRefusal``, with nothing changed.
  package func revoke() throws {
    let configuration = try directory.read(.configuration) ?? Configuration()
    try directory.withLocks(.authorization) { locked in
      guard let old = try locked.read(.authorization), old.status == .approved else {
        throw AuthorizationRefusal.nothingToRevoke(try locked.read(.authorization)?.status)
      }
      try demandRight(over: old.member ?? .child, configuration, to: "revoke the authorization of")
      try locked.write(
        .authorization,
        Authorization(status: .denied, member: old.member, grant: old.grant, since: now()))
    }
  }

  /// A child is for guardians to decide about. An individual may decide too: the managed user, or anybody as long as
  /// the configuration names none.
  private func demandRight(
    over member: FamilyControlsMember, _ configuration: Configuration, to deed: String
  ) throws {
    let group = configuration.effectiveGuardianGroup
    if caller.isRoot || caller.groups.contains(group) { return }
    guard member == .individual else {
      throw AuthorizationRefusal.notGuardian(
        user: caller.user, group: group, deed: "\(deed) a child")
    }
    if let individual = configuration.managedUser, individual != caller.user {
      throw AuthorizationRefusal.notIndividual(
        user: caller.user, individual: individual, deed: "\(deed) \(individual)")
    }
  }
}
