import CSystem
import Glibc

/// Another process holds the lock that would have let this one start (rule D5).
package struct AlreadyRunning: Error, Hashable, Sendable, CustomStringConvertible {
  package let name: String
  /// Nil when the other one has only just taken the lock and not yet said who it is.
  package let pid: Int32?

  package init(name: String, pid: Int32?) {
    self.name = name
    self.pid = pid
  }

  package var description: String {
    "\(name) is already running" + (pid.map { " as process \($0)" } ?? "")
  }
}

/// Shows that a daemon lives, for as long as it lives (rule D5).
///
/// An open-file-description lock, not `flock`: it can be asked about without being taken, so a curious
/// reader never makes a starting daemon believe that it is the second. The kernel drops it when the
/// process dies, however it dies. The file holds the process id in words, and stays when the lock goes.
package struct LivenessLock: ~Copyable, Sendable {
  private let file: Descriptor

  // Closing is not enough: a child on its way to `execve` may still have the file open for a moment.
  deinit {
    var request = Self.wholeFile(F_UNLCK)
    _ = fcntl(file.raw, F_OFD_SETLK, &request)
  }

  /// - Throws: ``AlreadyRunning`` when another holder lives, be it in this very process.
  package static func acquire(
    _ path: String, name: String, mode: UInt32 = 0o644
  ) throws -> LivenessLock {
    let file = try Descriptor.open(path, O_RDWR | O_CREAT, mode: mode)
    guard try lock(file, path) else {
      throw AlreadyRunning(name: name, pid: pid(in: file))
    }
    try check("ftruncate", path: path) { ftruncate(file.raw, 0) }
    try file.write("\(getpid())\n".utf8)
    return LivenessLock(file: file)
  }

  /// The process that holds the lock at `path`, or nil when nobody does. Takes nothing.
  package static func holder(of path: String) throws -> Holder? {
    guard let file = try Descriptor.openIfPresent(path, O_RDONLY) else { return nil }
    var request = wholeFile(F_WRLCK)
    try check("fcntl", path: path) { fcntl(file.raw, F_OFD_GETLK, &request) }
    return request.l_type == Int16(F_UNLCK) ? nil : Holder(pid: pid(in: file))
  }

  package struct Holder: Hashable, Sendable {
    /// Nil when the holder has not yet written it.
    package let pid: Int32?
  }

  /// - Returns: False when somebody else holds it.
  private static func lock(
    _ file: borrowing Descriptor, _ path: String
  ) throws(SystemError) -> Bool {
    let raw = file.raw
    do {
      var request = wholeFile(F_WRLCK)
      try check("fcntl", path: path) { fcntl(raw, F_OFD_SETLK, &request) }
      return true
    } catch  where error.code == EAGAIN || error.code == EACCES {
      return false
    }
  }

  private static func wholeFile(_ type: Int32) -> flock {
    var request = flock()
    request.l_type = Int16(type)
    request.l_whence = Int16(SEEK_SET)
    return request
  }

  private static func pid(in file: borrowing Descriptor) -> Int32? {
    var text = [UInt8](repeating: 0, count: 32)
    let count = pread(file.raw, &text, text.count, 0)
    guard count > 0, text[count - 1] == UInt8(ascii: "\n") else { return nil }
    return Int32(String(decoding: text[..<(count - 1)], as: UTF8.self))
  }
}
