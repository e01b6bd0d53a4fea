package import FamilyControls
import System

extension AppGroup: AuthorizationBacking {
  package var status: AuthorizationStatus {
    // What cannot be read is not determined, which is never a revocation (rule A2).
    (try? directory.read(.authorization))?.status ?? .notDetermined
  }

  package func request(for member: FamilyControlsMember) throws {
    try guardian.grant(to: member)
  }

  package func revoke() throws {
    try guardian.revoke()
  }

  private var guardian: Guardian {
    Guardian(
      directory: SharedDirectory(storage: directory.storage, as: ControlRole.self),
      caller: Caller(CurrentUser.read()), now: world.now)
  }
}
