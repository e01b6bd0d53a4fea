import CompiledPolicy
import Foundation
import System
import Testing

@testable import PhosraAPI

/// Every answer that a broken server, a proxy or a network's own page can give.
@Suite struct `A bad answer to the question for the policy` {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [ScriptedServer.Step]
    /// What the error's description has in it.
    let words: String
    let isExpected: @Sendable (PhosraError) -> Bool

    init(
      _ testDescription: String, _ steps: [ScriptedServer.Step], says words: String,
      _ isExpected: @escaping @Sendable (PhosraError) -> Bool
    ) {
      self.testDescription = testDescription
      self.steps = steps
      self.words = words
      self.isExpected = isExpected
    }
  }

  @Sendable private static func isMalformed(_ error: PhosraError) -> Bool {
    if case .malformed = error { true } else { false }
  }

  @Sendable private static func isTransport(_ error: PhosraError) -> Bool {
    if case .transport = error { true } else { false }
  }

  private static func ok(_ body: String, type: String = "application/json") -> [ScriptedServer.Step]
  {
    [Answer.text("200 OK", body, type: type)]
  }

  private static func raw(_ text: String, _ rest: ScriptedServer.Step...) -> [ScriptedServer.Step] {
    [.text(text)] + rest
  }

  static let cases: [Case] = [
    Case("a list", ok("[]"), says: "the answer is a list", isMalformed),
    Case("null", ok("null"), says: "null", isMalformed),
    Case("nothing", ok(""), says: "ends inside", isMalformed),
    Case("no version", ok("{}"), says: "version is missing", isMalformed),
    Case(
      "a version in words", ok(#"{"version":"3","policy_id":"p","status":"active"}"#),
      says: "version is text", isMalformed),
    Case(
      "a section that is a list",
      ok(#"{"version":3,"policy_id":"p","status":"active","screen_time":[]}"#),
      says: "screen_time is a list", isMalformed),
    Case(
      "a huge version", ok(#"{"version":1e999,"policy_id":"p","status":"active"}"#),
      says: "out of range", isMalformed),
    Case(
      "a version beyond 64 bits",
      ok(#"{"version":99999999999999999999,"policy_id":"p","status":"active"}"#),
      says: "version", isMalformed),
    Case(
      "a policy that ends in the middle", ok(String(Answer.policy.dropLast(9))),
      says: "ends inside", isMalformed),
    Case("junk after the policy", ok(Answer.policy + "x"), says: "after the end", isMalformed),
    Case(
      "a page", ok("<html><body>Sign in</body></html>", type: "text/html"), says: "not JSON",
      isMalformed),
    Case(
      "an error that says it is fine", ok(#"{"error":"Internal","message":"m","code":500}"#),
      says: "holds an error: Internal", isMalformed),
    Case(
      "no UTF-8",
      [Answer.bytes("200 OK", Array(#"{"version":3,"policy_id":""#.utf8) + [0xFF, 0x22, 0x7D])],
      says: "not UTF-8", isMalformed),
    Case(
      "deep nesting", ok(String(repeating: "[", count: 100_000)), says: "nested deeper",
      isMalformed),
    Case("success without the word", [Answer.text("204 No Content")], says: "204", isMalformed),
    Case(
      "a body without end",
      [.text("HTTP/1.1 200 OK\r\n\r\n"), .sendForever([UInt8](repeating: 0x20, count: 1 << 16))],
      says: "more than 10485760 bytes"
    ) { $0 == .transport(.bodyTooLarge(limit: 10 << 20)) },
    Case(
      "chunks without end",
      [
        .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
        .sendForever(Array("8000\r\n".utf8) + [UInt8](repeating: 0x20, count: 0x8000) + [13, 10]),
      ], says: "more than 10485760 bytes"
    ) { $0 == .transport(.bodyTooLarge(limit: 10 << 20)) },
    Case(
      "a length that is too large", raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"),
      says: "more than"
    ) { $0 == .transport(.bodyTooLarge(limit: 10 << 20)) },
    Case(
      "a length that is not kept", raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{}", .close),
      says: "broken", isTransport),
    Case(
      "a length that is too short",
      raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n" + Answer.policy), says: "ends inside",
      isMalformed),
    Case(
      "a length that is no number", raw("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{}", .close),
      says: "broken", isTransport),
    Case(
      "a chunk of no size",
      raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", .close), says: "broken",
      isTransport),
    Case(
      "chunks that end in the middle",
      raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n99\r\n{", .close), says: "broken",
      isTransport),
    Case(
      "a connection that is reset in the body",
      raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{", .reset), says: "broken", isTransport),
    Case("no answer", [.close], says: "broken", isTransport),
    Case("no HTTP", raw("SSH-2.0-OpenSSH_9.2\r\n", .close), says: "broken", isTransport),
    Case(
      "headers without end",
      [.text("HTTP/1.1 200 OK\r\n"), .sendForever(Array("X-More: and more of it\r\n".utf8))],
      says: "header has more than 65536 bytes"
    ) { $0 == .transport(.headerTooLarge(limit: 64 << 10)) },
    Case(
      "interim answers without end",
      [.sendForever(Array("HTTP/1.1 102 Processing\r\n\r\n".utf8))],
      says: "header has more than 65536 bytes"
    ) { $0 == .transport(.headerTooLarge(limit: 64 << 10)) },
    Case(
      "a slow drip",
      [
        .text("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"),
        .drip([UInt8](repeating: 0x20, count: 9999), every: 0.05),
      ], says: "time was over", isTransport),
    Case("silence", [.hang], says: "time was over", isTransport),
    Case(
      "no compression although it says so",
      [Answer.text("200 OK", Answer.policy, headers: ["Content-Encoding: gzip"])], says: "broken",
      isTransport),
    Case(
      "a compression that nobody asked for",
      [Answer.text("200 OK", Answer.policy, headers: ["Content-Encoding: made-up"])],
      says: "broken", isTransport),
    Case(
      "a demand for a password",
      [
        Answer.text(
          "401 Unauthorized", "<html>", type: "text/html",
          headers: ["WWW-Authenticate: Basic realm=\"x\""])
      ], says: "does not accept the key"
    ) { $0 == .unauthorized(message: nil) },
    Case(
      "a redirect to another place",
      [Answer.text("302 Found", headers: ["Location: http://127.0.0.2:1/a"])],
      says: "sends us elsewhere (302 to http://127.0.0.2:1/a)"
    ) { $0 == .redirected(status: 302, to: "http://127.0.0.2:1/a") },
    Case(
      "a page that says 404", [Answer.text("404 Not Found", "<html>", type: "text/html")],
      says: "does not know it"
    ) { $0 == .notFound(message: nil) },
    Case(
      "another program's 404", [Answer.text("404 Not Found", #"{"detail":"Not Found"}"#)],
      says: "does not know it"
    ) { $0 == .notFound(message: nil) },
    Case(
      "another program's 404 that looks alike",
      [Answer.text("404 Not Found", #"{"error":"Not Found","message":"no such route"}"#)],
      says: "does not know it (no such route)"
    ) { $0 == .notFound(message: "no such route") },
    Case(
      "a proxy's 400", [Answer.text("400 Bad Request", "<html>", type: "text/html")],
      says: "failed (400)"
    ) { $0 == .server(status: 400, message: nil) },
    Case(
      "a proxy's 502", [Answer.text("502 Bad Gateway", "<html>", type: "text/html")],
      says: "failed (502)"
    ) { $0 == .server(status: 502, message: nil) },
    Case(
      "a wait that is no number",
      [Answer.text("429 Too Many Requests", headers: ["Retry-After: soon"])], says: "wait a while"
    ) { $0 == .rateLimited(retryAfter: nil) },
    Case(
      "a wait of a century",
      [Answer.text("429 Too Many Requests", headers: ["Retry-After: 3153600000"])],
      says: "wait 3600 seconds"
    ) { $0 == .rateLimited(retryAfter: 3600) },
  ]

  @Test(arguments: cases)
  func `gets the error that says so, in little time and memory`(sample: Case) async throws {
    let server = try ScriptedServer { _ in sample.steps }
    var limits = HTTPConfiguration()
    limits.totalLimit = ["a slow drip", "silence"].contains(sample.testDescription) ? 0.3 : 20
    let client = PhosraAPIClient(
      baseURL: server.url, deviceKey: Sample.keyText, connection: limits)
    let error = await #expect(throws: PhosraError.self) { try await client.fetchPolicy() }
    let found = try #require(error)
    #expect(sample.isExpected(found), "\(found)")
    #expect("\(found)".contains(sample.words), "\(found)")
    #expect(!"\(found)".contains(Sample.keyText))
  }

  @Test func `is a compressed policy, and is read`() async throws {
    // The policy of `Answer.policy`, by gzip.
    let compressed =
      Data(
        base64Encoded:
          "H4sIAAAAAAACA6tWKkstKs7Mz1OyMtZRKsjPyUyujM9MUbJSKjBU0lEqLkksKS0G8hKTSzLLUpVqAcckHd0wAAAA"
      ) ?? Data()
    let server = try ScriptedServer { _ in
      [Answer.bytes("200 OK", Array(compressed), headers: ["Content-Encoding: gzip"])]
    }
    let client = PhosraAPIClient(baseURL: server.url, deviceKey: Sample.keyText)
    #expect(try await client.fetchPolicy()?.version == 3)
  }

  @Test(arguments: [
    "401 Unauthorized", "500 Internal Server Error", "400 Bad Request", "404 Not Found", "200 OK",
    "302 Found", "418 I'm a teapot",
  ])
  func `never shows the key, though the server sends it back in every place`(status: String)
    async throws
  {
    let key = Sample.keyText
    let filler = String(repeating: "x", count: 190)
    for body in [
      #"{"error":"\#(key)","message":"\#(filler)\#(key)","code":404}"#, key,
      "{\"version\":\"\(key)\"}",
    ] {
      let server = try ScriptedServer { _ in
        [
          Answer.text(
            status, body, type: body == key ? "text/plain" : "application/json",
            headers: ["Location: http://127.0.0.1:1/\(key)"])
        ]
      }
      let client = PhosraAPIClient(baseURL: server.url, deviceKey: key)
      let error = await #expect(throws: PhosraError.self) { try await client.fetchPolicy() }
      var words = "\(String(describing: error)) \(String(reflecting: error))"
      dump(error, to: &words)
      #expect(!words.contains(key.prefix(8)), "\(words)")
    }
  }

  @Test func `to a report is no acceptance`() async throws {
    for answer in [
      Answer.text("200 OK", #"{"status":"accepted"}"#), Answer.text("202 Accepted", "<html>"),
      Answer.text("202 Accepted", #"{"status":"queued"}"#), Answer.text("202 Accepted", ""),
    ] {
      let server = try ScriptedServer { _ in [answer] }
      let client = PhosraAPIClient(baseURL: server.url, deviceKey: Sample.keyText)
      let error = await #expect(throws: PhosraError.self) {
        try await client.submitReport(
          .enforcementStatus(policyVersion: 1, results: [], reportedAt: Date()))
      }
      if case .malformed = error {} else { Issue.record("\(String(describing: error))") }
    }
    let server = try ScriptedServer { _ in
      [Answer.text("200 OK", #"{"acknowledged_version":0}"#)]
    }
    let client = PhosraAPIClient(baseURL: server.url, deviceKey: Sample.keyText)
    await #expect(
      throws: PhosraError.malformed("acknowledged_version is 0 where 5 is expected")
    ) { try await client.ackPolicyVersion(5) }
  }

  @Test func `that never comes ends with the task that waits for it`() async throws {
    let server = try ScriptedServer { _ in [.hang] }
    let client = PhosraAPIClient(baseURL: server.url, deviceKey: Sample.keyText)
    let task = Task { try await client.fetchPolicy() }
    while server.requests.isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: PhosraError.transport(.cancelled)) { try await task.value }
  }

  @Test func `or none costs no memory that stays`() throws {
    let server = try ScriptedServer { _ in
      [.text("HTTP/1.1 200 OK\r\n\r\n"), .sendForever([UInt8](repeating: 0x20, count: 1 << 16))]
    }
    let client = try HTTPClient()
    func resident() throws -> Int {
      let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
        separator: " ")
      return (Int(words[1]) ?? 0) * 4096
    }
    // Thirty answers kept would be 300 MB; what runs beside takes some too.
    for _ in 0..<3 { _ = try? client.perform(HTTPRequest(.get, server.url)) }
    let before = try resident()
    for _ in 0..<30 {
      #expect(throws: HTTPFailure.self) { try client.perform(HTTPRequest(.get, server.url)) }
    }
    #expect(try resident() - before < 150 << 20)
  }
}
