package import FoundationEssentials
import Glibc
package import SharedDirectory
import System

/// The files that got an ACL entry from us, and what they had before. Written before a file is touched.
///
/// A file carries its own line too, in an attribute that only root can see, as long as our entry is on it. By that our
/// entries are told from anybody else's when the record is lost.
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

extension AccessRecord.Entry {
  private static let attribute = "trusted.pavise.before"

  /// The line on the file itself; `nil` when no entry on it is ours.
  static func read(from file: borrowing FileReference) throws -> Self? {
    try file.attribute(attribute).flatMap { try? JSONDecoder().decode(Self.self, from: Data($0)) }
  }

  /// Where the file system keeps no such attributes the record alone has to do.
  static func write(_ entry: Self?, to file: borrowing FileReference) throws {
    let bytes = try entry.map { Array(try JSONEncoder().encode($0)) }
    do {
      try file.setAttribute(attribute, to: bytes)
    } catch let error as SystemError where error.code == EOPNOTSUPP {}
  }
}
