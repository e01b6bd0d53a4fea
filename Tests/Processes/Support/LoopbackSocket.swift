import Glibc
import System

/// Sockets of this machine alone.
enum LoopbackSocket {
  static func listen(port: UInt16) throws -> Descriptor {
    let listener = try open()
    var yes: Int32 = 1
    setsockopt(
      listener.raw, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let raw = listener.raw
    try withAddress(port: port) { address, length in
      try check("bind") { bind(raw, address, length) }
    }
    try check("listen") { Glibc.listen(raw, 64) }
    return listener
  }

  static func connect(port: UInt16) throws -> Descriptor {
    let socket = try open()
    let raw = socket.raw
    try withAddress(port: port) { address, length in
      try check("connect") { Glibc.connect(raw, address, length) }
    }
    return socket
  }

  static func port(of socket: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        try check("getsockname") { getsockname(socket, general, &length) }
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// A port that was free a moment ago.
  static func freePort() throws -> UInt16 {
    let listener = try listen(port: 0)
    return try port(of: listener.raw)
  }

  /// Gives up after some seconds without anything coming or going.
  static func limitWaiting(_ socket: Int32) {
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  static func resetOnClose(_ socket: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// - Returns: Whether all of it was taken.
  @discardableResult
  static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func open() throws -> Descriptor {
    Descriptor(
      owning: try check("socket") {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      })
  }

  private static func withAddress(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
  ) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    try withUnsafePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
