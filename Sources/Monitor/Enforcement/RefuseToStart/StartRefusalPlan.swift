import System

/// Which files the managed user is to be refused, and by which of the two layers. Pure.
package struct StartRefusalPlan: Equatable, Sendable {
  /// A file, for the sake of one or more applications.
  package struct Target: Equatable, Sendable {
    package var file: ExecutableFile
    /// Desktop identifiers, sorted.
    package var applications: [String]
    /// Why the file gets no ACL entry; `nil` when it gets one.
    package var withoutEntry: String?
  }

  /// Sorted by path.
  package private(set) var targets: [Target] = []
  /// By desktop identifier: what keeps its refusal from being whole.
  package private(set) var shortcomings: [String: String] = [:]
  /// Every refused application, sorted.
  package let applications: [String]

  package init(_ demand: EnforcementDemand) {
    let refused = demand.refused.map(\.application)
    applications = refused.map(\.desktopID).sorted()
    let free = demand.applications.filter { !$0.isRefused }.map(\.application)
    let essential = free.filter(\.isEssential)
    for application in refused {
      switch application.reach {
      case .none(let reason), .partly(let reason): shortcomings[application.desktopID] = reason
      case .files: break
      }
      for file in application.executables {
        if let part = essential.first(where: { $0.uses(file) }) {
          note("\(file.path) is also \(part.desktopID), which the session needs", application)
          continue
        }
        if let other = free.first(where: { $0.origin == .system && $0.uses(file) }) {
          note("\(file.path) is also \(other.desktopID), which is refused with it", application)
        }
        add(file, application, demand.managedUser)
      }
      if application.executables.isEmpty, shortcomings[application.desktopID] == nil {
        note("no file of it is known", application)
      }
    }
    targets.sort { $0.file.path < $1.file.path }
  }

  /// The application can be refused at no file at all.
  package func isOutOfReach(_ desktopID: String) -> Bool {
    !targets.contains { $0.applications.contains(desktopID) }
  }

  private mutating func note(_ reason: String, _ application: InstalledApplication) {
    let known = shortcomings[application.desktopID]
    shortcomings[application.desktopID] = known.map { $0 + "; " + reason } ?? reason
  }

  private mutating func add(
    _ file: ExecutableFile, _ application: InstalledApplication, _ user: UserRecord?
  ) {
    if let index = targets.firstIndex(where: { $0.file.identity == file.identity }) {
      targets[index].applications = Set(targets[index].applications + [application.desktopID])
        .sorted()
    } else {
      targets.append(
        Target(
          file: file, applications: [application.desktopID],
          withoutEntry: Self.reasonAgainstEntry(file, user)))
    }
    if let user, file.isInOpenDirectory || file.changeableBy.contains(user.uid) {
      note("\(file.path) lies where \(user.name) can put another file in its place", application)
    }
  }

  /// An entry is only worth something on a file whose ACL the user cannot change back.
  private static func reasonAgainstEntry(_ file: ExecutableFile, _ user: UserRecord?) -> String? {
    if file.isOnReadOnlyImage { return "it is on a read-only image" }
    if file.owner != 0 {
      return user.map { $0.uid == file.owner } ?? false
        ? "its owner is the managed user, who could take the entry away" : "its owner is not root"
    }
    if let user, file.path.hasPrefix(user.home + "/") { return "it is in the managed user's home" }
    return nil
  }
}

extension InstalledApplication {
  fileprivate func uses(_ file: ExecutableFile) -> Bool {
    executables.contains { $0.identity == file.identity }
  }
}
