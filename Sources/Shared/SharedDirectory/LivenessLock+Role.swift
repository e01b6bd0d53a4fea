package import System

extension LivenessLock {
  /// Shows that the daemon with this role lives on the directory at `root`.
  ///
  /// - Throws: ``AlreadyRunning`` if another one works on it (rule D5).
  package static func acquire<Role: WriterRole>(
    as role: Role.Type, in root: String
  ) throws -> LivenessLock {
    try acquire(path(of: role, in: root), name: "pavise-\(Role.name)")
  }

  /// Whether the daemon with this role lives. A lock that cannot be asked about is held by nobody that we know of.
  package static func isHeld<Role: WriterRole>(as role: Role.Type, in root: String) -> Bool {
    (try? holder(of: path(of: role, in: root))) != nil
  }

  private static func path<Role: WriterRole>(of role: Role.Type, in root: String) -> String {
    "\(root)/\(DirectoryLayout.liveness(of: Role.name))"
  }
}
