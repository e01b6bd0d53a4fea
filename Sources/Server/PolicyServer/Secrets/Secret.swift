/// A text that whoever holds it may act by: a device key, the parent's token, a pairing token.
///
/// Its description does not tell it, so that it cannot slip into a log. The server keeps the hash alone.
package struct Secret: Sendable {
  /// Handed out once.
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// 64 lower-case hexadecimal digits out of the kernel's random numbers.
  package static func random() -> Secret {
    var generator = SystemRandomNumberGenerator()
    let words: [UInt64] = (0..<4).map { _ in generator.next() }
    return Secret(
      words.map { word in
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }.joined())
  }

  /// What is stored.
  package var hash: [UInt8] { SHA256.digest(text.utf8) }

  /// Whether `hash` is this secret's, in a time that does not tell how much of it is right.
  package func matches(_ hash: [UInt8]) -> Bool {
    let own = self.hash
    guard own.count == hash.count else { return false }
    return zip(own, hash).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension Secret: CustomStringConvertible, CustomReflectable {
  package var description: String { "(secret)" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
