/// A domain name in the one form in which names are compared: lower case, ASCII, without a final dot.
///
/// Covers a name's sub-domains by the labels, so `example.com` covers `www.example.com` and not `myexample.com`; there is
/// no public-suffix list, so `com` is a name like any other.
package struct DomainName: Hashable, Sendable {
  package let text: String

  /// Reads a name as people write it: any case, in their own script, perhaps as an address with scheme, port and path.
  ///
  /// Nil if what remains is not a domain name.
  package init?(_ written: String) {
    guard let host = Self.host(of: written.trimmed) else { return nil }
    self.init(host: host)
  }

  /// Reads a name that stands alone, without a final dot. Nil if it is not a domain name.
  package init?(host: some StringProtocol) {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
      .map { asciiLabel($0.lowercased()) }
    let text = labels.compactMap(\.self).joined(separator: ".")
    guard !labels.contains(nil), text.utf8.count <= 253 else { return nil }
    self.text = text
  }

  /// What an address has for a host, without a final dot: any text, perhaps none. Nil if its port is no number.
  package static func host(of address: Substring) -> Substring? {
    var host = address
    if let scheme = host.firstRange(of: "://") { host = host[scheme.upperBound...] }
    host = host.prefix { !"/?#\\".contains($0) }
    if let user = host.lastIndex(of: "@") { host = host[host.index(after: user)...] }
    if let port = host.lastIndex(of: ":") {
      guard host[host.index(after: port)...].allSatisfy(\.isASCIIDigit) else { return nil }
      host = host[..<port]
    }
    if host.hasSuffix(".") { host.removeLast() }
    return host
  }

  /// Whether a label may have this byte, in the form in which names are compared.
  package static func isInLabels(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}

extension DomainName: Comparable {
  package static func < (first: Self, second: Self) -> Bool { first.text < second.text }
}

extension DomainName {
  /// The name itself, then each name above it: `a.b.c`, `b.c`, `c`.
  package var selfAndParents: some Sequence<DomainName> {
    sequence(first: self) { name in
      name.text.firstIndex(of: ".").map {
        DomainName(canonical: String(name.text[name.text.index(after: $0)...]))
      }
    }
  }

  private init(canonical text: String) {
    self.text = text
  }
}

/// A label, already in lower case, in ASCII. Nil if it is not one.
private func asciiLabel(_ label: String) -> String? {
  let ascii =
    if label.utf8.allSatisfy({ $0 < 128 }) { label } else {
      Punycode.encoding(Array(label.unicodeScalars)).map { "xn--" + $0 }
    }
  guard let ascii, 1...63 ~= ascii.utf8.count, ascii.utf8.allSatisfy(DomainName.isInLabels) else {
    return nil
  }
  return ascii
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}

extension String {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
  }
}
