import ManagedSettings

/// A domain as a policy may spell it.
enum PolicyDomain: Equatable {
  case blank
  /// Lower case, non-ASCII labels in Punycode, no final dot.
  case name(String)
  case impossible(reason: String)

  /// Takes a URL for its host, `*.wiki.example` for `wiki.example` (sub-domains are always meant), and
  /// upper case, a final dot, a port or blanks around it for what they stand beside.
  init(_ text: String) {
    // Nothing needs to be changed in nearly all of a long list.
    if text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || DomainName.isInLabels($0) }),
      Self.isInDNS(text)
    {
      self = .name(text)
      return
    }
    let written = Words.trimmed(text)
    if written.isEmpty {
      self = .blank
      return
    }
    guard let host = Self.host(of: written) else {
      self = .impossible(reason: "is not a domain")
      return
    }
    if host.isEmpty {
      self = .impossible(reason: "names no domain")
    } else if host.unicodeScalars.contains(where: { (0x300...0x36F).contains($0.value) }) {
      self = .impossible(reason: "letters and their accents are written apart")
    } else if host.unicodeScalars.allSatisfy({ $0.isASCII || Self.isLetterLike($0) }),
      let name = DomainName(host: host)?.text, Self.isInDNS(name)
    {
      self = .name(name)
    } else {
      self = .impossible(reason: "is not a domain")
    }
  }

  private static func host(of written: String) -> String? {
    let address = written.hasPrefix("//") ? written.dropFirst(2) : written[...]
    guard let host = DomainName.host(of: address) else { return nil }
    for wildcard in ["*.", "."] where host.hasPrefix(wildcard) {
      return host.dropFirst(wildcard.count).lowercased()
    }
    return host.lowercased()
  }

  private static func isLetterLike(_ scalar: UnicodeScalar) -> Bool {
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil || properties.isEmoji
      || properties.generalCategory == .nonspacingMark
      || properties.generalCategory == .spacingMark
  }

  /// Whether DNS could have the name: at least two labels of 1 to 63 bytes, 253 bytes in all, and no address.
  private static func isInDNS(_ name: String) -> Bool {
    var labels = 1
    var length = 0
    var previous = UInt8(ascii: ".")
    var isNumber = true
    for byte in name.utf8 {
      if byte == UInt8(ascii: ".") {
        guard length > 0, previous != UInt8(ascii: "-") else { return false }
        labels += 1
        length = 0
        isNumber = true
      } else {
        guard length < 63, byte != UInt8(ascii: "-") || length > 0 else { return false }
        length += 1
        isNumber = isNumber && byte &- UInt8(ascii: "0") < 10
      }
      previous = byte
    }
    let isComplete = length > 0 && previous != UInt8(ascii: "-") && labels > 1 && !isNumber
    return isComplete && name.utf8.count <= 253
  }
}
