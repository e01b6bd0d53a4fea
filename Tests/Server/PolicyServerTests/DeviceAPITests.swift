import TestSupport
import Foundation
import Synchronization
import Testing

@testable import CompiledPolicy
@testable import PolicyServer

@Suite struct `A report` {
  private static let body = #"{"report_type":"screen_time","payload":{"total_minutes":5}}"#

  /// Rule P2: a repeat after a lost answer is harmless.
  @Test func `with an idempotency key is stored once, however many repeats come at the same time`()
    throws
  {
    let server = try TestServer()
    let child = try server.addChild()
    let key = try server.addDevice(for: child).key
    let senders = (0..<8).map { sender in
      Running {
        for round in 0..<10 {
          let answer = try server.device(
            key, "POST", "report", ["Idempotency-Key": "report-\(round)"], body: Self.body)
          #expect(answer.status == 202, "\(sender)")
          #expect(answer.bodyText == "{\"status\":\"accepted\"}\n")
        }
      }
    }
    for sender in senders { try sender.finish() }
    #expect(try server.parent("GET", "/children/\(child)/reports").list().count == 10)
  }

  @Test func `without a key is stored each time, and keys of two devices are not the same`() throws
  {
    let server = try TestServer()
    let child = try server.addChild()
    let keys = [try server.addDevice(for: child).key, try server.addDevice(for: child).key]
    for key in keys {
      for headers in [[:], [:], ["Idempotency-Key": "one"]] {
        _ = try server.device(key, "POST", "report", headers, body: Self.body)
      }
    }
    #expect(try server.parent("GET", "/children/\(child)/reports").list().count == 6)
  }

  @Test func `of what is in force shows on the device, and one of another shape changes nothing`()
    throws
  {
    let server = try TestServer()
    let child = try server.addChild()
    let key = try server.addDevice(for: child).key
    let good = #"{"policy_version":7,"results":[{"category":"time_downtime","status":"enforced"}]}"#
    for payload in [good, "{}", #"{"policy_version":9,"results":"all"}"#, #"{"results":[]}"#] {
      let body = #"{"report_type":"enforcement_status","payload":\#(payload)}"#
      #expect(try server.device(key, "POST", "report", body: body).status == 202)
    }
    let device = try #require(try server.parent("GET", "/children/\(child)/devices").list().first)
    #expect(device["last_policy_version"] == .integer(7))
    #expect(device["enforcement_summary"] == (try JSONValue(parsing: Array(good.utf8))))
  }

  @Test(arguments: [
    "", "{", "[]", "null", "\u{FEFF}{}", #"{"report_type":"x","payload":{}}x"#,
    #"{"report_type":"x","report_type":"x","payload":{}}"#, #"{"report_type":5,"payload":{}}"#,
    #"{"report_type":"","payload":{}}"#, #"{"report_type":"x"}"#,
    #"{"report_type":"x","payload":{"a":"\u0000"}}"#, #"{"report_type":"x\u0000","payload":{}}"#,
    #"{"report_type":"x","payload":{"\u0000":1}}"#, #"{"report_type":"x","payload":{"a":1e999}}"#,
    #"{"report_type":"x","payload":{},"reported_at":"2026-02-30T10:00:00Z"}"#,
    #"{"report_type":"x","payload":{},"reported_at":5}"#,
    #"{"report_type":"\#(String(repeating: "x", count: 51))","payload":{}}"#,
    #"{"report_type":"x","payload":{"a":"# + String(repeating: "[", count: 100_000),
  ])
  func `that could never be stored is the device's fault`(_ body: String) throws {
    let server = try TestServer()
    let key = try server.addDevice(for: try server.addChild()).key
    let answer = try server.device(key, "POST", "report", body: body)
    #expect(answer.status == 400)
    #expect(try answer.integer("code") == 400)
    #expect(try server.device(key, "POST", "report", body: Self.body).status == 202)
  }

  @Test func `with a key that is too long is refused`() throws {
    let server = try TestServer()
    let key = try server.addDevice(for: try server.addChild()).key
    let long = ["Idempotency-Key": String(repeating: "k", count: 201)]
    #expect(try server.device(key, "POST", "report", long, body: Self.body).status == 400)
  }
}

@Suite struct `An acknowledgement` {
  @Test func `that is repeated late does not take back a newer one`() throws {
    let server = try TestServer()
    let child = try server.addChild()
    let key = try server.addDevice(for: child).key
    for (version, name) in [(3, "a"), (4, "b"), (3, "a")] {
      let answer = try server.device(
        key, "POST", "ack", ["Idempotency-Key": name], body: #"{"version":\#(version)}"#)
      #expect(try answer.integer("acknowledged_version") == version)
    }
    let device = try #require(try server.parent("GET", "/children/\(child)/devices").list().first)
    #expect(device["acknowledged_version"] == .integer(4))
  }
}

@Suite struct `A policy that a device fetches` {
  @Test func `is offered with a tag, which decides alone`() throws {
    let server = try TestServer()
    let child = try server.addChild()
    let key = try server.addDevice(for: child).key
    let policy = try server.addPolicy(for: child)
    let first = try server.device(key, "GET", "policy")
    let tag = try #require(first.header("ETag"))
    #expect(first.header("Cache-Control") == "no-cache")
    #expect(first.headers.contains { $0 == ("Vary", "X-Device-Key") })
    for same in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      let answer = try server.device(key, "GET", "policy", ["If-None-Match": same])
      #expect(answer.status == 304, "\(same)")
      #expect(answer.body.isEmpty)
      #expect(answer.header("ETag") == tag)
    }
    let stale = ["If-None-Match": "\"other\""]
    #expect(try server.device(key, "GET", "policy?since_version=99", stale).status == 200)
    server.pass(3600)
    #expect(try server.device(key, "GET", "policy").body == first.body)

    let change = #"{"document":{"purchases":{"block_iap":true}}}"#
    #expect(try server.parent("PUT", "/policies/\(policy)", body: change).status == 200)
    let second = try server.device(key, "GET", "policy", ["If-None-Match": tag])
    #expect(second.status == 200)
    #expect(second.header("ETag") != tag)
  }

  @Test func `changes with a birthday, and gets a version for it`() throws {
    let server = try TestServer()
    let child = try server.addChild(born: "2015-12-01")  // Tomorrow.
    let key = try server.addDevice(for: child).key
    _ = try server.addPolicy(for: child)
    let before = try server.device(key, "GET", "policy")
    #expect(try before.integer("child_age") == 10)
    server.pass(86_400)
    let version = try before.integer("version")
    let after = try server.device(key, "GET", "policy?since_version=\(version)")
    #expect(after.status == 200)
    #expect(try after.integer("child_age") == 11)
    #expect(try after.integer("version") == version + 1)
    #expect(try server.device(key, "GET", "policy?since_version=\(version + 1)").status == 304)
  }
}

@Suite struct `A revocation` {
  /// The recorded service loses it in most tries: each of its requests writes the whole row back.
  @Test(arguments: 0..<5)
  func `holds while the device polls flat out`(round: Int) throws {
    let server = try TestServer()
    let child = try server.addChild()
    let device = try server.addDevice(for: child)
    _ = try server.addPolicy(for: child)
    let isRevoked = Mutex(false)
    let pollers = (0..<4).map { poller in
      Running {
        while true {
          // Read before the request: whatever is sent after the answer to the revocation has to fail.
          let mustFail = isRevoked.withLock { $0 }
          let path = poller % 2 == 0 ? "policy?since_version=99" : "report"
          let answer = try server.device(
            device.key, poller % 2 == 0 ? "GET" : "POST", path,
            body: poller % 2 == 0 ? nil : #"{"report_type":"x","payload":{}}"#)
          if mustFail {
            #expect(answer.status == 401)
            return
          }
          // Seen anew each time, so that each poll writes.
          server.pass(60)
        }
      }
    }
    #expect(try server.parent("DELETE", "/devices/\(device.id)").status == 204)
    isRevoked.withLock { $0 = true }
    for poller in pollers { try poller.finish() }
    let row = try #require(try server.parent("GET", "/children/\(child)/devices").list().first)
    #expect(row["status"] == .string("revoked"))
    #expect(try server.parent("PUT", "/devices/\(device.id)", body: "{}").status == 200)
    #expect(try server.device(device.key, "GET", "policy").status == 401)
  }

  @Test func `holds for a request whose first half was sent before it`() throws {
    let server = try TestServer()
    let child = try server.addChild()
    let device = try server.addDevice(for: child)
    let body = #"{"report_type":"x","payload":{}}"#
    let request = Program.request(
      "POST", "/api/v1/device/report", ["X-Device-Key": device.key], body)
    let connection = try Connection(port: server.port)
    try connection.write(request.dropLast(5))
    // Answered after what was sent before it: there is one thread.
    #expect(try server.device(device.key, "GET", "policy").status == 404)
    #expect(try server.parent("DELETE", "/devices/\(device.id)").status == 204)
    try connection.write(request.suffix(5))
    #expect(try connection.readAnswer().status == 401)
    #expect(try server.parent("GET", "/children/\(child)/reports").list().isEmpty)
  }
}
