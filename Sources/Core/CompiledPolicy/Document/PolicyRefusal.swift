/// Why a document is refused whole (rule P4).
public enum PolicyRefusal: Error, Equatable, Sendable {
  case notJSON(JSONFault)
  case missing(field: String)
  case wrongType(field: String, expected: String, found: String)
  case impossible(field: String, value: String, reason: String)
}

extension PolicyRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notJSON(let fault): "not JSON: \(fault)"
    case .missing(let field): "\(field) is missing"
    case .wrongType(let field, let expected, let found):
      "\(field.isEmpty ? "the document" : field) is \(found) where \(expected) is expected"
    case .impossible(let field, let value, let reason): "\(field) is \(value): \(reason)"
    }
  }
}
