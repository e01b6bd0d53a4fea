import CSystem
import Glibc

/// A line of `/proc/PID/mountinfo`.
///
/// Source: proc(5).
package struct Mount: Equatable, Sendable {
  /// Major and minor number of the file system, as `MAJOR:MINOR`.
  package var device: String
  package var path: String
  package var type: String
  package var isWritable: Bool
  package var forbidsExecution: Bool

  package init(
    device: String, path: String, type: String, isWritable: Bool = true,
    forbidsExecution: Bool = false
  ) {
    self.device = device
    self.path = path
    self.type = type
    self.isWritable = isWritable
    self.forbidsExecution = forbidsExecution
  }
}

package enum MountTable {
  package static let path = "/proc/self/mountinfo"

  /// The mounts of our namespace, in the order in which they were made.
  package static func read() throws(SystemError) -> [Mount] {
    let bytes = try Descriptor.open(path, O_RDONLY).readAll()
    return mounts(in: String(decoding: bytes, as: UTF8.self))
  }

  /// Lines that cannot be read are left out.
  package static func mounts(in text: String) -> [Mount] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard let dash = words.firstIndex(of: "-"), dash >= 6, words.count > dash + 3 else {
        return nil
      }
      let own = words[5].split(separator: ",")
      let shared = words[dash + 3].split(separator: ",")
      return Mount(
        device: String(words[2]), path: unescaped(words[4]), type: String(words[dash + 1]),
        isWritable: own.contains("rw") && shared.contains("rw"),
        forbidsExecution: own.contains("noexec"))
    }
  }

  /// The kernel writes a space, tab, newline and backslash as three octal digits.
  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"),
        let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number of the file system that holds `path`, in the form of the table; nil where there is no such file.
  ///
  /// Where a file system shows other numbers to `stat` than in the table (btrfs does), this is none of the table's.
  package static func device(holding path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return "\(gnu_dev_major(status.st_dev)):\(gnu_dev_minor(status.st_dev))"
  }
}
