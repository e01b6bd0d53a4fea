import Glibc
import System

/// Stops everything that runs for one user, and lets it go on where it was.
///
/// His logins lie below `user-UID.slice`, which belongs to root: what is frozen there he can neither thaw nor leave, and what
/// is born there is born frozen. What runs for him elsewhere, a job of cron for instance, or everything where no logind makes
/// slices, is moved into a frozen group of ours. A slice that was frozen carries a mark, so that any later life finds and
/// thaws it, whoever is the managed user by then.
struct SessionFreezer {
  /// The cgroup v2 hierarchy.
  let root: ControlGroup
  /// The group below it that holds all of ours.
  let slice: ControlGroup

  private static let mark = "trusted.pavise.locked"
  private static let prefix = "locked-"
  /// A process that forks faster than the table is read is caught in the group it has been moved to, so few rounds suffice.
  private static let rounds = 16
  private static let patience: Int32 = 2000

  private struct Slow: Error, CustomStringConvertible {
    let group: ControlGroup
    var description: String { "\(group.path) did not come to rest" }
  }

  func session(of user: UserRecord) -> ControlGroup {
    root["user.slice"]["user-\(user.uid).slice"]
  }

  private func gathered(_ user: UserRecord) -> ControlGroup {
    slice[Self.prefix + "\(user.uid)"]
  }

  /// - Returns: Whether the session was not frozen before.
  func freeze(_ user: UserRecord) throws -> Bool {
    let session = session(of: user)
    let isNew = try ifPresent { try !session.isToBeFrozen() } ?? false
    try ifPresent {
      // The mark first: a kill in between leaves a mark too many, never one too few.
      try setMark(session, true)
      try session.freeze()
    }
    try thaw(except: user)
    try holdReleased(user)
    for _ in 0..<Self.rounds {
      let strays = try strays(user)
      if strays.isEmpty { break }
      let group = gathered(user)
      try group.create()
      try group.freeze()
      for process in strays { _ = try group.move(process.pid) }
    }
    for group in [session, gathered(user)] {
      try ifPresent { try settle(group, frozen: true) }
    }
    return isNew
  }

  /// Lets everybody go on.
  ///
  /// - Parameter user: Stays as he is.
  func thaw(except user: UserRecord? = nil) throws {
    for session in try root["user.slice"].children()
    where session != user.map(session(of:)) {
      try ifPresent {
        guard try isMarked(session) else { return }
        try session.thaw()
        try settle(session, frozen: false)
        try setMark(session, false)
      }
    }
    for group in try slice.children()
    where group.name.hasPrefix(Self.prefix) && group != user.map(gathered) {
      try ifPresent {
        try group.thaw()
        try settle(group, frozen: false)
        if try !group.isPopulated() { try group.remove() }
      }
    }
    if user == nil {
      let released = ShieldGroups(slice: slice).released
      try ifPresent {
        try released.thaw()
        if try !released.isPopulated() { try released.remove() }
      }
    }
  }

  /// What is not as it should be while `user` is to stand still; nil if all is.
  func shortcoming(_ user: UserRecord) throws -> String? {
    let session = session(of: user)
    // What has just been born there, or is being killed, is not at rest yet.
    let isMoving =
      try ifPresent {
        try !session.isToBeFrozen()
          || !session.wait(frozen: true, milliseconds: Self.patience)
      } ?? false
    if isMoving { return "the session is not frozen" }
    return try strays(user).first.map { "process \($0.pid) runs" }
  }

  /// What stands still although nobody is to; nil if nothing does.
  func remainder() throws -> String? {
    let sessions = try root["user.slice"].children().filter { session in
      try ifPresent { try isMarked(session) && session.isToBeFrozen() } ?? false
    }
    let groups = try slice.children().filter { group in
      try ifPresent { try group.name.hasPrefix(Self.prefix) && group.isToBeFrozen() } ?? false
    }
    return (sessions + groups).first.map { "\($0.name) is still frozen" }
  }

  // MARK: Parts

  /// Processes of the user that nothing holds.
  private func strays(_ user: UserRecord) throws -> [ProcessRecord] {
    let shields = try slice.children().filter { group in
      try ifPresent { try group.isToBeFrozen() } ?? false
    }
    let held = ([session(of: user)] + shields).map { $0.path + "/" }
    return try ProcessTable.processes(of: user.uid).filter { process in
      guard let path = process.controlGroup else { return false }
      return !held.contains { (root.path + path + "/").hasPrefix($0) }
    }
  }

  /// Freezes the group into which released processes are moved, if no others than the user's are in it.
  private func holdReleased(_ user: UserRecord) throws {
    let released = ShieldGroups(slice: slice).released
    try ifPresent {
      let isHis = try released.processes().allSatisfy {
        ProcessTable.users(of: $0)?.areAll(user.uid) ?? true
      }
      if isHis { try released.freeze() }
    }
  }

  private func settle(_ group: ControlGroup, frozen: Bool) throws {
    guard try group.wait(frozen: frozen, milliseconds: Self.patience) else {
      throw Slow(group: group)
    }
  }

  private func isMarked(_ group: ControlGroup) throws -> Bool {
    try FileReference(group.path).attribute(Self.mark) != nil
  }

  private func setMark(_ group: ControlGroup, _ isSet: Bool) throws {
    try FileReference(group.path).setAttribute(Self.mark, to: isSet ? [] : nil)
  }

  /// What `body` returns, nil if the group that it looks at is gone: the last login has ended, or none has begun.
  @discardableResult
  private func ifPresent<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch let error as SystemError where [ENOENT, ENODEV].contains(error.code) {
      return nil
    }
  }
}
