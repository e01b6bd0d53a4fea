/// The application that the name of a cgroup promises. Its user can give his scopes any name: a hint, no evidence.
///
/// Source: systemd, *Desktop Environment Integration*: `app[-LAUNCHER]-ID-RANDOM.scope`, `app[-LAUNCHER]-ID[@RANDOM].service`;
/// snapd: `snap.NAME.APP-UUID.scope`.
package enum ApplicationScope {
  /// - Parameter path: A path in the cgroup hierarchy; the innermost unit that names an application counts.
  package static func application(in path: String) -> String? {
    path.split(separator: "/").reversed().lazy.compactMap(application(ofUnit:)).first
  }

  private static func application(ofUnit unit: Substring) -> String? {
    guard let dot = unit.lastIndex(of: ".") else { return nil }
    let kind = unit[unit.index(after: dot)...]
    let stem = unit[..<dot]
    if kind == "scope", stem.hasPrefix("snap.") {
      return stem.split(separator: ".").dropFirst().first.map(String.init)
    }
    guard stem.hasPrefix("app-") else { return nil }
    let parts = stem.split(separator: "-").dropFirst()
    switch kind {
    case "scope": return parts.dropLast().last.map(unescaped)
    case "service": return parts.last?.split(separator: "@").first.map(unescaped)
    default: return nil
    }
  }

  /// Unit names spell bytes that they cannot hold as `\x2d`.
  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
        let code = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
