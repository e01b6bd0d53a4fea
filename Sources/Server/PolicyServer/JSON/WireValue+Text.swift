extension WireValue {
  /// The text as the service writes it: compact, and `<`, `>`, `&`, U+2028 and U+2029 as escapes, so that it does no
  /// harm inside HTML.
  package var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with the one newline that ends every body.
  package var body: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .number(let value): bytes += Self.digits(of: value).utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let values):
      Self.list("[", values, "]", to: &bytes) { value, bytes in value.write(to: &bytes) }
    case .object(let fields):
      Self.list("{", fields, "}", to: &bytes) { field, bytes in
        Self.write(field.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        field.value.write(to: &bytes)
      }
    }
  }

  /// A whole number without a fraction; JSON has no other numbers than finite ones.
  private static func digits(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    if let whole = Int(exactly: value), abs(whole) < 1 << 53 { return String(whole) }
    return String(value)
  }

  private static func list<Element>(
    _ opening: UnicodeScalar, _ elements: [Element], _ closing: UnicodeScalar,
    to bytes: inout [UInt8], write: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: opening))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(element, &bytes)
    }
    bytes.append(UInt8(ascii: closing))
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes += "\\\"".utf8
      case "\\": bytes += "\\\\".utf8
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        bytes += "\\u".utf8
        bytes += String(repeating: "0", count: 4 - digits.count).utf8
        bytes += digits.utf8
      default: bytes += UTF8.encode(scalar) ?? .init()
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
