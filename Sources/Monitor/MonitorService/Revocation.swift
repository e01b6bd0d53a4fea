import FamilyControls
import FoundationEssentials
import SharedDirectory

/// Clears away what hangs on revoked grants, whoever has written it (rule A5).
///
/// Each step is a comparison and can be repeated; after a crash the next start does the rest. It writes with the roles of
/// the others, whose files would else wait for their next start.
///
/// A damaged file cannot say which grant it belongs to. After a clear revocation it goes too, selections excepted, which
/// nobody can use as they are; under a new grant it stays and is shown, since it may be of that one (rule D6).
struct Revocation {
  let storage: any Storage

  /// - Returns: Whether there was anything to clear.
  func run() throws -> Bool {
    // The vault first: what the tokens stood for is gone then, wherever copies of them are.
    let steps = [
      voidVault, voidActivities(SyncRole.self), voidActivities(MonitorRole.self),
      voidActivities(ControlRole.self), voidStores(SyncRole.self), voidStores(MonitorRole.self),
      voidStores(ControlRole.self), voidSelections,
    ]
    return try steps.reduce(false) { isChanged, step in try step() || isChanged }
  }

  /// Calls `body` with the authorization as it is while `lock` is held, unless that says nothing: "not determined" is
  /// never a revocation (rule A2).
  private func sweep<Role: WriterRole>(
    as role: Role.Type, _ lock: DirectoryLock,
    _ body: (borrowing LockedDirectory<Role>, Authorization) throws -> Bool
  ) throws -> Bool {
    try SharedDirectory(storage: storage, as: role).withLocks(.authorization, lock) { locked in
      guard let authorization = try locked.salvage(.authorization),
        [.approved, .denied].contains(authorization.status)
      else { return false }
      return try body(locked, authorization)
    }
  }

  private func voidVault() throws -> Bool {
    try sweep(as: MonitorRole.self, .vault) { locked, authorization in
      let isVoid = try authorization.voids(\.grant, of: { try locked.read(.vault) })
      guard isVoid else { return false }
      // Damaged bytes of a vault are a vault to whoever mends them.
      for name in try storage.list("aside") where name.hasPrefix("vault-") {
        try storage.remove("aside/\(name)")
      }
      try locked.remove(.vault)
      return true
    }
  }

  private func voidActivities<Role: WriterRole>(_ role: Role.Type) -> () throws -> Bool {
    {
      try sweep(as: role, .activities) { locked, authorization in
        do {
          let dropped = try locked.emptyActivities(
            grant: { _ in authorization.grantInForce }, where: { authorization.voids($0.grant) })
          return !dropped.isEmpty
        } catch is SharedFileError {
          guard authorization.voidsUnreadable else { return false }
          try locked.remove(SharedFile<ActivityLedger, Role>.activities)
          return true
        }
      }
    }
  }

  private func voidStores<Role: WriterRole>(_ role: Role.Type) -> () throws -> Bool {
    {
      try sweep(as: role, .stores) { locked, authorization in
        let removed = try locked.removeStores { file in
          try authorization.voids(\.grant, of: { try locked.read(file) })
        }
        return !removed.isEmpty
      }
    }
  }

  private func voidSelections() throws -> Bool {
    let directory = SharedDirectory(storage: storage, as: ControlRole.self)
    return try directory.selectionNames().reduce(false) { isChanged, name in
      let file = SharedFile<StoredSelection, ControlRole>.selection(name)
      let isVoid = try sweep(as: ControlRole.self, file.lock) { locked, authorization in
        let found: StoredSelection?
        do { found = try locked.read(file) } catch is SharedFileError { return false }
        guard var selection = found, !selection.isVoid, authorization.voids(selection.grant)
        else { return false }
        selection.isVoid = true
        try locked.write(file, selection)
        return true
      }
      return isVoid || isChanged
    }
  }
}

extension Authorization {
  /// What belongs to no grant goes with a clear revocation.
  fileprivate func voids(_ grant: String?) -> Bool {
    hasRevoked(grant) || (grant == nil && status == .denied)
  }

  /// Whether a file goes that cannot say which grant it belongs to.
  fileprivate var voidsUnreadable: Bool { status == .denied }

  fileprivate func voids<Value>(
    _ grant: (Value) -> String?, of read: () throws -> Value?
  ) throws -> Bool {
    do {
      return try read().map { voids(grant($0)) } ?? false
    } catch is SharedFileError {
      return voidsUnreadable
    }
  }
}
