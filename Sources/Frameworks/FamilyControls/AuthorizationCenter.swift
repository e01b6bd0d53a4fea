/// Asks for, and gives up, the authorization to provide controls.
///
/// Source: Apple, *FamilyControls.AuthorizationCenter*.
public final class AuthorizationCenter: Sendable {
  public static let shared = AuthorizationCenter()

  private init() {}

  /// The status as it is now, whoever changed it. `.notDetermined` also stands for "cannot be read" (rule A2).
  public var authorizationStatus: AuthorizationStatus {
    AuthorizationBackingProvider.current.status
  }

  /// Asks for the authorization to control a child's device, and calls `completionHandler` before it returns.
  public func requestAuthorization(
    completionHandler: @escaping (Result<Void, any Error>) -> Void
  ) {
    completionHandler(Result { try AuthorizationBackingProvider.current.request(for: .child) })
  }

  /// Succeeds at once if `member` is authorized already.
  ///
  /// - Throws: ``FamilyControlsError``. What holds afterwards is ``authorizationStatus``.
  public func requestAuthorization(for member: FamilyControlsMember) async throws {
    try AuthorizationBackingProvider.current.request(for: member)
  }

  /// Gives the authorization up, which voids all tokens and lifts all restrictions (rule A5), and calls
  /// `completionHandler` before it returns.
  public func revokeAuthorization(
    completionHandler: @escaping (Result<Void, any Error>) -> Void
  ) {
    completionHandler(Result { try AuthorizationBackingProvider.current.revoke() })
  }
}
