import CSystem
import Glibc

/// A connection to a server on a socket in the file system, which never makes its caller wait.
package struct StreamSocket: ~Copyable {
  private let socket: Descriptor

  /// - Throws: `EAGAIN` when the server takes no more connections at the moment.
  package static func connect(to path: String) throws(SystemError) -> StreamSocket {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard bytes.count < room else {
      throw SystemError(call: "connect", path: path, code: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let flags = kind | Int32(SOCK_NONBLOCK.rawValue)
    let socket = Descriptor(
      owning: try check("socket") { Glibc.socket(AF_UNIX, flags, 0) })
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    try check("connect", path: path) {
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(socket.raw, $0, size)
        }
      }
    }
    return StreamSocket(socket: socket)
  }

  /// The names in a folder where sockets lie, which may be anybody's: the first thousand, none of a folder that cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while names.count < 1000, let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  private init(socket: consuming Descriptor) {
    self.socket = socket
  }

  package var raw: Int32 { socket.raw }

  /// The user who listens at the other end, as the kernel knows him; nil if it does not tell.
  package var peer: UInt32? {
    // The process, the user and the group.
    var credentials: [UInt32] = [0, 0, 0]
    var size = socklen_t(12)
    guard getsockopt(socket.raw, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, size == 12
    else { return nil }
    return credentials[1]
  }

  /// What has arrived; nil at the end.
  package func read() throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let source = socket.raw
      do {
        let count = try check("read") { Glibc.read(source, &buffer, buffer.count) }
        if count == 0 { return bytes.isEmpty ? nil : bytes }
        bytes += buffer[..<count]
        if bytes.count >= 1 << 20 { return bytes }
      } catch  where error.code == EAGAIN {
        return bytes
      }
    }
  }

  /// - Throws: `EAGAIN` when the server does not read what it is sent, `EPIPE` when it is gone.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    let target = socket.raw
    let count = try check("send") {
      bytes.withUnsafeBytes {
        send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
    }
    // A request is far smaller than a socket's buffer, so a part of one means that the server has stopped reading.
    if count < bytes.count { throw SystemError(call: "send", code: EAGAIN) }
  }
}
