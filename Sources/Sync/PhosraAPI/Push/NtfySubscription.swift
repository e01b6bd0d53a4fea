import CompiledPolicy
import FoundationEssentials

/// Follows the JSON stream of an ntfy topic, and connects again when it ends. Pure: sends nothing.
package struct NtfySubscription {
  /// Of the waits after a lost connection, in seconds.
  private static let firstWait = 5.0
  private static let longestWait = 600.0

  private let topic: NtfyTopic
  private var lines = LineSplitter()
  private var backOff = BackOff()
  /// So that what is published between two connections is not missed.
  private(set) var lastID: String?
  /// Messages that were none of the service's pushes.
  package private(set) var strangers = 0

  package init(_ topic: NtfyTopic) {
    self.topic = topic
  }

  /// What to send when connecting.
  package mutating func connect() -> HTTPRequest {
    lines = LineSplitter()
    return topic.request(after: lastID)
  }

  /// Takes a piece of the stream.
  ///
  /// - Returns: The highest version that a push in it names; nil if none does.
  /// - Throws: For what is no such stream; it should be ended then.
  package mutating func take(_ bytes: [UInt8]) throws -> Int? {
    var highest: Int?
    for line in try lines.append(bytes) {
      guard case .object(let fields) = try JSONValue(parsing: line),
        case .string(let event) = fields["event"]
      else { throw NotAStream() }
      // A server that only ever opens the stream and ends it is not asked more often for that.
      if event == "message" || event == "keepalive" { backOff.reset() }
      guard event == "message" else { continue }
      if case .string(let id) = fields["id"], NtfyTopic.isPlain(id) { lastID = id }
      guard let push = Self.push(in: fields) else {
        strangers += 1
        continue
      }
      highest = max(highest ?? 0, push.version)
    }
    return highest
  }

  /// The stream has ended.
  ///
  /// - Parameter told: How long the server says to wait.
  /// - Returns: The seconds to wait before connecting again.
  package mutating func ended(
    told: Double? = nil, using generator: inout some RandomNumberGenerator
  ) -> Double {
    let wait = backOff.wait(
      first: Self.firstWait, longest: Self.longestWait, using: &generator)
    return max(wait, told ?? 0)
  }

  private static func push(in fields: [String: JSONValue]) -> PushPayload? {
    guard case .string(let message) = fields["message"] else { return nil }
    let bytes: [UInt8]
    if case .string("base64") = fields["encoding"] {
      guard let data = Data(base64Encoded: message) else { return nil }
      bytes = Array(data)
    } else {
      bytes = Array(message.utf8)
    }
    return try? PushPayload(parsing: bytes)
  }

  private struct NotAStream: Error, CustomStringConvertible {
    var description: String { "the stream is none of an ntfy server" }
  }
}
