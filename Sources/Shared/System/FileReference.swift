import CSystem
import Glibc

/// Holds on to one file without opening it: no permission event is raised, and the path may be replaced meanwhile.
package struct FileReference: ~Copyable {
  private let descriptor: Descriptor
  package let identity: FileIdentity
  /// Type and permission bits, as in `st_mode`.
  package let mode: UInt32
  package let owner: UInt32
  package let group: UInt32

  /// - Parameter path: Its last component is not followed if it is a symbolic link.
  package init(_ path: String) throws {
    let descriptor = try Descriptor.open(path, O_PATH | O_NOFOLLOW)
    var status = stat()
    try check("fstat", path: path) { fstat(descriptor.raw, &status) }
    self.descriptor = descriptor
    identity = FileIdentity(status)
    mode = status.st_mode
    owner = status.st_uid
    group = status.st_gid
  }

  package var isRegular: Bool { mode & S_IFMT == S_IFREG }

  /// A path that leads to this very file for calls that take no descriptor of this kind.
  package var path: String { "/proc/self/fd/\(descriptor.raw)" }
}

extension FileReference {
  /// The value of an extended attribute; `nil` when the file has none of that name.
  package func attribute(_ name: String) throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = getxattr(path, name, &bytes, bytes.count)
    if count == -1, errno == ENODATA { return nil }
    if count == -1 { throw SystemError(call: "getxattr", path: name, code: errno) }
    return Array(bytes[..<count])
  }

  /// `nil` takes the attribute away; one that is not there is fine.
  package func setAttribute(_ name: String, to bytes: [UInt8]?) throws {
    if let bytes {
      try check("setxattr", path: name) { [path] in setxattr(path, name, bytes, bytes.count, 0) }
    } else if removexattr(path, name) != 0, errno != ENODATA {
      throw SystemError(call: "removexattr", path: name, code: errno)
    }
  }
}
