package import FoundationEssentials
package import SharedDirectory
import System

/// The files that got an ACL entry from us, and what they had before. Written before a file is touched.
struct AccessRecord: Codable, Equatable, Sendable {
  struct Entry: Codable, Equatable, Sendable {
    var path: String
    var identity: FileIdentity
    var user: UInt32
    /// The bytes of the ACL before ours; `nil` for a file that had only its mode.
    var before: Data?
  }

  var version = 1
  var entries: [Entry] = []

  func entry(for file: FileIdentity, user: UInt32) -> Entry? {
    entries.first { $0.identity == file && $0.user == user }
  }

  mutating func remove(_ entry: Entry) {
    entries.removeAll { $0.identity == entry.identity && $0.user == entry.user }
  }
}

/// Where the record of ACL entries is kept. A value, so that a test can bring one that fails.
package struct AccessRecordStore: Sendable {
  /// `nil` when there is none yet.
  package var read: @Sendable () throws -> Data?
  /// The record is on the disk, whole, when this returns.
  package var replace: @Sendable (Data) throws -> Void

  package init(
    read: @escaping @Sendable () throws -> Data?, replace: @escaping @Sendable (Data) throws -> Void
  ) {
    self.read = read
    self.replace = replace
  }

  /// A document of its own in `storage`.
  package static func document(_ path: String, in storage: any Storage) -> Self {
    Self {
      try storage.read(path)
    } replace: { contents in
      try storage.replace(path, mode: 0o600) { contents }
    }
  }
}
