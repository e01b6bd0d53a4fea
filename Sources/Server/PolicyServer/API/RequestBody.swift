import CompiledPolicy

/// The object in a request's body. Fields that nobody asks for are ignored, and null is absent.
struct RequestBody {
  let fields: [String: JSONValue]

  /// - Throws: A ``Refusal`` if the body is not JSON, or no object.
  init(_ bytes: [UInt8]) throws(Refusal) {
    guard let value = try? JSONValue(parsing: bytes), case .object(let fields) = value else {
      throw .body
    }
    self.fields = fields
  }

  func value(_ name: String) -> JSONValue? {
    fields[name].flatMap { $0 == .null ? nil : $0 }
  }

  /// A text of at most `limit` bytes without NUL, which no database of ours or others takes.
  func text(_ name: String, limit: Int = 500) throws(Refusal) -> String? {
    switch value(name) {
    case nil: return nil
    case .string(let text):
      guard text.utf8.count <= limit else {
        throw .field(name, "is longer than \(limit) bytes")
      }
      guard !text.utf8.contains(0) else { throw .field(name, "contains NUL") }
      return text
    default: throw .field(name, "is no text")
    }
  }

  func texts(_ name: String, limit: Int = 100) throws(Refusal) -> [String]? {
    switch value(name) {
    case nil: return nil
    case .array(let values):
      guard values.count <= limit else { throw .field(name, "has more than \(limit) entries") }
      var result: [String] = []
      for value in values {
        guard case .string(let text) = value, text.utf8.count <= 500, !text.utf8.contains(0)
        else { throw .field(name, "is no list of short texts") }
        result.append(text)
      }
      return result
    default: throw .field(name, "is no list")
    }
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(Refusal) -> Int? {
    switch value(name) {
    case nil: return nil
    case .integer(let value) where range.contains(value): return value
    default:
      throw .field(
        name, "is no whole number between \(range.lowerBound) and \(range.upperBound)")
    }
  }
}
