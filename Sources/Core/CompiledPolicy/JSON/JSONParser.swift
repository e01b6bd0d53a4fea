/// A strict reader of RFC 8259. The bytes are known to be UTF-8.
struct JSONParser {
  private enum Step {
    case key(String)
    case index(Int)
  }

  private let bytes: [UInt8]
  private var position = 0
  /// The keys and indices that lead to the value being read, for faults.
  private var path: [Step] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSONFault) -> JSONValue {
    skipBlanks()
    let value = try value()
    skipBlanks()
    if position < bytes.count { throw fault(.trailing(found: bytes[position])) }
    return value
  }

  private mutating func value() throws(JSONFault) -> JSONValue {
    switch try peek() {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case let other: throw fault(.unexpected(found: other, expected: "a value"))
    }
  }

  private mutating func object() throws(JSONFault) -> [String: JSONValue] {
    position += 1
    try checkDepth()
    var fields: [String: JSONValue] = [:]
    skipBlanks()
    if try take("}") { return fields }
    repeat {
      skipBlanks()
      let start = position
      try expect("\"", "a key", consuming: false)
      let key = try string()
      path.append(.key(key))
      skipBlanks()
      try expect(":", "':'")
      skipBlanks()
      if fields.updateValue(try value(), forKey: key) != nil {
        position = start
        path.removeLast()
        throw fault(.duplicateKey(key))
      }
      path.removeLast()
      skipBlanks()
    } while try take(",")
    try expect("}", "',' or '}'")
    return fields
  }

  private mutating func array() throws(JSONFault) -> [JSONValue] {
    position += 1
    try checkDepth()
    var values: [JSONValue] = []
    skipBlanks()
    if try take("]") { return values }
    repeat {
      skipBlanks()
      path.append(.index(values.count))
      values.append(try value())
      path.removeLast()
      skipBlanks()
    } while try take(",")
    try expect("]", "',' or ']'")
    return values
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONFault)
    -> JSONValue
  {
    for index in 0..<text.utf8CodeUnitCount {
      let expected = text.utf8Start[index]
      let found = try peek()
      guard found == expected else {
        throw fault(.unexpected(found: found, expected: "\(text)"))
      }
      position += 1
    }
    return value
  }

  private mutating func number() throws(JSONFault) -> JSONValue {
    let start = position
    var isInteger = true
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    if try peek() == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try digits()
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(try peek()) { position += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let value = Int(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      position = start
      throw fault(.numberOutOfRange(text))
    }
    return .number(value)
  }

  private mutating func digits() throws(JSONFault) {
    let first = try peek()
    guard isDigit(first) else { throw fault(.unexpected(found: first, expected: "a digit")) }
    while position < bytes.count, isDigit(bytes[position]) { position += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

extension JSONParser {
  private mutating func string() throws(JSONFault) -> String {
    position += 1
    let start = position
    while true {
      switch try peek() {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: bytes[start..<position - 1], as: UTF8.self)
      case UInt8(ascii: "\\"):
        return try escapedString(after: Array(bytes[start..<position]))
      case 0..<0x20:
        throw fault(.unexpected(found: bytes[position], expected: "text or '\"'"))
      default:
        position += 1
      }
    }
  }

  private mutating func escapedString(after beginning: [UInt8]) throws(JSONFault) -> String {
    var text = beginning
    while true {
      let byte = try peek()
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        position += 1
        text.append(contentsOf: UTF8.encode(try escape()) ?? .init())
      case 0..<0x20:
        throw fault(.unexpected(found: byte, expected: "text or '\"'"))
      default:
        position += 1
        text.append(byte)
      }
    }
  }

  private mutating func escape() throws(JSONFault) -> UnicodeScalar {
    let letter = try peek()
    guard letter != UInt8(ascii: "u") else { return try unicodeEscape() }
    let meanings: [UInt8: UnicodeScalar] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
      UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
      UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    guard let meaning = meanings[letter] else {
      throw fault(.unexpected(found: letter, expected: "an escape"))
    }
    position += 1
    return meaning
  }

  private mutating func unicodeEscape() throws(JSONFault) -> UnicodeScalar {
    let start = position
    var code = try codeUnit()
    if (0xD800..<0xDC00).contains(code), position < bytes.count,
      bytes[position] == UInt8(ascii: "\\")
    {
      position += 1
      if try peek() == UInt8(ascii: "u") {
        let low = try codeUnit()
        if (0xDC00..<0xE000).contains(low) {
          code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
      }
    }
    guard let scalar = UnicodeScalar(code) else {
      position = start
      throw fault(.loneSurrogate)
    }
    return scalar
  }

  /// Reads `u` and four hexadecimal digits.
  private mutating func codeUnit() throws(JSONFault) -> UInt32 {
    position += 1
    var code: UInt32 = 0
    for _ in 0..<4 {
      let byte = try peek()
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
        throw fault(.unexpected(found: byte, expected: "a hexadecimal digit"))
      }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }
}

extension JSONParser {
  private mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private func peek() throws(JSONFault) -> UInt8 {
    guard position < bytes.count else { throw fault(.truncated) }
    return bytes[position]
  }

  private mutating func take(_ scalar: UnicodeScalar) throws(JSONFault) -> Bool {
    guard try peek() == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  private mutating func expect(
    _ scalar: UnicodeScalar, _ words: String, consuming: Bool = true
  ) throws(JSONFault) {
    let found = try peek()
    guard found == UInt8(ascii: scalar) else {
      throw fault(.unexpected(found: found, expected: words))
    }
    if consuming { position += 1 }
  }

  /// Called after an opening bracket, which counts.
  private func checkDepth() throws(JSONFault) {
    if path.count >= JSONValue.maximumDepth { throw fault(.tooDeep) }
  }

  private func fault(_ cause: JSONFault.Cause) -> JSONFault {
    var text = ""
    for step in path {
      switch step {
      case .key(let key): text += text.isEmpty ? key : "." + key
      case .index(let index): text += "[\(index)]"
      }
    }
    return JSONFault(path: text, offset: position, cause: cause)
  }
}
