import CSystem
import FoundationEssentials
import Glibc

/// Tells the service manager how a daemon fares (the protocol of `sd_notify(3)`).
package struct ServiceNotification: Sendable {
  private let socketPath: String

  /// Nil when no service manager wants to know.
  package init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else {
      return nil
    }
    socketPath = path
  }

  package func ready(status: String) throws {
    try send(["READY=1", Self.line("STATUS", status)])
  }

  package func status(_ words: String) throws {
    try send([Self.line("STATUS", words)])
  }

  package func stopping() throws {
    try send(["STOPPING=1"])
  }

  /// To be called more often than the unit's `WatchdogSec`.
  package func watchdog() throws {
    try send(["WATCHDOG=1"])
  }

  /// Has a descriptor kept open while the daemon is dead, for ``StoredDescriptors`` of its next start.
  ///
  /// - Parameter isPolled: Whether the manager drops it when it hangs up.
  package func store(_ descriptor: Int32, name: String, isPolled: Bool = false) throws {
    try send(
      ["FDSTORE=1", Self.line("FDNAME", name)] + (isPolled ? [] : ["FDPOLL=0"]),
      passing: descriptor)
  }

  /// Has the stored descriptors of that name closed.
  package func removeStored(name: String) throws {
    try send(["FDSTOREREMOVE=1", Self.line("FDNAME", name)])
  }

  private static func line(_ key: String, _ value: String) -> String {
    "\(key)=\(value.replacing("\n", with: " "))"
  }

  private func send(_ lines: [String], passing descriptor: Int32? = nil) throws {
    let socket = Descriptor(
      owning: try check("socket") {
        Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      })
    var (address, length) = try address()
    var payload = Array(lines.joined(separator: "\n").utf8)
    // Room for one descriptor, laid out as `cmsg(3)` says: a header of 16 bytes, then the data.
    var control = [UInt8](repeating: 0, count: 24)
    var header = cmsghdr()
    header.cmsg_len = MemoryLayout<cmsghdr>.size + MemoryLayout<Int32>.size
    header.cmsg_level = SOL_SOCKET
    header.cmsg_type = Int32(SCM_RIGHTS)
    control.withUnsafeMutableBytes {
      $0.storeBytes(of: header, as: cmsghdr.self)
      $0.storeBytes(of: descriptor ?? -1, toByteOffset: MemoryLayout<cmsghdr>.size, as: Int32.self)
    }
    let raw = socket.raw
    try payload.withUnsafeMutableBytes { payload in
      try control.withUnsafeMutableBytes { control in
        try withUnsafeMutablePointer(to: &address) { address in
          var part = iovec(iov_base: payload.baseAddress, iov_len: payload.count)
          try withUnsafeMutablePointer(to: &part) { part in
            var message = msghdr()
            message.msg_name = UnsafeMutableRawPointer(address)
            message.msg_namelen = length
            message.msg_iov = part
            message.msg_iovlen = 1
            if descriptor != nil {
              message.msg_control = control.baseAddress
              message.msg_controllen = control.count
            }
            try check("sendmsg", path: socketPath) {
              sendmsg(raw, &message, Int32(MSG_NOSIGNAL))
            }
          }
        }
      }
    }
  }

  /// "@" stands for the null byte of an abstract address.
  private func address() throws(SystemError) -> (sockaddr_un, socklen_t) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var path = Array(socketPath.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.count < room else {
      throw SystemError(call: "connect", path: socketPath, code: ENAMETOOLONG)
    }
    if path.first == UInt8(ascii: "@") { path[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    return (address, socklen_t(MemoryLayout<sa_family_t>.size + path.count))
  }
}
