/// The shared directory while locks are held; it cannot outlive them.
package struct LockedDirectory<Role: WriterRole>: ~Copyable {
  let storage: any Storage
  private let notes: Notes
  private let held: Set<DirectoryLock>

  init(storage: any Storage, notes: Notes, held: Set<DirectoryLock>) {
    self.storage = storage
    self.notes = notes
    self.held = held
  }

  /// What a file holds; nil when it is absent. It need not be one whose lock is held.
  package func read<Value, Writer>(_ file: SharedFile<Value, Writer>) throws -> Value? {
    try examine(file).value
  }

  package func examine<Value, Writer>(
    _ file: SharedFile<Value, Writer>
  ) throws -> Reading<Value> {
    let repairs = held.contains(file.lock) && SharedDirectory<Role>.mayRepair(Writer.self)
    return try DocumentReader(storage: storage, notes: notes).read(file, repairs: repairs)
  }

  package func write<Value>(_ file: SharedFile<Value, Role>, _ value: Value) throws {
    try replace(file, value)
  }

  package func write<Value>(_ file: SharedFile<Value, EveryRole>, _ value: Value) throws {
    try replace(file, value)
  }

  @discardableResult
  package func update<Value>(
    _ file: SharedFile<Value, Role>, _ change: (Value?) throws -> Value
  ) throws -> Value {
    try replace(file, change)
  }

  @discardableResult
  package func update<Value>(
    _ file: SharedFile<Value, EveryRole>, _ change: (Value?) throws -> Value
  ) throws -> Value {
    try replace(file, change)
  }

  /// Removes a file and its last good copy.
  package func remove<Value>(_ file: SharedFile<Value, Role>) throws {
    try erase(file)
  }

  package func remove<Value>(_ file: SharedFile<Value, EveryRole>) throws {
    try erase(file)
  }

  private func replace<Value, Writer>(
    _ file: SharedFile<Value, Writer>, _ change: (Value?) throws -> Value
  ) throws -> Value {
    let old = try examine(file)
    let new = try change(old.value)
    if new != old.value { try replace(file, new) }
    return new
  }

  private func replace<Value, Writer>(_ file: SharedFile<Value, Writer>, _ value: Value) throws {
    precondition(held.contains(file.lock), "\(file.name) is written without its lock")
    // A damaged file must not become the last good copy. What this process has seen whole needs no second look.
    var isWhole = notes.isWhole(file.name)
    if !isWhole {
      do {
        isWhole = try examine(file).value != nil
      } catch SharedFileError.damaged {
        isWhole = false
      }
    }
    let version = file.version
    let contents = { @Sendable in
      try CanonicalJSON.encode(Versioned(version: version, value: value))
    }
    // The copy first, so that a crash in between leaves a file that is not yet what it was to become, and whoever
    // does his work again writes both. Only beside a file that is there: a copy alone is the rest of a lost one.
    switch file.lastGood {
    case .previous where isWhole:
      try storage.keep(file.name, at: file.lastName, mode: file.mode)
    case .copy where isWhole:
      try storage.replace(file.lastName, mode: file.mode, contents: contents)
    default:
      break
    }
    try storage.replace(file.name, mode: file.mode, contents: contents)
    if file.lastGood == .copy && !isWhole {
      try storage.replace(file.lastName, mode: file.mode, contents: contents)
    }
    notes.setWhole(file.name)
  }

  private func erase<Value, Writer>(_ file: SharedFile<Value, Writer>) throws {
    precondition(held.contains(file.lock), "\(file.name) is removed without its lock")
    let directory = type(of: storage).directory(of: file.name)
    // The copy first, and for good: a copy without its file is taken for the rest of a lost one.
    try storage.remove(file.lastName)
    try storage.synchroniseDirectory(directory)
    try storage.remove(file.name)
    try storage.synchroniseDirectory(directory)
  }
}
