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

extension ApplicationTable {
  /// The table of this machine: the shipped one, with the guardian's additions if there are any.
  package init(in storage: any Storage) throws {
    self =
      try storage.read(DirectoryLayout.applicationTable).map(Self.init(shippedWith:)) ?? .shipped
  }
}
