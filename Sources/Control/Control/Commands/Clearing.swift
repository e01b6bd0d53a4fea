import DeviceActivity
import SharedDirectory

/// Empties what restricts the machine, whoever has written it (rule S5).
///
/// It writes with the roles of the others, under their locks, since a guardian's word is above what they want and
/// since it must work with both of them dead. What is damaged goes as well. Each step can be repeated.
struct Clearing {
  private let storage: any Storage
  /// The names of the stores that were there.
  private(set) var stores: Set<String> = []
  private(set) var activities: Set<String> = []
  /// The policy that was in force and no longer restricts anything; nil if none did.
  private(set) var policy: PolicyDocument.Identity?

  init(storage: any Storage) throws {
    self.storage = storage
    // The policy before everything: as long as it is in force, sync and the monitor put back what hangs on it.
    try clearPolicy()
    // Registrations before stores: as long as an interval is running, the monitor may fill a store again.
    try clearActivities(of: SyncRole.self)
    try clearActivities(of: MonitorRole.self)
    try clearActivities(of: ControlRole.self)
    try clearStores(of: SyncRole.self)
    try clearStores(of: MonitorRole.self)
    try clearStores(of: ControlRole.self)
  }

  /// A policy that cannot be read restricts nothing new, and its stores go in any case.
  private mutating func clearPolicy() throws {
    let directory = SharedDirectory(storage: storage, as: SyncRole.self)
    let file = SharedFile<PolicyDocument, SyncRole>.policy
    policy = try directory.withLocks(file.lock) { locked in
      let found: PolicyDocument?
      do { found = try locked.read(file) } catch SharedFileError.damaged { return nil }
      guard var document = found, document.lifted != .cleared else { return nil }
      document.lifted = .cleared
      try locked.write(file, document)
      return document.identity
    }
  }

  private mutating func clearActivities<Role: WriterRole>(of role: Role.Type) throws {
    let directory = SharedDirectory(storage: storage, as: role)
    let dropped = try directory.withLocks(.activities) { locked -> [ActivityLedger.Record] in
      do {
        return try locked.emptyActivities(grant: \.grant, where: { _ in true })
      } catch SharedFileError.damaged {
        try locked.remove(SharedFile<ActivityLedger, Role>.activities)
        return []
      }
    }
    activities.formUnion(dropped.filter { $0.registration != nil }.map(\.activity.rawValue))
  }

  private mutating func clearStores<Role: WriterRole>(of role: Role.Type) throws {
    let directory = SharedDirectory(storage: storage, as: role)
    stores.formUnion(try directory.withLocks(.stores) { try $0.removeStores { _ in true } })
  }
}
