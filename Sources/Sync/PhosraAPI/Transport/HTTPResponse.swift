/// What a server answered.
package struct HTTPResponse: Equatable, Sendable {
  package struct Header: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package var status: Int
  package var headers: [Header]
  package var body: [UInt8]

  package init(status: Int, headers: [Header] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first header of that name, whatever its case.
  package subscript(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }

  /// The answer without `secret` in it, which a server or a proxy may have sent back; so that nothing made of the
  /// answer, such as a message in an error, ever holds it.
  func removing(_ secret: Secret) -> HTTPResponse {
    var result = self
    for index in headers.indices {
      result.headers[index].value = secret.removed(from: headers[index].value)
    }
    if secret.isDistinct, body.firstRange(of: secret.exposed.utf8) != nil {
      result.body = body.replacing(secret.exposed.utf8, with: "(secret)".utf8)
    }
    return result
  }

  /// Reads one line of a header; nil for what is none.
  static func header(_ line: some Collection<UInt8>) -> Header? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = line[..<colon]
    let value = line[line.index(after: colon)...]
    return Header(name: trimmed(name), value: trimmed(value))
  }

  /// The status of a status line; nil for any other line.
  static func status(_ line: some Collection<UInt8>) -> Int? {
    guard line.starts(with: "HTTP/".utf8) else { return nil }
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
    guard words.count > 1 else { return nil }
    return Int(trimmed(words[1]))
  }

  private static func trimmed(_ bytes: some Collection<UInt8>) -> String {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0D, 0x0A]
    let start = bytes.drop { blanks.contains($0) }
    var text = Array(start)
    while let last = text.last, blanks.contains(last) { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }
}
