import FoundationEssentials
import SharedDirectory

/// Clears away what hangs on revoked grants, whoever has written it (rule A5).
///
/// Each step is a comparison and can be repeated; after a crash the next start does the rest. It writes with the roles of
/// the others, whose files would else wait for their next start.
struct Revocation {
  let storage: any Storage
  /// The grant in force, whose things stay; nil voids everything.
  let grantInForce: String?

  func run() throws {
    try voidVault()
    try voidActivities(of: SyncRole.self)
    try voidActivities(of: MonitorRole.self)
    try voidActivities(of: ControlRole.self)
    try voidStores(of: SyncRole.self)
    try voidStores(of: MonitorRole.self)
    try voidStores(of: ControlRole.self)
    try voidSelections()
  }

  private func isVoid(_ grant: String?) -> Bool {
    grantInForce == nil || grant != grantInForce
  }

  /// Nothing needs to be found for the tokens to be dead: what they stood for is gone.
  private func voidVault() throws {
    let directory = SharedDirectory(storage: storage, as: MonitorRole.self)
    try directory.withLocks(.vault) { locked in
      // A vault that cannot be read protects nobody and is no reason to keep it.
      if isVoid((try? locked.read(.vault))?.grant) { try locked.remove(.vault) }
    }
  }

  private func voidActivities<Role: WriterRole>(of role: Role.Type) throws {
    let directory = SharedDirectory(storage: storage, as: role)
    try directory.withLocks(.activities) { locked in
      let file = SharedFile<ActivityLedger, Role>.activities
      let ledger: ActivityLedger?
      do { ledger = try locked.read(file) } catch { return try locked.remove(file) }
      guard let ledger, isVoid(ledger.grant), !ledger.records.isEmpty else { return }
      try locked.write(file, ActivityLedger(succeeding: ledger, grant: grantInForce))
    }
  }

  private func voidStores<Role: WriterRole>(of role: Role.Type) throws {
    let directory = SharedDirectory(storage: storage, as: role)
    try directory.withLocks(.stores) { locked in
      for name in try locked.list("stores/\(Role.name)") {
        let plain = name.hasSuffix(".last") ? name.dropLast(".last".count) : name[...]
        guard let store = FileName.unescape(plain.dropLast(".json".count)) else { continue }
        let file = SharedFile<StoreDocument, Role>.store(store)
        if isVoid((try? locked.read(file))?.grant) { try locked.remove(file) }
      }
    }
  }

  private func voidSelections() throws {
    let directory = SharedDirectory(storage: storage, as: ControlRole.self)
    for name in try directory.selectionNames() {
      try directory.withLocks(SharedFile<StoredSelection, ControlRole>.selection(name).lock) {
        guard var selection = try $0.read(.selection(name)), !selection.isVoid,
          isVoid(selection.grant)
        else { return }
        selection.isVoid = true
        try $0.write(.selection(name), selection)
      }
    }
  }
}
