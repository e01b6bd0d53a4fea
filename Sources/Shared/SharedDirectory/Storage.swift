package import FoundationEssentials
import Glibc
import System

/// A tree of files, real or simulated, as the steps from which crash-safe operations are made.
///
/// Paths are relative to the tree's root, parts divided by "/", the root itself is "". Names that begin
/// with "." are drafts: nobody lists or watches them. Each requirement is a step or a few that a power failure
/// may fall between; what is composed of them stands in the extension, so that the simulated disk judges the same
/// sequence that runs on the real one. `contents` may be evaluated later than the call, and more than once.
package protocol Storage: Sendable {
  /// The bytes of a file, or nil when it does not exist; every other failure throws (rule D6).
  func read(_ path: String) throws -> Data?

  /// Creates a file, or empties the one there, and writes `contents`.
  func write(
    _ path: String, mode: UInt32, synchronised: Bool,
    contents: @escaping @Sendable () throws -> Data) throws

  /// Writes `contents` after the end of a file, which is created when absent.
  func append(
    _ path: String, mode: UInt32, synchronised: Bool,
    contents: @escaping @Sendable () throws -> Data) throws

  /// Cuts a file down to its first `length` bytes and synchronises it.
  func truncate(_ path: String, to length: Int) throws

  /// Gives a file a second name, which must be free.
  ///
  /// - Returns: False when there is no file at `path`.
  func link(_ path: String, to newPath: String) throws -> Bool

  /// Gives a file another name, in place of what had that name. When both are names of one file, nothing
  /// happens and both stay (`rename(2)`).
  func rename(_ path: String, to newPath: String) throws

  /// Removes a name.
  ///
  /// - Returns: False when it was not there.
  @discardableResult func remove(_ path: String) throws -> Bool

  /// Makes the names in a directory survive a power failure.
  func synchroniseDirectory(_ path: String) throws

  /// Creates a directory and what is missing above it, durably; leaves an existing one as it is.
  func makeDirectory(_ path: String, mode: UInt32) throws

  /// The names in a directory, sorted, without drafts; none when there is no such directory.
  func list(_ path: String) throws -> [String]

  /// A free draft name beside `path` that no other process or thread chooses.
  func draft(for path: String) -> String

  /// Removes the drafts that dead processes left behind, in the whole tree.
  func removeLeftoverDrafts() throws

  /// Excludes every other caller that names one of `locks`, in this process and in others.
  ///
  /// Taken in the given order, which must therefore be everybody's order. Nothing may take them again inside.
  func withLocks<Value>(_ locks: [String], _ body: () throws -> Value) throws -> Value
}

extension Storage {
  /// Replaces a file by draft, synchronisation, rename, synchronisation of the directory, so that a crash at any
  /// instant leaves all of the old or all of the new content, and the new one once this has returned.
  package func replace(
    _ path: String, mode: UInt32, contents: @escaping @Sendable () throws -> Data
  ) throws {
    let draft = draft(for: path)
    do {
      try write(draft, mode: mode, synchronised: true, contents: contents)
      try rename(draft, to: path)
    } catch {
      // The error at hand says more than one from tidying up, and the next start removes leftovers anyway.
      _ = try? remove(draft)
      throw error
    }
    try synchroniseDirectory(Self.directory(of: path))
  }

  /// Puts the file at `path` also at `newPath`, in place of what is there, without copying its contents.
  ///
  /// Where the kernel forbids a link to somebody else's file, they are copied after all, with `mode`.
  ///
  /// - Returns: False, with nothing changed, when there is no file at `path`.
  @discardableResult
  package func keep(_ path: String, at newPath: String, mode: UInt32) throws -> Bool {
    let draft = draft(for: newPath)
    do {
      guard try link(path, to: draft) else { return false }
    } catch let error as SystemError where error.code == EPERM || error.code == EMLINK {
      guard let bytes = try read(path) else { return false }
      try replace(newPath, mode: mode) { bytes }
      return true
    }
    // Renaming between two names of one file leaves both, hence the removal in every case.
    defer { _ = try? remove(draft) }
    try rename(draft, to: newPath)
    return true
  }

  /// The directory that holds `path`; "" for the root.
  package static func directory(of path: String) -> String {
    lastSlash(of: path).map { String(path[..<$0]) } ?? ""
  }

  /// The last part of `path`.
  package static func name(of path: String) -> String {
    lastSlash(of: path).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// Whether `path` is a draft, by its name.
  package static func isDraft(_ path: String) -> Bool {
    let name = lastSlash(of: path).map { path.utf8[path.utf8.index(after: $0)...] }
    return (name ?? path.utf8[...]).first == UInt8(ascii: ".")
  }

  private static func lastSlash(of path: String) -> String.Index? {
    let slash = UInt8(ascii: "/")
    let offset = path.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.lastIndex(of: slash).map { path.utf8.index(path.startIndex, offsetBy: $0) }
    }
    return offset ?? path.utf8.lastIndex(of: slash)
  }
}
