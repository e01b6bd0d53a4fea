import FoundationEssentials
package import SharedDirectory
package import System

extension Enforcer {
  /// All backends of this machine.
  ///
  /// - Parameters:
  ///   - root: The shared directory, where is noted what of the machine was changed.
  ///   - gate: Nil where there is none, or where it is not ours to open.
  ///   - groups: The cgroup v2 hierarchy; nil where none is mounted.
  ///   - refusals: Told of what is refused and frozen.
  package init(
    root: String, gate: ExecGate?, canary: Canary? = nil, groups: ControlGroup?,
    refusals: Refusals? = nil
  ) {
    self.init([
      // First: it stops everything at once, and the others then work at leisure.
      DeviceLockBackend(root: groups, directory: DirectoryLayout.monitorState(besides: root)),
      RefuseToStartBackend(
        record: .document(DirectoryLayout.accessRecord, in: FileStorage(root: root)), gate: gate,
        canary: canary),
      AllowlistBackend(
        register: "\(root)/\(DirectoryLayout.gateRegister)", canary: canary, refusals: refusals),
      FreezeBackend(root: groups, refusals: refusals),
    ])
  }
}

extension MachineApplications {
  /// Where `configuration` has desktop entries looked for.
  package init(_ configuration: Configuration, user: UserRecord?) {
    self =
      configuration.applicationDirectories.map { Self(system: $0) } ?? .standard(for: user)
  }
}

/// The table of this machine: the shipped one, with the guardian's additions if there are any.
package struct MachineTable: Equatable, Sendable {
  package let table: ApplicationTable
  /// What is wrong with the guardian's file; nil if nothing is.
  package let fault: String?
  /// The guardian's file, if it is good.
  private let good: Data?

  private static var lastGood: String { DirectoryLayout.applicationTable + ".last" }

  /// A file that cannot be used leaves the last good one in force (rule D6). Without any, the shipped table is.
  package init(in storage: any Storage) {
    do {
      let data = try storage.read(DirectoryLayout.applicationTable)
      table = try data.map { try ApplicationTable(shippedWith: $0) } ?? .shipped
      good = data
      fault = nil
    } catch {
      let last = (try? storage.read(Self.lastGood)).flatMap {
        try? ApplicationTable(shippedWith: $0)
      }
      table = last ?? .shipped
      good = nil
      fault =
        "\(error); in force is \(last == nil ? "the table that comes with Pavise" : "what it said before")"
    }
  }

  /// Keeps a good file for the time when it no longer is. A copy: editors write into the file itself.
  package func keep(in storage: any Storage) throws {
    guard let good, try storage.read(Self.lastGood) != good else { return }
    try storage.replace(Self.lastGood, mode: 0o644) { good }
  }
}
