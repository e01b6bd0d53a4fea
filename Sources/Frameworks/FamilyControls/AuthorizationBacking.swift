/// Where ``AuthorizationCenter`` reads and changes the authorization.
package protocol AuthorizationBacking: Sendable {
  /// `notDetermined` also stands for "cannot be read now" (rule A2).
  var status: AuthorizationStatus { get }
  /// - Throws: ``FamilyControlsError``.
  func request(for member: FamilyControlsMember) throws
  /// - Throws: ``FamilyControlsError``.
  func revoke() throws
}
