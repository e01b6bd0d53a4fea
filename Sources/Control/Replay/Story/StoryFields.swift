import ActivityEngine
import CompiledPolicy
import FoundationEssentials

/// The text of a scenario, for naming places in it.
struct StorySource {
  let file: String
  let bytes: [UInt8]

  /// - Throws: ``StoryFault`` where it is no JSON.
  func document() throws(StoryFault) -> JSONValue {
    do { return try JSONValue(parsing: bytes) } catch {
      throw StoryFault(
        file: file, line: LineFinder.line(at: error.offset, in: bytes), field: error.path,
        words: "\(error)")
    }
  }

  func fault(_ field: String, _ words: String) -> StoryFault {
    StoryFault(
      file: file, line: LineFinder.line(of: field, in: bytes), field: field, words: words)
  }
}

/// An object of a scenario, from which every field must be taken.
struct StoryFields {
  let path: String
  let source: StorySource
  private var left: [String: JSONValue]

  init(_ value: JSONValue, at path: String, in source: StorySource) throws(StoryFault) {
    guard case .object(let fields) = value else {
      throw source.fault(path, "\(value.kind) where an object is needed")
    }
    self.path = path
    self.source = source
    left = fields
  }

  func path(_ field: String) -> String { path.isEmpty ? field : "\(path).\(field)" }

  func fault(_ field: String, _ words: String) -> StoryFault {
    source.fault(path(field), words)
  }

  /// Throws if a field was not taken, since nobody would heed it.
  func end() throws(StoryFault) {
    if let name = left.keys.min() { throw fault(name, "unknown field") }
  }

  // MARK: Taking

  var names: [String] { left.keys.sorted() }

  mutating func optional(_ name: String) -> JSONValue? {
    left.removeValue(forKey: name)
  }

  mutating func value(_ name: String) throws(StoryFault) -> JSONValue {
    guard let value = optional(name) else {
      throw source.fault(path, "the field “\(name)” is missing")
    }
    return value
  }

  mutating func has(_ name: String) -> Bool { left[name] != nil }

  mutating func text(_ name: String) throws(StoryFault) -> String {
    try text(try value(name), name)
  }

  mutating func optionalText(_ name: String) throws(StoryFault) -> String? {
    guard let value = optional(name) else { return nil }
    return try text(value, name)
  }

  mutating func integer(_ name: String) throws(StoryFault) -> Int {
    guard case .integer(let number) = try value(name) else {
      throw fault(name, "must be a whole number")
    }
    return number
  }

  mutating func seconds(_ name: String) throws(StoryFault) -> TimeInterval {
    let number =
      switch try value(name) {
      case .integer(let number): Double(number)
      case .number(let number): number
      default: throw fault(name, "must be a number of seconds")
      }
    guard (0...1e9).contains(number) else { throw fault(name, "no time passes so") }
    return number
  }

  mutating func bool(_ name: String) throws(StoryFault) -> Bool {
    guard case .bool(let value) = try value(name) else {
      throw fault(name, "must be true or false")
    }
    return value
  }

  mutating func date(_ name: String) throws(StoryFault) -> Date {
    try date(try value(name), name)
  }

  mutating func texts(_ name: String) throws(StoryFault) -> [String] {
    var result: [String] = []
    for (index, item) in try list(name).enumerated() {
      result.append(try text(item, "\(name)[\(index)]"))
    }
    return result
  }

  mutating func list(_ name: String) throws(StoryFault) -> [JSONValue] {
    guard case .array(let items) = try value(name) else {
      throw fault(name, "must be a list")
    }
    return items
  }

  mutating func object(_ name: String) throws(StoryFault) -> StoryFields {
    try StoryFields(try value(name), at: path(name), in: source)
  }

  /// A word that `Choice` has.
  mutating func choice<Choice: RawRepresentable>(_ name: String) throws(StoryFault) -> Choice
  where Choice.RawValue == String {
    let word = try text(name)
    guard let choice = Choice(rawValue: word) else { throw fault(name, "unknown word “\(word)”") }
    return choice
  }

  // MARK: Reading

  func text(_ value: JSONValue, _ name: String) throws(StoryFault) -> String {
    guard case .string(let text) = value else { throw fault(name, "must be text") }
    return text
  }

  func date(_ value: JSONValue, _ name: String) throws(StoryFault) -> Date {
    guard let date = RFC3339.date(try text(value, name)) else {
      throw fault(name, "must be a date and time with an offset, as 2026-03-29T02:30:00+01:00")
    }
    return date
  }
}
