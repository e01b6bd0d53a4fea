package import SharedDirectory
package import System

extension Enforcer {
  /// All backends of this machine.
  ///
  /// - Parameters:
  ///   - storage: The shared directory, where is noted what of the machine's files was changed.
  ///   - gate: Nil where there is none, or where it is not ours to open.
  ///   - groups: The cgroup v2 hierarchy; nil where none is mounted.
  package init(
    storage: any Storage, gate: ExecGate?, canary: Canary? = nil, groups: ControlGroup?
  ) {
    self.init([
      RefuseToStartBackend(
        record: .document(DirectoryLayout.accessRecord, in: storage), gate: gate, canary: canary),
      FreezeBackend(root: groups),
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

extension ApplicationTable {
  /// The table of this machine: the shipped one, with the guardian's additions if there are any.
  package init(in storage: any Storage) throws {
    self =
      try storage.read(DirectoryLayout.applicationTable).map(Self.init(shippedWith:)) ?? .shipped
  }
}
