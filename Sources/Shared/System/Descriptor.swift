import CSystem
import Glibc

/// An open file, closed when the value goes. None survives an `execve`: every one is opened `O_CLOEXEC`.
package struct Descriptor: ~Copyable, Sendable {
  package let raw: Int32

  /// Takes over `raw`, which nobody else may close from now on.
  package init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    close(raw)
  }

  package static func open(
    _ path: String, _ flags: Int32, mode: UInt32 = 0
  ) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try check("open", path: path) { Glibc.open(path, flags | O_CLOEXEC, mode) })
  }

  /// Opens a file, or returns nil when there is none.
  package static func openIfPresent(
    _ path: String, _ flags: Int32
  ) throws(SystemError) -> Descriptor? {
    let raw = Glibc.open(path, flags | O_CLOEXEC)
    if raw != -1 { return Descriptor(owning: raw) }
    let code = errno
    if code == ENOENT { return nil }
    if code == EINTR { return try openIfPresent(path, flags) }
    throw SystemError(call: "open", path: path, code: code)
  }

  /// Gives the open file away; the caller closes it.
  package consuming func release() -> Int32 {
    let raw = raw
    discard self
    return raw
  }

  /// Reads to the end.
  ///
  /// - Throws: `EFBIG` when there are more than `limit` bytes.
  package func readAll(limit: Int = 64 << 20) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try check("read") { Glibc.read(raw, &buffer, buffer.count) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if bytes.count > limit { throw SystemError(call: "read", code: EFBIG) }
    }
  }

  /// Writes all of `bytes`, however often the kernel takes only a part.
  package func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
    let bytes = Array(bytes)
    var written = 0
    while written < bytes.count {
      written += try check("write") {
        bytes.withUnsafeBytes { Glibc.write(raw, $0.baseAddress! + written, $0.count - written) }
      }
    }
  }

  /// Waits until contents and attributes are on the disk.
  package func synchronise() throws(SystemError) {
    try check("fsync") { fsync(raw) }
  }

  /// Waits until the contents, and what is needed to find them, are on the disk.
  package func synchroniseContents() throws(SystemError) {
    try check("fdatasync") { fdatasync(raw) }
  }
}
