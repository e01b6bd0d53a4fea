import CompiledPolicy
import FoundationEssentials

/// The fields of an answer, read strictly: an error names the field and says what was found.
struct JSONFields {
  let path: String
  private let fields: [String: JSONValue]

  /// - Throws: ``PhosraError/malformed(_:)`` for what is not an object in JSON, or one that reports an error.
  init(body: [UInt8]) throws(PhosraError) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: body)
    } catch {
      throw .malformed("not JSON: \(error)")
    }
    try self.init(value, path: "")
    if case .string(let words) = fields["error"] {
      throw .malformed("an answer that says success and holds an error: \(words.prefix(200))")
    }
  }

  private init(_ value: JSONValue, path: String) throws(PhosraError) {
    guard case .object(let fields) = value else {
      throw .malformed(
        "\(path.isEmpty ? "the answer" : path) is \(value.kind) where an object is expected")
    }
    self.fields = fields
    self.path = path
  }

  func text(_ name: String) throws(PhosraError) -> String {
    guard let text = try optionalText(name) else { throw missing(name) }
    return text
  }

  func optionalText(_ name: String) throws(PhosraError) -> String? {
    switch fields[name] ?? .null {
    case .null: return nil
    case .string(let text): return text
    case let other: throw wrong(name, other, "text")
    }
  }

  func integer(_ name: String) throws(PhosraError) -> Int {
    switch fields[name] ?? .null {
    case .null: throw missing(name)
    case .integer(let value): return value
    case let other: throw wrong(name, other, "a whole number")
    }
  }

  func date(_ name: String) throws(PhosraError) -> Date {
    guard let date = try optionalDate(name) else { throw missing(name) }
    return date
  }

  func optionalDate(_ name: String) throws(PhosraError) -> Date? {
    guard let text = try optionalText(name) else { return nil }
    guard let date = RFC3339.date(text) else {
      throw .malformed("\(full(name)) is \(text.prefix(80).debugDescription): no date of RFC 3339")
    }
    return date
  }

  /// Absent and `null` are an empty list.
  func texts(_ name: String) throws(PhosraError) -> [String] {
    switch fields[name] ?? .null {
    case .null: return []
    case .array(let values):
      var texts: [String] = []
      for (index, value) in values.enumerated() {
        guard case .string(let text) = value else {
          throw wrong("\(name)[\(index)]", value, "text")
        }
        texts.append(text)
      }
      return texts
    case let other: throw wrong(name, other, "a list")
    }
  }

  func object(_ name: String) throws(PhosraError) -> JSONFields {
    guard let value = fields[name], value != .null else { throw missing(name) }
    return try JSONFields(value, path: full(name))
  }

  /// The fields of an object; none if it is absent or `null`.
  func objects(_ name: String) throws(PhosraError) -> [String: JSONFields] {
    guard let value = fields[name], value != .null else { return [:] }
    var objects: [String: JSONFields] = [:]
    let outer = try JSONFields(value, path: full(name))
    for (key, value) in outer.fields {
      objects[key] = try JSONFields(value, path: "\(full(name)).\(key)")
    }
    return objects
  }

  /// The texts of an object; none if it is absent or `null`.
  func textsByName(_ name: String) throws(PhosraError) -> [String: String] {
    guard let value = fields[name], value != .null else { return [:] }
    let inner = try JSONFields(value, path: full(name))
    var texts: [String: String] = [:]
    for key in inner.fields.keys { texts[key] = try inner.text(key) }
    return texts
  }

  /// An object as it is; empty if it is absent or `null`.
  func values(_ name: String) throws(PhosraError) -> [String: JSONValue] {
    guard let value = fields[name], value != .null else { return [:] }
    return try JSONFields(value, path: full(name)).fields
  }

  private func full(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private func missing(_ name: String) -> PhosraError {
    .malformed("\(full(name)) is missing")
  }

  private func wrong(_ name: String, _ value: JSONValue, _ expected: String) -> PhosraError {
    .malformed("\(full(name)) is \(value.kind) where \(expected) is expected")
  }
}
