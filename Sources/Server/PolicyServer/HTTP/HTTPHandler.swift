/// Answers requests, from any thread.
package protocol HTTPHandler: Sendable {
  /// Called when the head of a request has come, its body not yet.
  func exchange(for head: HTTPRequest) -> HTTPExchange
}

/// What becomes of one request.
package enum HTTPExchange: Sendable {
  /// The answer is known without the body, which is read and dropped.
  case answered(HTTPResponse)
  /// The answer is made of the whole request.
  case awaitingBody(@Sendable (HTTPRequest) -> HTTPResponse)
}
