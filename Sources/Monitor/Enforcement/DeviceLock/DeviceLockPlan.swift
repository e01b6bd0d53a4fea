package import System

/// What becomes of the managed user's login.
package enum DeviceLockPlan: Equatable, Sendable {
  /// It is not known: nothing is touched.
  case keep
  case open
  /// Something that is always allowed is installed, and needs the session that it is shown in. The other backends refuse and
  /// freeze the rest.
  case applications(exempt: Set<String>)
  /// Everything of this user stands still, and nothing of his begins.
  case session(UserRecord)

  package init(_ demand: EnforcementDemand) {
    switch (demand.lock, demand.managedUser) {
    case (.unknown, _): self = .keep
    case (.open, _), (.locked, nil): self = .open
    case (.locked, let user?):
      let exempt = demand.exempt ?? []
      self = exempt.isEmpty ? .session(user) : .applications(exempt: exempt)
    }
  }
}
