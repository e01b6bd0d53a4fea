/// The secrets of a person's displays, as `~/.Xauthority` holds them.
///
/// Source: Xau(3): family, address, display number, name and data, each with a length of two bytes, the high one first.
enum XAuthority {
  struct Entry: Equatable {
    var display: String
    var name: String
    var data: [UInt8]
  }

  /// The entries before the first one that is cut off.
  static func entries(in file: [UInt8]) -> [Entry] {
    var rest = file[...]
    var result: [Entry] = []
    func field() -> [UInt8]? {
      guard rest.count >= 2 else { return nil }
      let length = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
      guard rest.count >= 2 + length else { return nil }
      defer { rest = rest.dropFirst(2 + length) }
      return Array(rest.dropFirst(2).prefix(length))
    }
    while rest.count >= 2 {
      rest = rest.dropFirst(2)
      guard field() != nil, let display = field(), let name = field(), let data = field() else {
        break
      }
      result.append(
        Entry(
          display: String(decoding: display, as: UTF8.self),
          name: String(decoding: name, as: UTF8.self), data: data))
    }
    return result
  }

  /// What opens `display`: an entry of its number, else one for every display. Another host's entry is merely refused.
  static func entry(for display: Int, in file: [UInt8]) -> Entry? {
    let usable = entries(in: file).filter { $0.name == "MIT-MAGIC-COOKIE-1" && $0.data.count == 16 }
    return usable.first { $0.display == "\(display)" } ?? usable.first { $0.display.isEmpty }
  }
}
