/// A value of a policy that cannot be meant, so that its category fails and everything else is applied (rule P4).
public struct PolicyFault: Codable, Equatable, Sendable {
  public let category: RuleCategory
  /// Like `screen_time.downtime_windows[0].start_time`.
  public let field: String
  /// As found, shortened to 80 characters.
  public let value: String
  /// What is wrong with it.
  public let reason: String

  init(_ category: RuleCategory, _ field: String, _ value: String, _ reason: String) {
    self.category = category
    self.field = field
    self.value = value
    self.reason = reason
  }
}

extension PolicyFault: CustomStringConvertible {
  public var description: String { "\(field) is \(value): \(reason)" }

  /// The text in quotation marks; control characters escaped, and cut after 80 characters.
  static func excerpt(of text: String) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == 80 { return "\"\(result)…\"" }
      let isPlain =
        scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
        && ![0x2028, 0x2029].contains(scalar.value)
      result += isPlain ? String(Character(scalar)) : scalar.escaped(asASCII: true)
      count += 1
    }
    return "\"\(result)\""
  }
}
