/// Reads a document of XML, one event after the other, as strictly as it must be well-formed and no more of it than
/// AppStream metadata uses.
///
/// There are no entities but the five that every document has and numbers of characters, so nothing expands and nothing
/// is fetched: a document type declaration is refused. Work and memory are bounded by the length of the text.
struct XMLReader {
  enum Event: Equatable {
    case start(String, [String: String])
    case end(String)
    /// Character data, also from `CDATA`; a stretch of it may come in several pieces.
    case text(String)
  }

  /// Why the text is not read on, and how many bytes into it.
  struct Fault: Error, Equatable, CustomStringConvertible {
    let words: String
    let offset: Int

    var description: String { "\(words) (at byte \(offset))" }
  }

  static let deepest = 64
  private let bytes: [UInt8]
  private var position = 0
  private var open: [String] = []
  private var isRootSeen = false
  /// The end of an element that had no content.
  private var pendingEnd: String?

  init(_ text: String) {
    bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next event; nil after the end of a whole document.
  mutating func next() throws(Fault) -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      open.removeLast()
      return .end(name)
    }
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        if let text = try text() { return .text(text) }
        continue
      }
      if skips("<!--") {
        try skip(through: "-->", "a comment does not end")
      } else if skips("<?") {
        try skip(through: "?>", "an instruction does not end")
      } else if skips("<![CDATA[") {
        if open.isEmpty { throw fault("text outside of the root element") }
        let start = position
        try skip(through: "]]>", "a CDATA section does not end")
        return .text(String(decoding: bytes[start..<(position - 3)], as: UTF8.self))
      } else if skips("<!") {
        throw fault("declarations are refused")
      } else if skips("</") {
        return try endTag()
      } else {
        position += 1
        return try startTag()
      }
    }
    if let name = open.last { throw fault("<\(name)> does not end") }
    if !isRootSeen { throw fault("there is no element") }
    return nil
  }
}

extension XMLReader {
  private func fault(_ words: String) -> Fault { Fault(words: words, offset: position) }

  private mutating func skips(_ start: StaticString) -> Bool {
    let matches = start.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if matches { position += start.utf8CodeUnitCount }
    return matches
  }

  private mutating func skip(through end: StaticString, _ words: String) throws(Fault) {
    while position < bytes.count {
      if skips(end) { return }
      position += 1
    }
    throw fault(words)
  }

  private mutating func skipSpaces() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Nil for white space outside of the root element.
  private mutating func text() throws(Fault) -> String? {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
    if open.isEmpty {
      guard bytes[start..<position].allSatisfy(Self.isSpace) else {
        throw fault("text outside of the root element")
      }
      return nil
    }
    return try resolved(start..<position)
  }

  private mutating func startTag() throws(Fault) -> Event {
    if open.isEmpty, isRootSeen { throw fault("a second root element") }
    if open.count == Self.deepest { throw fault("nested deeper than \(Self.deepest) elements") }
    let name = try name()
    var attributes: [String: String] = [:]
    while true {
      let before = position
      skipSpaces()
      if skips("/>") {
        pendingEnd = name
        break
      }
      if skips(">") { break }
      guard position > before else { throw fault("<\(name)> is not closed") }
      let attribute = try self.name()
      skipSpaces()
      guard skips("=") else { throw fault("the attribute \(attribute) has no value") }
      skipSpaces()
      let value = try quoted()
      guard attributes.updateValue(value, forKey: attribute) == nil else {
        throw fault("the attribute \(attribute) stands twice in <\(name)>")
      }
    }
    isRootSeen = true
    open.append(name)
    return .start(name, attributes)
  }

  private mutating func endTag() throws(Fault) -> Event {
    let name = try name()
    skipSpaces()
    guard skips(">") else { throw fault("</\(name)> is not closed") }
    guard open.last == name else { throw fault("</\(name)> ends nothing") }
    open.removeLast()
    return .end(name)
  }

  private mutating func name() throws(Fault) -> String {
    let start = position
    while position < bytes.count, Self.isName(bytes[position], isFirst: position == start) {
      position += 1
    }
    guard position > start else { throw fault("a name is missing") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isName(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
    default: false
    }
  }

  private mutating func quoted() throws(Fault) -> String {
    guard position < bytes.count,
      bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
    else { throw fault("a value is not quoted") }
    let quote = bytes[position]
    let start = position + 1
    guard let end = bytes[start...].firstIndex(of: quote) else { throw fault("a quote is open") }
    position = end + 1
    guard !bytes[start..<end].contains(UInt8(ascii: "<")) else { throw fault("< in a value") }
    return try resolved(start..<end)
  }

  /// The text with its references replaced, each once.
  private func resolved(_ range: Range<Int>) throws(Fault) -> String {
    guard bytes[range].contains(UInt8(ascii: "&")) else {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    var result: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "&") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      guard
        let end = bytes[index..<min(index + 12, range.upperBound)].firstIndex(of: UInt8(ascii: ";"))
      else { throw fault("a reference does not end") }
      let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
      guard let scalar = Self.character(name) else { throw fault("&\(name); is not known") }
      result += Array(String(Character(scalar)).utf8)
      index = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func character(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": "<"
    case "gt": ">"
    case "amp": "&"
    case "quot": "\""
    case "apos": "'"
    case _ where name.hasPrefix("#x"):
      UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
    default: nil
    }
  }
}
