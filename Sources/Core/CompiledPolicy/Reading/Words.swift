/// How words of the wire are compared.
enum Words {
  /// Lower case, without blanks around it, and `_` for the hyphens and blanks within.
  static func normalized(_ text: String) -> String {
    String(trimmed(text).lowercased().map { $0 == "-" || $0.isWhitespace ? "_" : $0 })
  }

  static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }
}
