import Glibc
import System

/// A numeric address and a port, like `127.0.0.1:8080` or `[::1]:0`. Port 0 lets the kernel choose.
package struct ListenAddress: Equatable, Sendable {
  package enum Fault: Error, Equatable, CustomStringConvertible {
    case malformed(String)
    /// Other machines could reach it, and nobody has said that they may.
    case remote(String)

    package var description: String {
      switch self {
      case .malformed(let text): "\(text) is no address like 127.0.0.1:8080 or [::1]:8080"
      case .remote(let text):
        "\(text) can be reached by other machines, and keys would travel in the clear; "
          + "put a proxy with TLS in front, or say --allow-remote"
      }
    }
  }

  package let host: String
  package let port: UInt16

  package init(_ text: String, allowRemote: Bool) throws(Fault) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { throw .malformed(text) }
    var host = String(text[..<colon])
    if host == "localhost" { host = "127.0.0.1" }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    var four = in_addr()
    var six = in6_addr()
    let isLoopback: Bool
    if inet_pton(AF_INET, host, &four) == 1 {
      isLoopback = UInt32(bigEndian: four.s_addr) >> 24 == 127
    } else if inet_pton(AF_INET6, host, &six) == 1 {
      isLoopback = withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    } else {
      throw .malformed(text)
    }
    if !isLoopback && !allowRemote { throw .remote(text) }
    self.host = host
    self.port = port
  }

  /// As in a URL.
  package var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// A socket that listens on it, and the address with the port that was chosen.
  func listen() throws(SystemError) -> Listener {
    let family = host.contains(":") ? AF_INET6 : AF_INET
    let type =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      | Int32(SOCK_NONBLOCK.rawValue)
    let socket = Descriptor(owning: try check("socket") { Glibc.socket(family, type, 0) })
    var yes: Int32 = 1
    setsockopt(socket.raw, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let raw = socket.raw
    let chosen: UInt16
    if family == AF_INET6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      inet_pton(AF_INET6, host, &address.sin6_addr)
      chosen = UInt16(bigEndian: try bind(raw, &address, read: \.sin6_port))
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      inet_pton(AF_INET, host, &address.sin_addr)
      chosen = UInt16(bigEndian: try bind(raw, &address, read: \.sin_port))
    }
    try check("listen", path: authority) { Glibc.listen(raw, 512) }
    return Listener(socket: socket, address: ListenAddress(host: host, port: chosen))
  }

  private init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Binds and returns the field of the address that the socket then has.
  private func bind<Address, Field>(
    _ socket: Int32, _ address: inout Address, read field: KeyPath<Address, Field>
  ) throws(SystemError) -> Field {
    var size = socklen_t(MemoryLayout<Address>.size)
    var code: Int32 = 0
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        code = Glibc.bind(socket, $0, size)
        if code == 0 { code = getsockname(socket, $0, &size) }
      }
    }
    if code != 0 { throw SystemError(call: "bind", path: authority, code: errno) }
    return address[keyPath: field]
  }
}

/// A socket that takes connections.
struct Listener: ~Copyable {
  let socket: Descriptor
  /// With the port that it has.
  let address: ListenAddress

  /// Gives the socket away.
  consuming func release() -> Int32 { socket.release() }
}
