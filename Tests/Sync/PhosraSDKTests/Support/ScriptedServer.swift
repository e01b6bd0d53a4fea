import CSystem
import Glibc
import Synchronization
import System

/// A server on this machine that answers as a test says, however wrong that is.
final class ScriptedServer: Sendable {
  enum Step: Sendable {
    case send([UInt8])
    /// Again and again, until the client has had enough.
    case sendForever([UInt8])
    /// One byte after the other.
    case drip([UInt8], every: Double)
    /// Says nothing until the client or the test ends it.
    case hang
    case close
    /// Ends the connection as a crashed machine would.
    case reset

    static func text(_ text: String) -> Step { .send(Array(text.utf8)) }
  }

  struct Request: Sendable {
    /// The first line.
    var line: String
    var headers: [String: String]
    var body: [UInt8]
    /// Counted over all connections.
    var number: Int
  }

  private struct State {
    var requests: [Request] = []
    var connections = 0
  }

  let port: UInt16
  private let script: @Sendable (Request) -> [Step]
  private let state = Mutex(State())
  private let stop: Bell

  var url: String { "http://127.0.0.1:\(port)" }
  var requests: [Request] { state.withLock { $0.requests } }
  var connections: Int { state.withLock { $0.connections } }

  /// - Parameter script: What follows each request. The connection stays open afterwards, unless it says `close`.
  init(_ script: @escaping @Sendable (Request) -> [Step]) throws {
    self.script = script
    let stop = try Bell()
    self.stop = stop
    let listener = Descriptor(
      owning: try check("socket") {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      })
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    port = try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        try check("bind") { bind(listener.raw, general, length) }
        try check("listen") { listen(listener.raw, 16) }
        try check("getsockname") { getsockname(listener.raw, general, &length) }
      }
      return UInt16(bigEndian: pointer.pointee.sin_port)
    }
    let raw = listener.release()
    try DetachedThread.start { [weak self] in
      let listener = Descriptor(owning: raw)
      while let ready = try? waitUntilReadable([listener.raw, stop.descriptor], for: nil),
        !ready.contains(stop.descriptor)
      {
        let connection = accept(listener.raw, nil, nil)
        if connection == -1 { continue }
        guard let self else { return }
        self.state.withLock { $0.connections += 1 }
        try? DetachedThread.start { [weak self] in
          let descriptor = Descriptor(owning: connection)
          var conversation = Conversation(descriptor: descriptor.raw, stop: stop)
          while let request = conversation.read() {
            guard let self else { return }
            let steps = self.steps(for: request)
            guard steps.allSatisfy({ conversation.perform($0) }) else { return }
          }
        }
      }
    }
  }

  deinit { stop.ring() }

  private func steps(for request: Request) -> [Step] {
    let numbered = state.withLock { state in
      var request = request
      request.number = state.requests.count
      state.requests.append(request)
      return request
    }
    return script(numbered)
  }
}

/// One connection of a ``ScriptedServer``.
private struct Conversation {
  let descriptor: Int32
  let stop: Bell
  private var buffer: [UInt8] = []

  init(descriptor: Int32, stop: Bell) {
    self.descriptor = descriptor
    self.stop = stop
  }

  /// The next request; nil when the client has gone or the test is over.
  mutating func read() -> ScriptedServer.Request? {
    guard let head = take(through: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
      headers[parts[0].lowercased()] = String(value)
    }
    if headers["expect"] != nil { _ = perform(.text("HTTP/1.1 100 Continue\r\n\r\n")) }
    guard let body = take(count: Int(headers["content-length"] ?? "0") ?? 0) else { return nil }
    return ScriptedServer.Request(
      line: lines.first ?? "", headers: headers, body: body, number: 0)
  }

  /// - Returns: Whether to go on.
  func perform(_ step: ScriptedServer.Step) -> Bool {
    switch step {
    case .send(let bytes): return send(bytes)
    case .sendForever(let bytes):
      while send(bytes) {}
      return false
    case .drip(let bytes, let interval):
      for byte in bytes {
        guard send([byte]), !waitForStop(interval) else { return false }
      }
      return true
    case .hang:
      // The end of the client's side shows as something to read.
      _ = try? waitUntilReadable([descriptor, stop.descriptor], for: nil)
      return false
    case .close: return false
    case .reset:
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
      return false
    }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 || waitForStop(0) { return false }
      sent += count
    }
    return true
  }

  private func waitForStop(_ seconds: Double) -> Bool {
    (try? waitUntilReadable([stop.descriptor], for: seconds))?.isEmpty == false
  }

  private mutating func take(through end: [UInt8]) -> [UInt8]? {
    while true {
      if let range = buffer.firstRange(of: end) {
        return take(count: range.upperBound)
      }
      guard more() else { return nil }
    }
  }

  private mutating func take(count: Int) -> [UInt8]? {
    while buffer.count < count { guard more() else { return nil } }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  private mutating func more() -> Bool {
    guard let ready = try? waitUntilReadable([descriptor, stop.descriptor], for: nil),
      !ready.contains(stop.descriptor)
    else { return false }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    if count > 0 { buffer += bytes[..<count] }
    return count > 0
  }
}
