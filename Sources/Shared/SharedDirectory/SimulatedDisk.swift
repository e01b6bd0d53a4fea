package import FoundationEssentials
import Glibc
import Synchronization
import System

/// A tree of files in memory that forgets, at a power failure, what was not synchronised.
///
/// Contents are kept as the closures that make them and evaluated when somebody reads the bytes, so that a
/// simulated year of saves that nobody reads costs next to nothing. A new directory is durable at once; a name in it
/// only once the directory was synchronised, and contents only once the file was.
package final class SimulatedDisk: Storage {
  /// The disk has no power: nothing can be read or written until ``restorePower(losing:)``.
  package struct PowerFailure: Error, Hashable, Sendable {}

  /// What a power failure takes away of what was not synchronised.
  package enum Loss: Hashable, Sendable {
    /// Nothing: the process died but the machine did not (`kill -9`).
    case nothing
    /// All of it.
    case everything
    /// The contents, but not the names: the way to a file of the right name and no bytes.
    case contents
    /// Each name and each piece of contents by the toss of a coin, the last piece perhaps in part.
    case some(seed: UInt64)
  }

  let state = Mutex(State())
  private let locks = Mutex<[String: NamedLock]>([:])

  package init() {}

  // MARK: Steps of Storage

  package func read(_ path: String) throws -> Data? {
    let pieces = try state.withLock { state in
      try state.requirePower()
      return state.file(at: path)?.pieces
    }
    return try pieces.map { try $0.reduce(into: Data()) { try $0 += $1.bytes() } }
  }

  package func write(
    _ path: String, mode: UInt32, synchronised: Bool,
    contents: @escaping @Sendable () throws -> Data
  ) throws {
    try state.withLock { state in
      try state.step()
      let file = try state.create(path, mode: mode)
      file.empty(mode: mode)
      try state.step()
      file.append(Piece(contents))
      state.note(path)
      if synchronised {
        try state.step()
        file.synchronise()
      }
    }
  }

  package func append(
    _ path: String, mode: UInt32, synchronised: Bool,
    contents: @escaping @Sendable () throws -> Data
  ) throws {
    try state.withLock { state in
      try state.step()
      let file = try state.create(path, mode: mode)
      try state.step()
      file.append(Piece(contents))
      state.note(path)
      if synchronised {
        try state.step()
        file.synchronise()
      }
    }
  }

  package func truncate(_ path: String, to length: Int) throws {
    let bytes = try read(path) ?? Data()
    try state.withLock { state in
      try state.step()
      let file = try state.existing(path)
      file.replaceDurably([Piece { bytes.prefix(length) }])
      state.note(path)
    }
  }

  package func link(_ path: String, to newPath: String) throws -> Bool {
    try state.withLock { state in
      try state.step()
      guard let file = state.file(at: path) else { return false }
      if state.file(at: newPath) != nil {
        throw SystemError(call: "link", path: newPath, code: EEXIST)
      }
      try state.put(file, at: newPath)
      return true
    }
  }

  package func rename(_ path: String, to newPath: String) throws {
    try state.withLock { state in
      try state.step()
      try state.move(path, to: newPath)
    }
  }

  @discardableResult
  package func remove(_ path: String) throws -> Bool {
    try state.withLock { state in
      try state.step()
      guard state.file(at: path) != nil else { return false }
      try state.put(nil, at: path)
      return true
    }
  }

  package func synchroniseDirectory(_ path: String) throws {
    try state.withLock { state in
      try state.step()
      state.synchronise(path)
    }
  }

  package func makeDirectory(_ path: String, mode: UInt32) throws {
    try state.withLock { state in
      try state.step()
      state.makeDirectory(path)
    }
  }

  package func list(_ path: String) throws -> [String] {
    try state.withLock { state in
      try state.requirePower()
      return state.names(in: path)
    }
  }

  package func draft(for path: String) -> String {
    let draft = ".\(Self.name(of: path)).\(state.withLock { $0.nextDraft() }).draft"
    let directory = Self.directory(of: path)
    return directory.isEmpty ? draft : "\(directory)/\(draft)"
  }

  package func removeLeftoverDrafts() throws {
    try state.withLock { state in
      try state.step()
      for path in state.paths where Self.isDraft(path) {
        try state.put(nil, at: path)
      }
    }
  }

  package func withLocks<Value>(_ locks: [String], _ body: () throws -> Value) throws -> Value {
    guard let first = locks.first else { return try body() }
    let lock = self.locks.withLock { locks in
      if let lock = locks[first] { return lock }
      let lock = NamedLock()
      locks[first] = lock
      return lock
    }
    var outcome: Result<Value, any Error> = .failure(PowerFailure())
    lock.mutex.withLock { _ in
      outcome = Result { try withLocks(Array(locks.dropFirst()), body) }
    }
    return try outcome.get()
  }

  private final class NamedLock: Sendable {
    let mutex = Mutex(())
  }
}
