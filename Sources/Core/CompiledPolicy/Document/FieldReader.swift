/// Reads the fields of one section. A field of another type than the wire's counts as absent and is a fault of
/// its category; so does a list with an entry of another type.
struct FieldReader {
  let path: String
  let fields: [String: JSONValue]
  private(set) var faults: [PolicyFault] = []

  init(path: String, fields: [String: JSONValue]) {
    self.path = path
    self.fields = fields
  }

  mutating func text(_ name: String, _ category: RuleCategory) -> String? {
    read(name, category, "text") { if case .string(let value) = $0 { value } else { nil } }
  }

  mutating func truth(_ name: String, _ category: RuleCategory) -> Bool? {
    read(name, category, "true or false") { if case .bool(let value) = $0 { value } else { nil } }
  }

  mutating func integer(_ name: String, _ category: RuleCategory) -> Int? {
    read(name, category, "a whole number") {
      if case .integer(let value) = $0 { value } else { nil }
    }
  }

  mutating func number(_ name: String, _ category: RuleCategory) -> Double? {
    read(name, category, "a number") {
      switch $0 {
      case .integer(let value): Double(value)
      case .number(let value): value
      default: nil
      }
    }
  }

  mutating func texts(_ name: String, _ category: RuleCategory) -> [String]? {
    list(name, category, of: "text") { _, _, value in
      if case .string(let text) = value { text } else { nil }
    }
  }

  /// A list of objects, each read by `body`.
  mutating func objects<Value>(
    _ name: String, _ category: RuleCategory, body: (inout FieldReader) -> Value
  ) -> [Value]? {
    list(name, category, of: "an object") { reader, index, value in
      if case .object(let fields) = value {
        reader.nested("\(name)[\(index)]", fields, body: body)
      } else {
        nil
      }
    }
  }

  mutating func object<Value>(
    _ name: String, _ category: RuleCategory, body: (inout FieldReader) -> Value
  ) -> Value? {
    read(name, category, "an object") {
      if case .object(let fields) = $0 { fields } else { nil }
    }.map { nested(name, $0, body: body) }
  }

  private mutating func nested<Value>(
    _ name: String, _ fields: [String: JSONValue], body: (inout FieldReader) -> Value
  ) -> Value {
    var reader = FieldReader(path: "\(path).\(name)", fields: fields)
    defer { faults += reader.faults }
    return body(&reader)
  }

  /// The list, unless there was a fault in it: its entries are only known as a whole.
  private mutating func list<Value>(
    _ name: String, _ category: RuleCategory, of expected: String,
    entry: (inout FieldReader, Int, JSONValue) -> Value?
  ) -> [Value]? {
    let values = read(name, category, "a list") {
      if case .array(let values) = $0 { values } else { nil }
    }
    guard let values else { return nil }
    let before = faults.count
    var result: [Value] = []
    result.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      if let entry = entry(&self, index, value) {
        result.append(entry)
      } else {
        refuse("\(name)[\(index)]", value, category, expected)
      }
    }
    return faults.count == before ? result : nil
  }

  private mutating func read<Value>(
    _ name: String, _ category: RuleCategory, _ expected: String, as value: (JSONValue) -> Value?
  ) -> Value? {
    guard let found = fields[name], found != .null else { return nil }
    if let value = value(found) { return value }
    refuse(name, found, category, expected)
    return nil
  }

  private mutating func refuse(
    _ name: String, _ value: JSONValue, _ category: RuleCategory, _ expected: String
  ) {
    faults.append(
      PolicyFault(
        category, "\(path).\(name)", value.excerpt, "\(value.kind) where \(expected) is expected"))
  }
}
