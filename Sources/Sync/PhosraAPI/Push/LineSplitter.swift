/// Makes lines of what comes in pieces.
struct LineSplitter {
  /// In bytes. No line is longer; what is, is an error.
  static let longest = 64 << 10

  private var rest: [UInt8] = []

  /// - Returns: The lines that are complete, without their ends and without empty ones.
  mutating func append(_ bytes: [UInt8]) throws(LineTooLong) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if !rest.isEmpty { lines.append(rest) }
        rest = []
      } else {
        guard rest.count < Self.longest else { throw LineTooLong() }
        rest.append(byte)
      }
    }
    return lines
  }
}

struct LineTooLong: Error, Equatable, CustomStringConvertible {
  var description: String { "a line of the stream has more than \(LineSplitter.longest) bytes" }
}
