import Foundation
import System
import Testing

@testable import PhosraAPI

@Suite struct `An HTTP client` {
  private func client(_ change: (inout HTTPConfiguration) -> Void = { _ in }) throws -> HTTPClient {
    var configuration = HTTPConfiguration()
    change(&configuration)
    return try HTTPClient(configuration)
  }

  @Test func `sends method, headers and body, and gives status, headers and body back`() throws {
    let server = try ScriptedServer { _ in
      [Answer.text("202 Accepted", "{}", headers: ["X-Request: 1", "x-request: 2"])]
    }
    let answer = try client().perform(
      HTTPRequest(
        .post, server.url + "/a?b=1", headers: [("Content-Type", "application/json")],
        secretHeader: .init(name: "X-Device-Key", value: Secret("abc")), body: Array("[1]".utf8)))
    #expect(answer.status == 202)
    #expect(answer["X-REQUEST"] == "1")
    #expect(answer.body == Array("{}".utf8))
    let request = try #require(server.requests.first)
    #expect(request.line == "POST /a?b=1 HTTP/1.1")
    #expect(request.headers["x-device-key"] == "abc")
    #expect(request.headers["cookie"] == nil)
    #expect(request.body == Array("[1]".utf8))
  }

  @Test func `uses one connection for several requests, and sends no cookie back`() throws {
    let server = try ScriptedServer { _ in
      [Answer.text("200 OK", "{}", headers: ["Set-Cookie: a=b; Path=/"])]
    }
    let client = try client()
    for _ in 0..<3 { _ = try client.perform(HTTPRequest(.get, server.url + "/")) }
    #expect(server.connections == 1)
    #expect(server.requests.allSatisfy { $0.headers["cookie"] == nil })
  }

  @Test func `takes up to the limit of bytes and not one more, also when they come in chunks`()
    throws
  {
    let server = try ScriptedServer { request in
      let count = request.line.contains("more") ? 1001 : 1000
      let body = String(repeating: "x", count: count)
      let chunked = request.line.contains("chunked")
      return chunked
        ? [
          .text(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
              + String(count, radix: 16) + "\r\n" + body + "\r\n0\r\n\r\n")
        ] : [Answer.text("200 OK", body)]
    }
    let client = try client { $0.bodyLimit = 1000 }
    for kind in ["chunked", "plain"] {
      #expect(try client.perform(HTTPRequest(.get, "\(server.url)/\(kind)")).body.count == 1000)
      #expect(throws: HTTPFailure.bodyTooLarge(limit: 1000)) {
        try client.perform(HTTPRequest(.get, "\(server.url)/\(kind)-more"))
      }
    }
  }

  @Test func `counts the bytes of a compressed answer after decompression`() throws {
    // 100,000 zeros in a few bytes.
    let bomb = Array(
      Data(
        base64Encoded:
          "H4sIAAAAAAACA+3BMQEAAADCoErrn84aHkABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
          + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
          + "AAAAAAAAAAAArwaFwk3FoIYBAA==")
        ?? Data())
    let server = try ScriptedServer { _ in
      [Answer.bytes("200 OK", bomb, headers: ["Content-Encoding: gzip"])]
    }
    #expect(throws: HTTPFailure.bodyTooLarge(limit: 5000)) {
      try client { $0.bodyLimit = 5000 }.perform(HTTPRequest(.get, server.url + "/"))
    }
  }

  @Test func `never follows a redirect`() throws {
    let elsewhere = try ScriptedServer { _ in [Answer.text("200 OK", "{}")] }
    let server = try ScriptedServer { _ in
      [Answer.text("307 Temporary Redirect", headers: ["Location: \(elsewhere.url)/stolen"])]
    }
    let answer = try client().perform(
      HTTPRequest(
        .get, server.url + "/",
        secretHeader: .init(name: "X-Device-Key", value: Secret("abc"))))
    #expect(answer.status == 307)
    #expect(elsewhere.requests.isEmpty)
  }

  @Test func `does not wait for ever on a demand for a password`() throws {
    let server = try ScriptedServer { _ in
      [Answer.text("401 Unauthorized", "", headers: ["WWW-Authenticate: Basic realm=\"x\""])]
    }
    #expect(try client().perform(HTTPRequest(.get, server.url + "/")).status == 401)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    "http://example.org/", "http://127.0.0.1.example.org/", "http://192.168.0.1/",
    "http://[::2]/", "http://127.1.1.256/",
  ])
  func `sends nothing unencrypted to another machine`(url: String) throws {
    let failure = #expect(throws: HTTPFailure.self) {
      try client { $0.connectLimit = 0.2 }.perform(HTTPRequest(.get, url))
    }
    if case .plainHTTP = failure {} else { Issue.record("\(String(describing: failure))") }
  }

  @Test(arguments: [
    "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "not an address",
    "https://user:word@127.0.0.1/", "",
  ])
  func `sends nothing to an address that cannot be`(url: String) throws {
    let failure = #expect(throws: HTTPFailure.self) {
      try client().perform(HTTPRequest(.get, url))
    }
    if case .notSent = failure {} else { Issue.record("\(String(describing: failure))") }
  }

  @Test func `sends no header that would become two`() throws {
    #expect(throws: HTTPFailure.notSent("a header holds a control character")) {
      try client().perform(
        HTTPRequest(
          .get, "http://127.0.0.1:1/",
          secretHeader: .init(name: "X-Device-Key", value: Secret("a\r\nX-Other: b"))))
    }
  }

  @Test func `gives up a server that never answers when the time is over`() throws {
    let server = try ScriptedServer { _ in [.hang] }
    let start = Clock.monotonic()
    let failure = #expect(throws: HTTPFailure.self) {
      try client { $0.totalLimit = 0.2 }.perform(HTTPRequest(.get, server.url + "/"))
    }
    if case .timedOut = failure {} else { Issue.record("\(String(describing: failure))") }
    #expect(Clock.monotonic() - start < 5)
  }

  @Test func `gives up a server that drips when the whole time is over`() throws {
    let server = try ScriptedServer { _ in
      [
        .text("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"),
        .drip([UInt8](repeating: 0x20, count: 1000), every: 0.02),
      ]
    }
    let failure = #expect(throws: HTTPFailure.self) {
      try client { $0.totalLimit = 0.3 }.perform(HTTPRequest(.get, server.url + "/"))
    }
    if case .timedOut = failure {} else { Issue.record("\(String(describing: failure))") }
  }

  @Test func `gives up a server that drips when it is too slow`() throws {
    let server = try ScriptedServer { _ in
      [
        .text("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"),
        .drip([UInt8](repeating: 0x20, count: 1000), every: 0.1),
      ]
    }
    let failure = #expect(throws: HTTPFailure.self) {
      try client { $0.slowLimit = 1 }.perform(HTTPRequest(.get, server.url + "/"))
    }
    if case .tooSlow = failure {} else { Issue.record("\(String(describing: failure))") }
  }

  @Test func `ends when its caller has had enough`() throws {
    let bell = try Bell()
    let server = try ScriptedServer { _ in
      bell.ring()
      return [.hang]
    }
    #expect(throws: HTTPFailure.cancelled) {
      try client().perform(HTTPRequest(.get, server.url + "/"), cancelled: bell)
    }
  }

  @Test func `hands a stream over piece by piece, next to other exchanges`() throws {
    let server = try ScriptedServer { request in
      request.line.contains("stream")
        ? [
          .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\none\n\r\n"),
          .drip(Array("4\r\ntwo\n\r\n".utf8), every: 0.001), .hang,
        ] : [Answer.text("200 OK", "{}")]
    }
    let client = try client { $0.totalLimit = 0.2 }
    let stream = try client.start(
      HTTPRequest(.get, server.url + "/stream", answer: .stream(idleLimit: 0.4)))
    let other = try client.start(HTTPRequest(.get, server.url + "/other"))
    var text = ""
    var isOtherDone = false
    var end: HTTPFailure?
    while end == nil {
      _ = try waitUntilReadable([client.descriptor], for: 10)
      for event in try client.advance() {
        switch event {
        case .received(stream, let bytes): text += String(decoding: bytes, as: UTF8.self)
        case .finished(other, .success(let answer)): isOtherDone = answer.status == 200
        case .finished(stream, .failure(let failure)): end = failure
        default: Issue.record("\(event)")
        }
      }
    }
    #expect(text == "one\ntwo\n")
    #expect(isOtherDone)
    #expect(end == .tooSlow("nothing came for too long"))
  }

  @Test func `has nothing to do between requests`() throws {
    let server = try ScriptedServer { _ in [Answer.text("200 OK", "{}")] }
    let client = try client()
    _ = try client.perform(HTTPRequest(.get, server.url + "/"))
    #expect(try waitUntilReadable([client.descriptor], for: 0.3).isEmpty)
  }
}
