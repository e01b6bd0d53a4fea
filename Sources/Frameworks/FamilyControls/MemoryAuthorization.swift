import Synchronization

/// Keeps the authorization in the memory of this process and grants what is asked for.
package final class MemoryAuthorization: AuthorizationBacking {
  private let state = Mutex(AuthorizationStatus.notDetermined)

  package init() {}

  package var status: AuthorizationStatus { state.withLock { $0 } }

  package func request(for member: FamilyControlsMember) {
    state.withLock { $0 = .approved }
  }

  /// Afterwards the app may ask again, as if it never had; a denied one stays denied.
  package func revoke() {
    state.withLock { if $0 == .approved { $0 = .notDetermined } }
  }
}
