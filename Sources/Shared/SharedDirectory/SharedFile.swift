/// A document in the shared directory: its name, what it holds and who writes it.
///
/// `Value` encodes as an object that has no key "version" of its own.
package struct SharedFile<Value: Codable & Equatable & Sendable, Writer: WriterRole>: Sendable {
  /// What is kept for the day the file is found damaged (rule D6).
  package enum LastGood: Hashable, Sendable {
    /// What the file held before it was last replaced: right for what changes by steps and heals by itself.
    case previous
    /// The same as the file, as a second copy: right for a person's decision, which must not be undone.
    case copy
    /// Nothing: right for secrets that must be gone when they are destroyed.
    case none
  }

  package let name: String
  package let lock: DirectoryLock
  package let lastGood: LastGood
  package let mode: UInt32
  /// The format that is written; a file with a higher number is refused, never set aside.
  package let version: Int

  /// - Parameter lock: The file's own when not given.
  package init(
    name: String, lock: DirectoryLock? = nil, lastGood: LastGood = .previous, mode: UInt32 = 0o640,
    version: Int = 1
  ) {
    self.name = name
    self.lock = lock ?? .file(name)
    self.lastGood = lastGood
    self.mode = mode
    self.version = version
  }

  /// Where the last good copy lies.
  package var lastName: String { name + ".last" }
}
