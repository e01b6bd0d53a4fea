package import CompiledPolicy

/// JSON that is written: like ``JSONValue``, but the fields of an object keep their order.
package enum WireValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([WireValue])
  case object([Field])

  package struct Field: Equatable, Sendable {
    package var name: String
    package var value: WireValue
  }

  /// The fields of objects in the order of their names.
  package init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .array(let values): self = .array(values.map(WireValue.init))
    case .object(let fields):
      self = .object(
        fields.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: WireValue($0.value)) })
    }
  }

  package static func texts(_ values: some Sequence<String>) -> WireValue {
    .array(values.map(WireValue.string))
  }

  /// The object with further fields behind those it has; of nil values nothing is written.
  func adding(_ fields: KeyValuePairs<String, WireValue?>) -> WireValue {
    guard case .object(let own) = self else { return self }
    return .object(own + Self.present(fields))
  }

  /// An object without the fields whose value is nil.
  static func fields(_ fields: KeyValuePairs<String, WireValue?>) -> WireValue {
    .object(present(fields))
  }

  private static func present(_ fields: KeyValuePairs<String, WireValue?>) -> [Field] {
    fields.compactMap { field in field.value.map { Field(name: field.key, value: $0) } }
  }
}

extension WireValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(arrayLiteral values: WireValue...) { self = .array(values) }
  package init(dictionaryLiteral fields: (String, WireValue)...) {
    self = .object(fields.map { Field(name: $0.0, value: $0.1) })
  }
}
