import ActivityEngine
import FoundationEssentials
package import System
import TimeZoneRules

extension AppGroup {
  /// The shared directory at `root` on the real disk, with the zone as configured in it.
  package init(root: String, as role: Role.Type, log: Log) {
    let directory = SharedDirectory(storage: FileStorage(root: root), as: role)
    self.init(
      directory,
      world: AppGroupWorld(
        now: { Clock.now() },
        zones: {
          do {
            return try MachineZones.zones(configured: try directory.read(.configuration)?.zone)
          } catch {
            log(.error, "zone not found, UTC is used", ["reason": "\(error)"])
            return Zones(local: .utc)
          }
        }, log: log))
  }
}

/// Makes the shared directory the backing of Apple's frameworks in a program that is linked with it and has not chosen one
/// itself: that of `PAVISE_DIRECTORY`, else the standard one.
@_cdecl("pavise_install_backing")
func installBacking() {
  let root = DirectoryLayout.root(in: ProcessInfo.processInfo.environment)
  AppGroup(root: root, as: SyncRole.self, log: .standardError()).install()
}
