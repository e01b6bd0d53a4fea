/// An answer. What HTTP itself asks for (`Date`, `Content-Length`, `Connection`) is added when it is sent.
package struct HTTPResponse: Sendable {
  package var status: Int
  package var headers: [(name: String, value: String)]
  /// Of a 304 it is what a 200 would have had: its length is told, and it is not sent (RFC 9110, 8.6).
  package var body: [UInt8] = []

  static func json(_ status: Int, _ value: WireValue) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
      body: value.body)
  }

  static func text(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [
        ("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff"),
      ],
      body: Array("\(text)\n".utf8))
  }

  static func empty(_ status: Int) -> HTTPResponse {
    HTTPResponse(status: status, headers: [])
  }

  /// An error in the form of the service.
  static func error(_ status: Int, _ message: String) -> HTTPResponse {
    .json(status, errorBody(status, message))
  }

  static func errorBody(_ status: Int, _ message: String) -> WireValue {
    [
      "error": .string(reasons[status] ?? "Error"), "message": .string(message),
      "code": .integer(status),
    ]
  }

  func adding(_ name: String, _ value: String) -> HTTPResponse {
    var response = self
    response.headers.append((name, value))
    return response
  }

  private static let reasons = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 409: "Conflict",
    413: "Content Too Large", 422: "Unprocessable Entity", 503: "Service Unavailable",
  ]
}
