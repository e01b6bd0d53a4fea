/// The mark that a server, or a cache before it, has given the policy of a version (`ETag`).
///
/// Sent back as `If-None-Match`, it lets a cache answer that nothing has changed. Kept in memory alone, since every start
/// fetches unconditionally (rule P6).
struct EntityTag: Equatable, Sendable {
  /// Longer ones are not sent back, in bytes.
  static let longest = 256

  let version: Int
  let text: String

  /// Nil if the answer has none that could be sent back.
  init?(_ answer: HTTPResponse, version: Int) {
    guard let text = answer["ETag"], (1...Self.longest).contains(text.utf8.count),
      text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else { return nil }
    self.version = version
    self.text = text
  }
}
