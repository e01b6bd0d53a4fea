/// The content of a TZif file (RFC 9636), versions 1 to 4, as far as offsets are concerned.
///
/// Every length in the file is checked before it is used, so hostile bytes give an error that names what is wrong.
struct TZif {
  /// The offset before the first transition.
  var initialOffset: Int
  /// Ascending.
  var transitions: [(instant: Int, offset: Int)] = []
  /// The rule after the last transition, empty where the last offset holds for ever.
  var footer = ""

  init(_ bytes: [UInt8]) throws(TimeZoneRulesError) {
    var reader = Reader(bytes: bytes)
    let first = try Header(&reader)
    if first.version == 0 {
      initialOffset = 0
      try readData(first, timeSize: 4, &reader)
    } else {
      // The data for 32-bit readers holds nothing that the second block does not.
      try reader.skip(first.dataSize(timeSize: 4), "version 1 data")
      initialOffset = 0
      try readData(try Header(&reader), timeSize: 8, &reader)
      footer = try reader.enclosedLine()
    }
  }

  private mutating func readData(
    _ header: Header, timeSize: Int, _ reader: inout Reader
  ) throws(TimeZoneRulesError) {
    guard header.types > 0 else { throw .noLocalTimeTypes }
    guard header.leapSeconds == 0 else { throw .leapSeconds(count: header.leapSeconds) }
    var times = try reader.part(header.transitions * timeSize, "transition times")
    var indices = try reader.part(header.transitions, "transition types")
    var types = try reader.part(header.types * Header.typeSize, "local time types")
    try reader.skip(header.names + header.standardFlags + header.universalFlags, "names and flags")

    var offsets: [Int] = []
    for _ in 0..<header.types {
      let offset = try types.integer(size: 4, "local time type")
      guard -90_000 < offset, offset < 93_600 else { throw .offsetOutOfRange(seconds: offset) }
      try types.skip(Header.typeSize - 4, "local time type")
      offsets.append(offset)
    }
    initialOffset = offsets[0]
    var last = Int.min
    for transition in 0..<header.transitions {
      let instant = try times.integer(size: timeSize, "transition time")
      let type = try indices.integer(size: 1, "transition type") & 0xFF
      guard transition == 0 || instant > last else {
        throw .transitionNotAscending(transition: transition)
      }
      guard type < header.types else {
        throw .unknownLocalTimeType(transition: transition, type: type, types: header.types)
      }
      last = instant
      transitions.append((instant, offsets[type]))
    }
  }
}

private struct Header {
  static let typeSize = 6

  let version: UInt8
  let universalFlags, standardFlags, leapSeconds, transitions, types, names: Int

  init(_ reader: inout Reader) throws(TimeZoneRulesError) {
    guard reader.remaining.starts(with: "TZif".utf8) else { throw .notTZif }
    try reader.skip(4, "header")
    version = UInt8(truncatingIfNeeded: try reader.integer(size: 1, "header"))
    // Versions only ever add; a reader of one reads those after it too.
    guard version == 0 || (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(version) else {
      throw .unknownVersion(version)
    }
    try reader.skip(15, "header")
    universalFlags = try reader.count("header")
    standardFlags = try reader.count("header")
    leapSeconds = try reader.count("header")
    transitions = try reader.count("header")
    types = try reader.count("header")
    names = try reader.count("header")
  }

  func dataSize(timeSize: Int) -> Int {
    transitions * (timeSize + 1) + types * Header.typeSize + names
      + leapSeconds * (timeSize + 4) + standardFlags + universalFlags
  }
}

/// Reads big-endian numbers from the front of some bytes.
private struct Reader {
  private let bytes: [UInt8]
  private var position = 0
  private var end: Int

  init(bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count
  }

  var remaining: ArraySlice<UInt8> { bytes[position..<end] }

  mutating func skip(_ size: Int, _ section: String) throws(TimeZoneRulesError) {
    guard size <= end - position else {
      throw .truncated(section: section, end: position + size, size: bytes.count)
    }
    position += size
  }

  /// A reader of the next `size` bytes, which this one goes past.
  mutating func part(_ size: Int, _ section: String) throws(TimeZoneRulesError) -> Reader {
    var part = self
    try skip(size, section)
    part.end = position
    return part
  }

  /// A signed number of one to eight bytes.
  mutating func integer(size: Int, _ section: String) throws(TimeZoneRulesError) -> Int {
    let first = position
    try skip(size, section)
    var value = Int(Int8(bitPattern: bytes[first]))
    for byte in bytes[(first + 1)..<position] { value = value << 8 | Int(byte) }
    return value
  }

  mutating func count(_ section: String) throws(TimeZoneRulesError) -> Int {
    try integer(size: 4, section) & 0xFFFF_FFFF
  }

  /// The line between the newline that comes next and the one after it.
  mutating func enclosedLine() throws(TimeZoneRulesError) -> String {
    let newline = UInt8(ascii: "\n")
    guard remaining.first == newline, let end = remaining.dropFirst().firstIndex(of: newline) else {
      throw .footerNotEnclosed
    }
    return String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
  }
}
