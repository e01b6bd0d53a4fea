package import Enforcement
import FoundationEssentials
package import SharedDirectory
import System

extension MachineWorld {
  package var categories: [String] { ScreenTimeCategory.allCases.map(\.rawValue) }

  package func applications(_ configuration: Configuration) throws -> [PickableApplication] {
    try catalogue(configuration, try managedUser(configuration)).applications
      .filter { !$0.isEssential }
      .map {
        PickableApplication(
          identifier: $0.desktopID, name: $0.name, categories: $0.categories.sorted(),
          identifiers: $0.identifiers)
      }
  }

  package func catalogue(_ configuration: Configuration) throws -> ApplicationCatalogue {
    try catalogue(configuration, try managedUser(configuration))
  }

  package func lift(_ configuration: Configuration) throws -> [BackendReport] {
    let user = try managedUser(configuration)
    // A gate ends with the monitor that holds it, so it is not for us to open.
    var enforcer = Enforcer(root: root, gate: nil, groups: try ControlGroup.root())
    let applications = try catalogue(configuration, user).applications
    return enforcer.clear(
      EnforcementDemand(
        managedUser: user, applications: applications.map { EnforcementDemand.Judged($0) }))
  }

  private func managedUser(_ configuration: Configuration) throws -> UserRecord? {
    try configuration.managedUser.flatMap { try UserDatabase.user(named: $0) }
  }

  private func catalogue(
    _ configuration: Configuration, _ user: UserRecord?
  ) throws -> ApplicationCatalogue {
    MachineApplications(configuration, user: user)
      .catalogue(table: MachineTable(in: FileStorage(root: root)).table)
  }
}
