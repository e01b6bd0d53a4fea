import Foundation
import SharedDirectory
import System

/// A storage in which nobody may make links.
struct Forbidding: Storage {
  private let base: any Storage

  init(_ base: any Storage) {
    self.base = base
  }

  func link(_ path: String, to newPath: String) throws -> Bool {
    throw SystemError(call: "link", path: path, code: EPERM)
  }

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func write(
    _ path: String, mode: UInt32, synchronised: Bool,
    contents: @escaping @Sendable () throws -> Data
  ) throws {
    try base.write(path, mode: mode, synchronised: synchronised, contents: contents)
  }
  func append(
    _ path: String, mode: UInt32, synchronised: Bool,
    contents: @escaping @Sendable () throws -> Data
  ) throws {
    try base.append(path, mode: mode, synchronised: synchronised, contents: contents)
  }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func rename(_ path: String, to newPath: String) throws { try base.rename(path, to: newPath) }
  func remove(_ path: String) throws -> Bool { try base.remove(path) }
  func synchroniseDirectory(_ path: String) throws { try base.synchroniseDirectory(path) }
  func makeDirectory(_ path: String, mode: UInt32) throws {
    try base.makeDirectory(path, mode: mode)
  }
  func list(_ path: String) throws -> [String] { try base.list(path) }
  func draft(for path: String) -> String { base.draft(for: path) }
  func removeLeftoverDrafts() throws { try base.removeLeftoverDrafts() }
  func withLocks<Value>(_ locks: [String], _ body: () throws -> Value) throws -> Value {
    try base.withLocks(locks, body)
  }
}
