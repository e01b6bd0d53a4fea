/// A topic of an ntfy server, to which pushes are published; a UnifiedPush distributor's endpoint is one too.
package struct NtfyTopic: Equatable, Sendable {
  /// Like `https://ntfy.sh`.
  package var server: String
  package var topic: String
  /// For a topic that not everybody may read.
  package var token: Secret?

  package init(server: String, topic: String, token: Secret? = nil) {
    self.server = server
    self.topic = topic
    self.token = token
  }

  /// - Parameter url: The server's address with the topic at its end; nil for one without a sound topic.
  package init?(url: String) {
    let parts = url.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 4, let topic = parts.last, Self.isPlain(String(topic)) else { return nil }
    self.init(server: parts.dropLast().joined(separator: "/"), topic: String(topic))
  }

  /// The subscription, from after the message `lastID` on, or from now on.
  func request(after lastID: String?) -> HTTPRequest {
    let base = String(server.reversed().drop { $0 == "/" }.reversed())
    let query = lastID.map { "?since=\($0)" } ?? ""
    return HTTPRequest(
      .get, "\(base)/\(topic)/json\(query)",
      headers: [("Accept", "application/x-ndjson")],
      secretHeader: token.map { .init(name: "Authorization", prefix: "Bearer ", value: $0) },
      // The server sends a sign of life every 45 seconds, 55 behind some proxies.
      answer: .stream(idleLimit: 150))
  }

  /// Letters, digits, "-" and "_", up to 64, as the server demands.
  static func isPlain(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
  }
}
