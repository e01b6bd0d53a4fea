package import CompiledPolicy
import FoundationEssentials
import SharedDirectory

/// The service's calls as requests, and its answers as values or errors. Pure: sends nothing.
package struct DeviceAPI: Sendable {
  /// Without a slash at the end.
  private let base: String

  /// - Parameter baseURL: Like `https://phosra-api.fly.dev/api/v1`.
  package init(baseURL: String) {
    base = String(baseURL.reversed().drop { $0 == "/" }.reversed())
  }

  // MARK: Requests

  package func policy(
    key: DeviceKey, sinceVersion: Int?, entityTag: String? = nil
  ) -> HTTPRequest {
    let query = sinceVersion.map { "?since_version=\($0)" } ?? ""
    return HTTPRequest(
      .get, "\(base)/device/policy\(query)",
      headers: accepting + [entityTag.map { ("If-None-Match", $0) }].compactMap(\.self),
      secretHeader: Self.header(key))
  }

  package func report(key: DeviceKey, body: [UInt8], idempotencyKey: String?) -> HTTPRequest {
    post("/device/report", body, idempotencyKey, Self.header(key))
  }

  package func acknowledgement(
    key: DeviceKey, version: Int, idempotencyKey: String?
  ) -> HTTPRequest {
    post(
      "/device/ack", Array("{\"version\":\(version)}".utf8), idempotencyKey,
      Self.header(key))
  }

  package func registration(
    childID: String, parentToken: Secret, _ request: RegisterDeviceRequest
  ) throws -> HTTPRequest {
    let body = Array(try CanonicalJSON.line(request))
    let child = Self.pathPart(childID)
    return post(
      "/children/\(child)/devices", body, nil,
      HTTPRequest.SecretHeader(name: "Authorization", prefix: "Bearer ", value: parentToken))
  }

  package func mappings(platform: String) -> HTTPRequest {
    HTTPRequest(
      .get, "\(base)/platform-mappings/\(Self.pathPart(platform))", headers: accepting)
  }

  private static func header(_ key: DeviceKey) -> HTTPRequest.SecretHeader {
    HTTPRequest.SecretHeader(name: "X-Device-Key", value: key.secret)
  }

  private var accepting: [(name: String, value: String)] { [("Accept", "application/json")] }

  private func post(
    _ path: String, _ body: [UInt8], _ idempotencyKey: String?, _ secret: HTTPRequest.SecretHeader
  ) -> HTTPRequest {
    let headers =
      accepting + [("Content-Type", "application/json")]
      + [idempotencyKey.map { ("Idempotency-Key", $0) }].compactMap(\.self)
    return HTTPRequest(.post, base + path, headers: headers, secretHeader: secret, body: body)
  }

  /// One part of a path, in which nothing divides or leads elsewhere.
  private static func pathPart(_ text: String) -> String {
    FileName.escape(text)
  }

  // MARK: Answers

  /// The policy that `answer` holds; nil when there is nothing new (304).
  package static func policy(from answer: HTTPResponse) throws(PhosraError) -> ReceivedPolicy? {
    if answer.status == 304 { return nil }
    if answer.status == 404, let body = ServiceError(answer), body.code == 404 {
      throw .noActivePolicy
    }
    try checkStatus(answer, is: 200)
    do {
      return try ReceivedPolicy(parsing: answer.body)
    } catch {
      // Says more than that `version` is missing, if it is an error in disguise.
      _ = try JSONFields(body: answer.body)
      throw .malformed("\(error)")
    }
  }

  /// Checks that a report was accepted; a page of a network's own is not taken for it.
  package static func checkReport(_ answer: HTTPResponse) throws(PhosraError) {
    try checkStatus(answer, is: 202)
    let status = try JSONFields(body: answer.body).text("status")
    guard status == "accepted" else {
      throw .malformed("status is \(status.prefix(80).debugDescription) where accepted is expected")
    }
  }

  package static func checkAcknowledgement(
    _ answer: HTTPResponse, version: Int
  ) throws(PhosraError) {
    try checkStatus(answer, is: 200)
    let found = try JSONFields(body: answer.body).integer("acknowledged_version")
    guard found == version else {
      throw .malformed("acknowledged_version is \(found) where \(version) is expected")
    }
  }

  package static func registration(
    from answer: HTTPResponse
  ) throws(PhosraError) -> RegisterDeviceResponse {
    try checkStatus(answer, is: 201)
    return try RegisterDeviceResponse(try JSONFields(body: answer.body))
  }

  package static func mappings(
    from answer: HTTPResponse
  ) throws(PhosraError) -> ApplePlatformMappings {
    try checkStatus(answer, is: 200)
    return try ApplePlatformMappings(try JSONFields(body: answer.body))
  }

  /// - Throws: What any other status means.
  private static func checkStatus(
    _ answer: HTTPResponse, is expected: Int
  ) throws(PhosraError) {
    if answer.status == expected { return }
    let body = ServiceError(answer)
    let message = body?.message ?? ServiceError.plainWords(answer)
    switch answer.status {
    case 300..<400 where answer.status != 304:
      throw .redirected(status: answer.status, to: answer["Location"].map { ServiceError.cut($0) })
    case 401: throw .unauthorized(message: message)
    case 403: throw .forbidden(message: message)
    case 404: throw .notFound(message: message)
    case 429: throw .rateLimited(retryAfter: RateLimit(answer).wait)
    case 400..<500:
      guard let body else { throw .server(status: answer.status, message: message) }
      throw .rejected(status: answer.status, message: body.message)
    case 500..<600: throw .server(status: answer.status, message: message)
    default:
      throw .malformed("status \(answer.status) where \(expected) is expected")
    }
  }
}
