import PhosraAPI
import PolicyServer

/// Publishes pushes to a topic of an ntfy server, for whoever has subscribed to it.
struct NtfyTransport: PushTransport {
  struct Refused: Error, CustomStringConvertible {
    let status: Int

    var description: String { "the ntfy server answered \(status)" }
  }

  let url: String

  func send(_ message: PushMessage) throws {
    var configuration = HTTPConfiguration()
    configuration.totalLimit = 20
    // Nothing secret goes there, and a household's own server may well have no certificate.
    configuration.allowsPlainHTTP = true
    let request = PhosraAPI.HTTPRequest(
      .post, url, headers: [("Content-Type", "application/json")], body: message.payload)
    let response = try HTTPClient(configuration).perform(request)
    guard (200..<300).contains(response.status) else { throw Refused(status: response.status) }
  }
}

/// Outside `main.swift`, whose functions belong to the main actor; pushes are sent on another thread.
func ntfy(_ url: String) -> any PushTransport { NtfyTransport(url: url) }
