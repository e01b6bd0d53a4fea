import TestSupport
import CompiledPolicy
import Foundation
import SharedDirectory
import Synchronization
import Testing

@testable import PhosraAPI

@Suite struct `A session of a device` {
  private static let same = Answer.text("304 Not Modified")
  private static let accepted = Answer.text("202 Accepted", #"{"status":"accepted"}"#)
  private static let sick = Answer.text(
    "500 Internal Server Error",
    #"{"error":"Internal Server Error","message":"internal server error","code":500}"#)

  private static func service(
    _ request: ScriptedServer.Request, version: Int = 3
  ) -> [ScriptedServer.Step] {
    if request.line.contains("/device/report") { return [accepted] }
    if request.line.contains("/device/ack") {
      let text = String(decoding: request.body, as: UTF8.self)
      let number = text.filter(\.isNumber)
      return [Answer.text("200 OK", "{\"acknowledged_version\":\(number)}")]
    }
    if request.line.contains("since_version=") { return [same] }
    return [Answer.text("200 OK", #"{"version":\#(version),"policy_id":"p1","status":"active"}"#)]
  }

  private func report(_ name: String) -> OutboxEntry.Call {
    .report(json: "{\"payload\":{},\"report_type\":\"\(name)\"}")
  }

  @Test func `fetches all at its start, and then only what is newer`() throws {
    let device = try SessionDevice { Self.service($0) }
    guard case .policy(let policy) = try device.settle().first else {
      Issue.record("\(device.news)")
      return
    }
    #expect(policy.policy.version == 3)
    device.heldVersion = 3
    device.pass(400)
    let news = try device.settle()
    #expect(news == [.unchanged])
    #expect(device.lines == ["GET /device/policy", "GET /device/policy?since_version=3"])
    #expect(device.session.fault == nil)
  }

  @Test(arguments: [
    (#""1-3-2026""#, true), (#"W/"weak""#, true), ("", false),
    ("\"\(String(repeating: "x", count: 300))\"", false), (#""two words""#, false),
  ])
  func `sends the mark back that the policy came with, as long as it holds that policy`(
    tag: String, isUsed: Bool
  ) throws {
    let device = try SessionDevice { request in
      request.line.contains("since_version=")
        ? [Self.same] : [Answer.text("200 OK", Answer.policy, headers: ["ETag: \(tag)"])]
    }
    try device.settle()
    device.heldVersion = 3
    device.pass(400)
    try device.settle()
    device.heldVersion = 2
    device.pass(400)
    try device.settle()
    device.heldVersion = 3
    device.session.fetchNow()
    try device.settle()
    let sent = device.server.requests.map { $0.headers["if-none-match"] }
    #expect(sent == [nil, isUsed ? tag : nil, nil, nil])
  }

  @Test func `tells what has to be told in order, each once`() throws {
    let device = try SessionDevice { Self.service($0) }
    let calls = [report("a"), report("b"), .acknowledgement(version: 3)]
    for call in calls { try device.session.outbox.add(call, at: Date()) }
    try device.settle()
    #expect(device.news.dropFirst() == calls.map { .accepted($0) }[...])
    #expect(
      device.lines
        == ["GET /device/policy", "POST /device/report", "POST /device/report", "POST /device/ack"])
    let keys = device.server.requests.compactMap { $0.headers["idempotency-key"] }
    #expect(Set(keys).count == 3)
    #expect(try device.session.outbox.count == 0)
  }

  @Test func `repeats a call whose answer was lost, with the same key, also after a restart`()
    throws
  {
    let device = try SessionDevice { request in
      request.line.contains("report") && request.number < 3
        ? [.text("HTTP/1.1 202 Accepted\r\nContent-Length: 22\r\n\r\n{"), .close]
        : Self.service(request)
    }
    try device.session.outbox.add(report("a"), at: Date())
    try device.settle()
    #expect(device.session.fault != nil)
    try device.restart()
    try device.settle()
    // The wait of before the restart still holds.
    #expect(device.lines.filter { $0.contains("report") }.count == 1)
    for _ in 0..<3 {
      device.pass(1000)
      try device.settle()
    }
    let keys = device.server.requests.filter { $0.line.contains("report") }
      .map { $0.headers["idempotency-key"] }
    #expect(keys.count >= 2 && Set(keys).count == 1)
    #expect(try device.session.outbox.count == 0)
  }

  @Test func `puts a refused report aside at once, and goes on behind it`() throws {
    let device = try SessionDevice { request in
      String(decoding: request.body, as: UTF8.self).contains("bad")
        ? [
          Answer.text(
            "400 Bad Request", #"{"error":"Bad Request","message":"no","code":400}"#)
        ] : Self.service(request)
    }
    try device.session.outbox.add(report("bad"), at: Date())
    try device.session.outbox.add(report("good"), at: Date())
    try device.settle()
    #expect(device.news.last == .accepted(report("good")))
    #expect(try device.disk.list("aside") == ["outbox-1.json", "outbox-1.reason"])
  }

  @Test func `puts a report aside that fails again and again while other calls succeed`() throws {
    let device = try SessionDevice { request in
      String(decoding: request.body, as: UTF8.self).contains("bad")
        ? [Self.sick] : Self.service(request)
    }
    device.heldVersion = 3
    try device.session.outbox.add(report("bad"), at: Date())
    try device.session.outbox.add(report("good"), at: Date())
    var waited = 0.0
    while try device.session.outbox.count > 0, waited < 600 {
      try device.settle()
      device.pass(5)
      waited += 5
    }
    #expect(device.news.contains(.accepted(report("good"))))
    #expect(device.lines.filter { $0.contains("report") }.count == 5)
    #expect(
      try device.disk.read("aside/outbox-1.reason").map { String(decoding: $0, as: UTF8.self) }?
        .contains("while other calls succeed") == true)
  }

  @Test func `keeps a report for as long as nothing else succeeds either`() throws {
    let device = try SessionDevice { _ in [Self.sick] }
    try device.session.outbox.add(report("a"), at: Date())
    for _ in 0..<30 {
      try device.settle()
      device.pass(1000)
    }
    #expect(try device.session.outbox.count == 1)
    #expect(try device.disk.list("aside").isEmpty)
  }

  @Test
  func `keeps key and reports when it is refused, asks less often, and takes a new key at once`()
    throws
  {
    let device = try SessionDevice { request in
      request.headers["x-device-key"] == "new-key"
        ? Self.service(request)
        : [
          Answer.text(
            "401 Unauthorized",
            #"{"error":"Unauthorized","message":"invalid or revoked device key","code":401}"#)
        ]
    }
    try device.session.outbox.add(report("a"), at: Date())
    let news = try device.settle()
    #expect(news == [.failed(.unauthorized(message: "invalid or revoked device key"))])
    device.pass(400)
    try device.settle()
    #expect(device.lines.count == 1)
    device.pass(400)
    try device.settle()
    #expect(device.lines.count == 2)
    device.world.key.withLock { $0 = "new-key" }
    device.session.fetchNow()
    try device.settle()
    #expect(device.news.last == .accepted(report("a")))
    #expect(device.session.fault == nil)
  }

  @Test func `says when there is no key or one that cannot be used, and sends nothing`() throws {
    for (text, error) in [
      (nil, PhosraError.noDeviceKey),
      ("a b", .unusableDeviceKey(reason: "\(InvalidDeviceKey.impossibleCharacter)")),
    ] {
      let device = try SessionDevice { Self.service($0) }
      device.world.key.withLock { $0 = text }
      let news = try device.settle()
      #expect(news == [.failed(error)])
      #expect(device.server.requests.isEmpty)
    }
  }

  @Test func `lifts only what two answers a minute apart say is gone`() throws {
    let gone = #"{"error":"Not Found","message":"policy not found","code":404}"#
    let device = try SessionDevice { _ in [Answer.text("404 Not Found", gone)] }
    device.heldVersion = 3
    let first = try device.settle()
    #expect(first.isEmpty)
    #expect(device.session.fault == .noActivePolicy)
    device.pass(70)
    let second = try device.settle()
    #expect(second == [.noActivePolicy])
    #expect(device.lines == ["GET /device/policy", "GET /device/policy"])
  }

  @Test func `lifts nothing for any other 404`() throws {
    let device = try SessionDevice { _ in
      [Answer.text("404 Not Found", "404 page not found", type: "text/plain")]
    }
    device.heldVersion = 3
    for _ in 0..<5 {
      try device.settle()
      device.pass(1000)
    }
    #expect(
      device.news.allSatisfy { $0 == .failed(.notFound(message: "404 page not found")) })
  }

  @Test func `stops when an answer says that the limit is used up`() throws {
    let device = try SessionDevice { _ in
      [
        Answer.text(
          "304 Not Modified",
          headers: [
            "X-Ratelimit-Remaining: 0", "X-Ratelimit-Reset: 1796001900",
            "Date: Mon, 30 Nov 2026 01:24:27 GMT",
          ])
      ]
    }
    device.heldVersion = 3
    try device.session.outbox.add(report("a"), at: Date())
    try device.settle()
    #expect(device.lines.count == 1)
    device.pass(32)
    try device.settle()
    #expect(device.lines.count == 1)
    device.pass(6)
    try device.settle()
    #expect(device.lines.count > 1)
  }

  // MARK: Pushes

  private static let push = #"{"phosra":{"event":"policy.updated","version":9}}"#

  private func drop(_ text: String, on device: SessionDevice) throws {
    let bytes = Data(text.utf8)
    try device.disk.replace("push/a", mode: 0o640) { bytes }
  }

  @Test func `follows a push file that names a newer version, and no other`() throws {
    let device = try SessionDevice { Self.service($0) }
    try device.settle()
    device.heldVersion = 9
    try drop(Self.push, on: device)
    try device.settle()
    #expect(device.lines.count == 1)
    device.heldVersion = 8
    try drop(Self.push, on: device)
    try device.settle()
    #expect(device.lines.last == "GET /device/policy?since_version=8")
    #expect(device.lines.count == 2)
    // Again at once: it costs nothing until some time has passed.
    try drop(Self.push, on: device)
    try device.settle()
    #expect(device.lines.count == 2)
  }

  @Test(arguments: [(9, 1), (10, 2)])
  func `fetches again for a push that came while a fetch was under way, unless it brought as much`(
    pushed: Int, fetches: Int
  ) throws {
    let device = try SessionDevice { Self.service($0, version: 9) }
    _ = try device.session.advance(heldVersion: nil)
    try drop(Self.push.replacing("9", with: "\(pushed)"), on: device)
    _ = try device.session.advance(heldVersion: nil)
    try device.settle()
    device.heldVersion = 9
    try device.settle()
    #expect(device.lines.count == fetches)
  }

  @Test func `follows pushes of a topic, and connects again where the stream ended`() throws {
    let lines =
      "{\"event\":\"open\"}\n{\"event\":\"message\",\"id\":\"m1\",\"message\":"
      + "\"\(Self.push.replacing("\"", with: "\\\""))\"}\n"
    let device = try SessionDevice(ntfy: "t") { request in
      guard request.line.contains("/t/json") else { return Self.service(request) }
      return [
        .text(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "\(String(lines.utf8.count, radix: 16))\r\n\(lines)\r\n0\r\n\r\n")
      ]
    }
    device.heldVersion = 3
    try device.settle()
    #expect(device.lines.contains("GET /device/policy?since_version=3"))
    #expect(device.session.pushTrouble == "the server has ended the stream")
    device.pass(10)
    try device.settle()
    #expect(device.lines.contains("GET /t/json?since=m1"))
  }
}
