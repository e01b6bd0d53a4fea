import CSystem
import Foundation
import System
import Testing
import TestSupport

@Suite struct `The service manager` {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func `is not there without a socket`() {
    #expect(ServiceNotification(environment: [:]) == nil)
    #expect(ServiceNotification(environment: ["NOTIFY_SOCKET": "vsock:2:1"]) == nil)
  }

  @Test(arguments: [false, true])
  func `learns how the daemon fares`(isAbstract: Bool) throws {
    let address = isAbstract ? "@pavise-\(UUID().uuidString)" : directory.path("notify")
    let manager = try Manager(address)
    let notification = try #require(ServiceNotification(environment: ["NOTIFY_SOCKET": address]))
    try notification.ready(status: "two\nlines")
    #expect(try manager.receive().text == "READY=1\nSTATUS=two lines")
    try notification.watchdog()
    #expect(try manager.receive().text == "WATCHDOG=1")
    try notification.removeStored(name: "gate")
    #expect(try manager.receive().text == "FDSTOREREMOVE=1\nFDNAME=gate")
    try notification.stopping()
    #expect(try manager.receive().text == "STOPPING=1")
  }

  @Test func `keeps a descriptor that is passed to it`() throws {
    let manager = try Manager(directory.path("notify"))
    let notification = try #require(
      ServiceNotification(environment: ["NOTIFY_SOCKET": directory.path("notify")]))
    try directory.write("the same file", to: "kept")
    do {
      let file = try Descriptor.open(directory.path("kept"), O_RDONLY)
      try notification.store(file.raw, name: "gate")
    }
    let message = try manager.receive()
    #expect(message.text == "FDSTORE=1\nFDNAME=gate\nFDPOLL=0")
    let raw = try #require(message.descriptor)
    let received = Descriptor(owning: raw)
    #expect(try received.readAll() == Array("the same file".utf8))
  }

  @Test func `hands stored descriptors back by name`() throws {
    try directory.write("gate", to: "gate")
    // A block of three descriptors in a row, as the manager would leave them from 3 on.
    let first: Int32 = 700
    for raw in first..<(first + 3) {
      let file = try Descriptor.open(directory.path("gate"), O_RDONLY)
      try check("dup2") { dup2(file.raw, raw) }
    }
    let environment = [
      "LISTEN_PID": "\(getpid())", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "gate:other:gate",
    ]
    do {
      var stored = StoredDescriptors(environment: environment, first: first)
      #expect(stored.names == ["gate", "other", "gate"])
      let gate = try take("gate", from: &stored)
      #expect(gate.raw == first)
      #expect(fcntl(first, F_GETFD) == FD_CLOEXEC)
      #expect(stored.names == ["other", "gate"])
    }
    for raw in first..<(first + 3) { #expect(fcntl(raw, F_GETFD) == -1) }
  }

  private func take(
    _ name: String, from stored: inout StoredDescriptors
  ) throws -> Descriptor {
    guard let descriptor = stored.take(name) else { throw SystemError(call: "take", code: ENOENT) }
    return descriptor
  }

  @Test(arguments: [
    [:], ["LISTEN_PID": "1", "LISTEN_FDS": "1"],
    ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "-1"],
    ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "99999999"],
  ])
  func `hands over nothing that is meant for another process or makes no sense`(
    environment: [String: String]
  ) {
    #expect(StoredDescriptors(environment: environment, first: 800).names == [])
  }
}

/// The receiving end of `NOTIFY_SOCKET`.
private struct Manager: ~Copyable {
  private let socket: Descriptor

  init(_ address: String) throws {
    let raw = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    socket = Descriptor(owning: raw)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    var path = Array(address.utf8)
    if path[0] == UInt8(ascii: "@") { path[0] = 0 }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
    let length = socklen_t(2 + path.count)
    try withUnsafePointer(to: name) { name in
      try name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        _ = try check("bind") { bind(raw, name, length) }
      }
    }
  }

  func receive() throws -> (text: String, descriptor: Int32?) {
    var payload = [UInt8](repeating: 0, count: 4096)
    var control = [UInt8](repeating: 0, count: 64)
    let raw = socket.raw
    return try payload.withUnsafeMutableBytes { payload in
      try control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: payload.baseAddress, iov_len: payload.count)
        return try withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          message.msg_iov = part
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          let count = try check("recvmsg") { recvmsg(raw, &message, 0) }
          let text = String(decoding: payload[..<count], as: UTF8.self)
          let header = control.load(as: cmsghdr.self)
          guard message.msg_controllen > 0, header.cmsg_type == Int32(SCM_RIGHTS) else {
            return (text, nil)
          }
          return (text, control.load(fromByteOffset: 16, as: Int32.self))
        }
      }
    }
  }
}
