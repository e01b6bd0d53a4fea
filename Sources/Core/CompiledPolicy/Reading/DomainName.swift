/// A domain as a policy may spell it.
enum DomainName: Equatable {
  case blank
  /// Lower case, non-ASCII labels in Punycode, no final dot.
  case name(String)
  case impossible(reason: String)

  /// Takes a URL for its host, `*.wiki.example` for `wiki.example` (sub-domains are always meant), and
  /// upper case, a final dot, a port or blanks around it for what they stand beside.
  init(_ text: String) {
    if Self.isPlain(text), let name = Self.checked(text) {
      self = .name(name)
      return
    }
    let host = Self.host(of: Words.trimmed(text).lowercased())
    if host.isEmpty {
      self = Words.trimmed(text).isEmpty ? .blank : .impossible(reason: "names no domain")
      return
    }
    if host.unicodeScalars.contains(where: { (0x300...0x36F).contains($0.value) }) {
      self = .impossible(reason: "letters and their accents are written apart")
      return
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false).map { label in
      label.utf8.allSatisfy { $0 < 0x80 } ? String(label) : "xn--" + Punycode.encode(label)
    }
    let isASCIIPart = host.unicodeScalars.allSatisfy {
      $0.value < 0x80 ? Self.isAllowed(UInt8($0.value)) : Self.isLetterLike($0)
    }
    if isASCIIPart, let name = Self.checked(labels.joined(separator: ".")) {
      self = .name(name)
    } else {
      self = .impossible(reason: "is not a domain")
    }
  }

  private static func host(of text: String) -> Substring {
    var rest = text[...]
    if let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...]
    } else if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
    }
    rest = rest.prefix { !"/?#".contains($0) }
    if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
    if let colon = rest.lastIndex(of: ":"), rest[colon...].dropFirst().allSatisfy(\.isNumber) {
      rest = rest[..<colon]
    }
    if rest.hasPrefix("*.") {
      rest = rest.dropFirst(2)
    } else if rest.first == "." {
      rest.removeFirst()
    }
    if rest.last == "." { rest.removeLast() }
    return rest
  }

  /// Whether nothing needs to be changed, as in nearly all of a long list.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy(isAllowed)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isLetterLike(_ scalar: UnicodeScalar) -> Bool {
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil || properties.isEmoji
      || properties.generalCategory == .nonspacingMark
      || properties.generalCategory == .spacingMark
  }

  /// The name, if DNS could have it: at least two labels of 1 to 63 bytes, 253 bytes in all, and no address.
  private static func checked(_ name: String) -> String? {
    var labels = 1
    var length = 0
    var previous = UInt8(ascii: ".")
    var isNumber = true
    for byte in name.utf8 {
      if byte == UInt8(ascii: ".") {
        guard length > 0, previous != UInt8(ascii: "-") else { return nil }
        labels += 1
        length = 0
        isNumber = true
      } else {
        guard length < 63, byte != UInt8(ascii: "-") || length > 0 else { return nil }
        length += 1
        isNumber = isNumber && byte &- UInt8(ascii: "0") < 10
      }
      previous = byte
    }
    let isComplete = length > 0 && previous != UInt8(ascii: "-") && labels > 1 && !isNumber
    return isComplete && name.utf8.count <= 253 ? name : nil
  }
}
