import System

/// The groups in which shielded applications stand still: `pavise.slice/shield-ID`, owned by root.
struct ShieldGroups {
  let slice: ControlGroup
  private static let prefix = "shield-"

  /// Processes that came to life in a shield group and belong to an application that may run.
  var released: ControlGroup { slice["released"] }

  func group(of desktopID: String) -> ControlGroup {
    slice[Self.prefix + Self.escaped(desktopID)]
  }

  /// All that exist, those of an earlier life too, with the desktop identifiers they stand for.
  func existing() throws -> [(desktopID: String, group: ControlGroup)] {
    try slice.children().compactMap { group in
      guard group.name.hasPrefix(Self.prefix) else { return nil }
      return (Self.unescaped(group.name.dropFirst(Self.prefix.count)), group)
    }
  }

  private static func escaped(_ name: String) -> String {
    name.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      return byte < 0x80 && (character.isLetter || character.isNumber || "._-".contains(character))
        ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private static func unescaped(_ name: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = name.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
