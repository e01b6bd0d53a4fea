import CSystem
import Glibc
import System

/// A connection to a server on this machine.
struct Connection: ~Copyable {
  private let socket: Descriptor

  /// - Parameter patience: Seconds after which a read gives up.
  init(port: UInt16, patience: Int = 20) throws {
    let socket = Descriptor(
      owning: try check("socket") {
        Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      })
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    let raw = socket.raw
    setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    try check("connect") {
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    self.socket = socket
  }

  func write(_ bytes: some Sequence<UInt8>) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let raw = socket.raw
      let count = try check("send") {
        rest.withUnsafeBytes { send(raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Everything until the server closes.
  func readToEnd() throws -> [UInt8] { try socket.readAll() }

  func exchange(_ request: [UInt8]) throws -> [UInt8] {
    try write(request)
    return try readToEnd()
  }

  /// One answer on a connection that stays open.
  func readAnswer() throws -> Answer {
    var bytes: [UInt8] = []
    while true {
      var part = [UInt8](repeating: 0, count: 65536)
      let raw = socket.raw
      let count = try check("read") { read(raw, &part, part.count) }
      if count == 0 { return try Answer(bytes) }
      bytes += part[..<count]
      if let answer = try? Answer(bytes), answer.isComplete { return answer }
    }
  }
}
