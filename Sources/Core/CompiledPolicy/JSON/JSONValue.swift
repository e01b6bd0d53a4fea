/// A JSON text from outside, read more strictly than `JSONDecoder` reads (``init(parsing:)``).
public enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// Written without fraction and exponent, and within `Int`.
  case integer(Int)
  /// Any other finite number.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The largest text that is read: 10 MiB.
  public static let maximumSize = 10 << 20

  /// The deepest nesting of arrays and objects that is read.
  public static let maximumDepth = 64

  /// Reads a whole text: one value of RFC 8259 in UTF-8 without a byte order mark, blanks around it,
  /// and nothing else. A key that comes twice in an object is refused, since readers differ about which counts.
  public init(parsing bytes: [UInt8]) throws(JSONFault) {
    guard bytes.count <= Self.maximumSize else {
      throw JSONFault(path: "", offset: 0, cause: .tooLarge(bytes: bytes.count))
    }
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw JSONFault(path: "", offset: 0, cause: .byteOrderMark)
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONFault(path: "", offset: 0, cause: .notUTF8)
    }
    var parser = JSONParser(bytes: bytes)
    self = try parser.document()
  }
}

extension JSONValue {
  /// What kind of value this is, for messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer, .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The value as a person would name it: scalars as written, at most 80 characters; lists and objects by size.
  package var excerpt: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .string(let value): PolicyFault.excerpt(of: value)
    case .array(let values): "a list of \(values.count)"
    case .object(let fields): "an object of \(fields.count)"
    }
  }
}
