package import System

/// Tells which refused application a process belongs to.
///
/// The file that the process runs decides, also one whose place a newer one has taken. Only for a file that no application
/// of the system claims, an interpreter's for instance, the names that the process goes by are asked: they are hints that
/// its user controls, so they can get a process frozen, and never get it off.
package struct ProcessMatcher: Equatable, Sendable {
  /// Desktop identifiers that some process may be frozen for.
  package let refused: Set<String>
  private var refusedFiles: [FileIdentity: String] = [:]
  private var allowedFiles: Set<FileIdentity> = []
  private var refusedPaths: [String: String] = [:]
  private var names: [String: String] = [:]
  /// Stands for programs that no application claims and that are not root's alone, in allowlist mode. No desktop
  /// identifier has a space.
  package static let unlisted = "programs of one's own"

  package init(_ demand: EnforcementDemand) {
    refused = Set(demand.refused.map(\.application.desktopID))
      .union(demand.allowlist.isEmpty ? [] : [Self.unlisted])
    for judged in demand.applications {
      let application = judged.application
      let files = application.executables.map(\.identity)
      if judged.isRefused {
        for file in files where refusedFiles[file] == nil {
          refusedFiles[file] = application.desktopID
        }
        for file in application.executables { refusedPaths[file.path] = application.desktopID }
        for name in application.identifiers.union(application.sandboxNames) {
          names[name] = application.desktopID
        }
      } else if application.origin == .system {
        allowedFiles.formUnion(files)
      }
    }
    let essential = demand.applications.filter(\.application.isEssential)
    for file in essential.flatMap(\.application.executables) {
      refusedFiles[file.identity] = nil
      refusedPaths[file.path] = nil
    }
  }

  /// - Parameters:
  ///   - shield: The desktop identifier whose shield group holds the process, for the children of a frozen application.
  ///   - sandbox: The Flatpak that the process says it is in; asked last.
  /// - Returns: A desktop identifier, `nil` for a process that is left alone.
  package func application(
    of process: ProcessRecord, inShieldOf shield: String?, sandbox: () -> String?
  ) -> String? {
    if let file = process.executable {
      if let application = refusedFiles[file] { return application }
      if allowedFiles.contains(file) { return nil }
      if process.runsRootsOwn == false, refused.contains(Self.unlisted) { return Self.unlisted }
    }
    // It runs on from a file that was upgraded under it.
    if let path = process.formerPath, let application = refusedPaths[path] { return application }
    if let shield, refused.contains(shield) { return shield }
    if let path = process.controlGroup, let name = ApplicationScope.application(in: path),
      let application = names[name]
    {
      return application
    }
    return names.isEmpty ? nil : sandbox().flatMap { names[$0] }
  }
}
