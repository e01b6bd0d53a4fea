import CSystem
import Glibc

/// A file in which processes register themselves, each for as long as it lives.
///
/// An entry is a lock on the byte whose position is the process's number. The kernel drops it when the process ends, however
/// it ends, and tells truly whose it is; so an entry is never left over and cannot be forged.
package struct ProcessRegister: Sendable {
  private let path: String

  package init(at path: String) {
    self.path = path
  }

  /// Registers this process. The entry goes with the value, and also when ``members()`` is asked by the same process.
  package func join() throws(SystemError) -> Descriptor {
    let file = try Descriptor.open(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    var entry = Self.range(Int(getpid()), 1)
    let raw = file.raw
    try check("fcntl", path: path) { fcntl(raw, F_SETLK, &entry) }
    return file
  }

  /// Every registered process but this one, sorted.
  package func members() throws(SystemError) -> [Int32] {
    guard let file = try Descriptor.openIfPresent(path, O_RDWR | O_NOFOLLOW) else { return [] }
    return try entries(in: 0..<Self.end, of: file).sorted()
  }

  /// Larger than any process number.
  private static let end = 1 << 30

  /// The kernel names some one entry of a range, so what lies on either side of it is asked for next.
  private func entries(
    in range: Range<Int>, of file: borrowing Descriptor
  ) throws(SystemError) -> [Int32] {
    if range.isEmpty { return [] }
    var found = Self.range(range.lowerBound, range.count)
    let raw = file.raw
    try check("fcntl", path: path) { fcntl(raw, F_GETLK, &found) }
    // A lock of another kind has no process to its name.
    guard found.l_type != Int16(F_UNLCK), found.l_pid > 0, found.l_len > 0 else { return [] }
    let start = max(Int(found.l_start), range.lowerBound)
    let end = min(Int(found.l_start + found.l_len), range.upperBound)
    return try [found.l_pid] + entries(in: range.lowerBound..<start, of: file)
      + entries(in: end..<range.upperBound, of: file)
  }

  private static func range(_ start: Int, _ length: Int) -> flock {
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = start
    range.l_len = length
    return range
  }
}
