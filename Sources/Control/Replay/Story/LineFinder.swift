/// Finds the line on which a field of a JSON text stands. The text is known to be JSON.
struct LineFinder {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lines: [String: Int] = [:]

  /// The line of the field at `path`, such as `actions[2].at`, or of what holds it if there is no such field.
  static func line(of path: String, in bytes: [UInt8]) -> Int {
    var finder = LineFinder(bytes: bytes)
    finder.value(at: "")
    var path = Substring(path)
    while true {
      if let line = finder.lines[String(path)] { return line }
      guard let cut = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return 1 }
      path = path[..<cut]
    }
  }

  /// The line that the byte at `offset` is on.
  static func line(at offset: Int, in bytes: [UInt8]) -> Int {
    1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func value(at path: String) {
    skipBlanks()
    if lines[path] == nil { lines[path] = line }
    switch peek() {
    case UInt8(ascii: "{"): object(at: path)
    case UInt8(ascii: "["): array(at: path)
    case UInt8(ascii: "\""): _ = string()
    default:
      while let byte = peek(), !Self.closing.contains(byte) { step() }
    }
  }

  private mutating func object(at path: String) {
    step()
    while true {
      skipBlanks()
      guard let byte = peek(), byte != UInt8(ascii: "}") else { break }
      if byte == UInt8(ascii: ",") {
        step()
        continue
      }
      let start = line
      let key = string()
      let inner = path.isEmpty ? key : "\(path).\(key)"
      lines[inner] = start
      skipBlanks()
      step()
      value(at: inner)
    }
    step()
  }

  private mutating func array(at path: String) {
    step()
    var index = 0
    while true {
      skipBlanks()
      guard let byte = peek(), byte != UInt8(ascii: "]") else { break }
      if byte == UInt8(ascii: ",") {
        step()
        continue
      }
      value(at: "\(path)[\(index)]")
      index += 1
    }
    step()
  }

  /// A string as it is written, which is how plain keys read.
  private mutating func string() -> String {
    step()
    let start = position
    while let byte = peek(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { step() }
      step()
    }
    defer { step() }
    return String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self)
  }

  private static let closing = Set(",]} \n\r\t".utf8)

  private mutating func skipBlanks() {
    while let byte = peek(), Set(" \n\r\t".utf8).contains(byte) { step() }
  }

  private func peek() -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private mutating func step() {
    if peek() == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }
}
