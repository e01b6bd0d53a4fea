import Synchronization

/// The directory that the programs share, as one of them sees it.
///
/// What holds for every document in it:
///
/// 1. A file is absent or whole, at every instant and after a crash at any instant.
/// 2. It has one writer, whose role is in its type. Files of ``EveryRole`` are written under their lock only.
/// 3. Its writer replaces it by draft, `fsync`, `rename`, `fsync` of the directory, in this order. Drafts begin with
///    "." and no reader, list or watcher sees them.
/// 4. Before that, `NAME.last` is made to be what the file is, by a hard link and a rename: no bytes are copied, and
///    since a file's bytes never change in place, the copy is whole and durable because the file was. For a file with
///    ``SharedFile/LastGood/copy`` it is instead made what the file is about to be, as invariant 3 says.
/// 5. A lock is a file of its own in `locks/`, never replaced. Locks are taken in the order of ``DirectoryLock``
///    and never held across a wait, the network or a handler.
/// 6. A damaged file is an error or its last good copy, never empty or absent (rule D6). Its writer, or the monitor, puts
///    it in `aside/` with the reason, and the last good copy back in its place, in one rename. Without a good copy
///    it also stays in its place, and reading it throws until it is written anew.
/// 7. A file that is gone while its last good copy is there is as good as damaged. Hence a file is removed after its copy.
/// 8. A document of a later format is an error, and nothing is done to it.
package struct SharedDirectory<Role: WriterRole>: Sendable {
  package let storage: any Storage
  let notes = Notes()

  package init(storage: any Storage, as role: Role.Type) {
    self.storage = storage
  }

  /// Creates what is missing, and removes what dead processes have left half-done. For a program's start.
  package func prepare(mode: UInt32 = 0o750) throws {
    for path in ["", "locks", "aside"] { try storage.makeDirectory(path, mode: mode) }
    try storage.removeLeftoverDrafts()
  }

  /// The damaged files that this process has come upon, by name.
  package var faults: [FileFault] {
    notes.faults
  }

  /// What a file holds; nil when it is absent.
  ///
  /// - Throws: ``SharedFileError``, or a failure of the storage.
  package func read<Value, Writer>(_ file: SharedFile<Value, Writer>) throws -> Value? {
    try examine(file).value
  }

  /// Reads a file and says whether it was damaged.
  package func examine<Value, Writer>(
    _ file: SharedFile<Value, Writer>
  ) throws -> Reading<Value> {
    let reading = try DocumentReader(storage: storage, notes: notes).read(file, repairs: false)
    guard reading.fault != nil, Self.mayRepair(Writer.self) else { return reading }
    return try withLocks(file.lock) { try $0.examine(file) }
  }

  /// Replaces what a file holds.
  package func write<Value>(_ file: SharedFile<Value, Role>, _ value: Value) throws {
    try withLocks(file.lock) { try $0.write(file, value) }
  }

  package func write<Value>(_ file: SharedFile<Value, EveryRole>, _ value: Value) throws {
    try withLocks(file.lock) { try $0.write(file, value) }
  }

  /// Replaces what a file holds by what `change` makes of it, under the file's lock; an equal value is not written.
  ///
  /// - Returns: The new value.
  @discardableResult
  package func update<Value>(
    _ file: SharedFile<Value, Role>, _ change: (Value?) throws -> Value
  ) throws -> Value {
    try withLocks(file.lock) { try $0.update(file, change) }
  }

  @discardableResult
  package func update<Value>(
    _ file: SharedFile<Value, EveryRole>, _ change: (Value?) throws -> Value
  ) throws -> Value {
    try withLocks(file.lock) { try $0.update(file, change) }
  }

  /// Does several things as one, with `locks` held, in the common order. Take no lock again inside.
  package func withLocks<Value>(
    _ locks: DirectoryLock..., body: (borrowing LockedDirectory<Role>) throws -> Value
  ) throws -> Value {
    let held = Set(locks)
    return try storage.withLocks(held.sorted().map(\.name)) {
      try body(LockedDirectory(storage: storage, notes: notes, held: held))
    }
  }

  static func mayRepair<Writer: WriterRole>(_ writer: Writer.Type) -> Bool {
    Writer.self == Role.self || Writer.self == EveryRole.self || Role.self == MonitorRole.self
  }
}

/// What was found in a file.
package struct Reading<Value: Sendable>: Sendable {
  /// Nil when the file is absent.
  package let value: Value?
  /// Set when the file is damaged and `value` comes from its last good copy.
  package let fault: FileFault?
}

/// What one process knows of the files: which it has seen whole, and which were not.
final class Notes: Sendable {
  private struct State {
    var whole: Set<String> = []
    var faults: [String: FileFault] = [:]
  }
  private let state = Mutex(State())

  var faults: [FileFault] {
    state.withLock { $0.faults.values.sorted { $0.name < $1.name } }
  }

  func isWhole(_ name: String) -> Bool {
    state.withLock { $0.whole.contains(name) }
  }

  /// A fault is over with that, unless damaged bytes lie in `aside/` for a person to look at.
  func setWhole(_ name: String) {
    state.withLock {
      $0.whole.insert(name)
      if $0.faults[name]?.aside == nil { $0.faults[name] = nil }
    }
  }

  func record(_ fault: FileFault) {
    state.withLock {
      $0.whole.remove(fault.name)
      $0.faults[fault.name] = fault
    }
  }
}
