import CompiledPolicy
import FoundationEssentials

/// The body that the service itself sends with an error: `{"error":"Not Found","message":"…","code":404}`.
struct ServiceError {
  /// In words, without control characters, at most 200 characters.
  let message: String
  let code: Int?

  /// Nil if the body is anything else, such as a proxy's page.
  init?(_ answer: HTTPResponse) {
    guard let value = try? JSONValue(parsing: answer.body), case .object(let fields) = value,
      case .string(let error) = fields["error"]
    else { return nil }
    if case .integer(let code) = fields["code"] { self.code = code } else { code = nil }
    if case .string(let words) = fields["message"] {
      message = Self.cut(words)
    } else {
      message = Self.cut(error)
    }
  }

  /// The first words of a text that is no page; nil if there are none.
  static func plainWords(_ answer: HTTPResponse) -> String? {
    guard let type = answer["Content-Type"], type.lowercased().hasPrefix("text/plain") else {
      return nil
    }
    let words = cut(String(decoding: answer.body.prefix(1000), as: UTF8.self))
    return words.isEmpty ? nil : words
  }

  static func cut(_ text: String) -> String {
    let plain = text.unicodeScalars.prefix(200).map { scalar in
      scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        || [0x2028, 0x2029].contains(scalar.value) ? " " : Character(scalar)
    }
    var result = String(plain)
    while result.hasSuffix(" ") { result.removeLast() }
    return result
  }
}
