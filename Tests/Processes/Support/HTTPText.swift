import Glibc

/// A request or an answer as it goes over the wire, with a body of a stated length.
struct HTTPText: Sendable {
  /// Through the empty line.
  let head: [UInt8]
  let body: [UInt8]

  static let empty = HTTPText(head: [], body: [])

  private init(head: [UInt8], body: [UInt8]) {
    self.head = head
    self.body = body
  }

  /// Nil if the connection ends or stalls before it is whole.
  init?(readingFrom socket: Int32) {
    let end = Array("\r\n\r\n".utf8)
    var bytes: [UInt8] = []
    var headEnd = bytes.firstRange(of: end)?.upperBound
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    var length = 0
    while headEnd.map({ bytes.count < $0 + length }) ?? true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
      if headEnd == nil, let found = bytes.firstRange(of: end)?.upperBound {
        headEnd = found
        length = HTTPText(head: Array(bytes[..<found]), body: []).bodyLength
      }
    }
    guard let headEnd else { return nil }
    head = Array(bytes[..<headEnd])
    body = Array(bytes[headEnd...].prefix(length))
  }

  private var lines: [Substring] {
    String(decoding: head, as: UTF8.self).split(separator: "\r\n")
  }

  /// Like `GET /device/policy HTTP/1.1`.
  var firstLine: String { lines.first.map(String.init) ?? "" }

  var status: Int? {
    let words = firstLine.split(separator: " ")
    return words.count > 1 ? Int(words[1]) : nil
  }

  private var bodyLength: Int {
    status == 304 ? 0 : self["content-length"].flatMap { Int($0) } ?? 0
  }

  subscript(_ name: String) -> String? {
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == name else { continue }
      return String(parts[1].drop { $0 == " " })
    }
    return nil
  }

  /// The same, asking for an end of the connection after the answer.
  var closing: [UInt8] {
    Array(head[..<(head.count - 2)]) + Array("Connection: close\r\n\r\n".utf8) + body
  }
}
