import CSystem
import Glibc

/// An advisory lock on a file of its own, held by one caller at a time across processes (`flock(2)`).
///
/// The kernel drops it when the process dies, so a crashed daemon never blocks the other one. Every call
/// opens the file anew and so excludes threads of this process too; hence a nested call waits for ever.
/// The file is opened for reading, so that taking the lock wakes no watcher of its directory.
package struct FileLock: Sendable {
  package let path: String
  private let mode: UInt32

  package init(_ path: String, mode: UInt32 = 0o640) {
    self.path = path
    self.mode = mode
  }

  package func withLock<Value>(_ body: () throws -> Value) throws -> Value {
    let file = try Descriptor.open(path, O_RDONLY | O_CREAT, mode: mode)
    try check("flock", path: path) { flock(file.raw, LOCK_EX) }
    defer { flock(file.raw, LOCK_UN) }
    return try body()
  }
}
