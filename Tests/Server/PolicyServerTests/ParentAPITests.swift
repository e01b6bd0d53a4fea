import Foundation
import Testing

@testable import CompiledPolicy
@testable import PolicyServer

@Suite struct `A version` {
  @Test func `grows by one with each change, and never falls when another policy is served`() throws
  {
    let server = try TestServer()
    let child = try server.addChild()
    let key = try server.addDevice(for: child).key
    var seen: [Int] = []
    func fetch() throws {
      let answer = try server.device(key, "GET", "policy")
      if answer.status == 200 { seen.append(try answer.integer("version")) }
    }
    let first = try server.addPolicy(for: child)  // 1, 2
    try fetch()
    let second = try server.addPolicy(for: child)  // 3, 4, behind the first
    try fetch()
    for (method, path, body) in [
      ("PUT", "/policies/\(first)", #"{"document":{"purchases":{"block_iap":true}}}"#),  // 5
      ("POST", "/policies/\(first)/pause", nil),  // 6: the second is served
      ("POST", "/policies/\(second)/pause", nil),  // 7: none
      ("POST", "/policies/\(second)/activate", nil),  // 8
      ("POST", "/policies/\(second)/activate", nil),  // it is active
      ("POST", "/policies/\(first)/activate", nil),  // 9
      ("PUT", "/policies/\(second)", #"{"priority":-1}"#),  // 10: the second is served
      ("DELETE", "/policies/\(second)", nil),  // 11: the first
    ] as [(String, String, String?)] {
      let status = try server.parent(method, path, body: body).status
      #expect(status == (method == "DELETE" ? 204 : 200))
      try fetch()
    }
    #expect(seen == [2, 2, 5, 6, 8, 8, 9, 10, 11])
  }

  @Test func `that a parent did not see makes the save a conflict`() throws {
    let server = try TestServer()
    let policy = try server.addPolicy(for: try server.addChild())
    let body = #"{"version":2,"document":{"purchases":{"block_iap":true}}}"#
    #expect(try server.parent("PUT", "/policies/\(policy)", body: body).status == 200)
    let answer = try server.parent("PUT", "/policies/\(policy)", body: body)
    #expect(answer.status == 409)
    #expect(try answer.text("message").contains("version 3"))
  }
}

@Suite struct `The check of a document` {
  @Test(arguments: [
    (#"{"screen_time":{"daily_limit_minutes":-5}}"#, "screen_time.daily_limit_minutes"),
    (#"{"screen_time":{"daily_limit":5}}"#, "screen_time.daily_limit"),
    (#"{"screen_tme":{}}"#, "screen_tme"),
    (
      #"{"screen_time":{"downtime_windows":[{"days":["monday"],"start_time":"1:00","end_time":"2:00"}]}}"#,
      "screen_time.downtime_windows[0].days"
    ),
    (
      #"{"screen_time":{"downtime_windows":[{"start_time":"25:99","end_time":"07:00"}]}}"#,
      "screen_time.downtime_windows[0].start_time"
    ),
    (#"{"content_filter":{"blocked_apps":"org.example.app"}}"#, "content_filter.blocked_apps"),
    (#"{"content_filter":{"blocked_apps":["a b"]}}"#, "content_filter.blocked_apps[0]"),
    (#"{"web_filter":{"blocked_domains":["school.example",7]}}"#, "web_filter.blocked_domains[1]"),
    (#"{"web_filter":[]}"#, ""), ("[]", ""), ("7", ""),
  ])
  func `names what is wrong, and nothing is saved`(_ document: String, _ field: String) throws {
    let server = try TestServer()
    let policy = try server.addPolicy(for: try server.addChild())
    let body = #"{"document":\#(document)}"#
    let check = try server.parent("POST", "/policies/check", body: body)
    #expect(check.status == 200)
    #expect(try check.list("faults").map { $0["field"] } == [.string(field)])
    let answer = try server.parent("PUT", "/policies/\(policy)", body: body)
    #expect(answer.status == 422)
    #expect(try answer.list("faults") == check.list("faults"))
    let kept = try server.parent("GET", "/policies/\(policy)").json()
    #expect(kept["document"] == .object([:]))
    #expect(kept["version"] == .integer(2))
  }

  @Test func `tells for each rule what a device can do, as a device would report it`() throws {
    let server = try TestServer()
    let body =
      #"{"document":{"version":9,"policy_id":"pasted","screen_time":{"daily_limit_minutes":90},"#
      + #""privacy":{"location_sharing_enabled":true}}}"#
    let check = try server.parent("POST", "/policies/check", body: body)
    #expect(try check.list("faults") == [])
    let results = try check.list("results")
    #expect(results.contains { $0["category"] == .string("time_daily_limit") })
    #expect(results.allSatisfy { $0["status"] != nil && $0["framework"] != nil })
  }

  @Test(arguments: [4, 9, 10, 14, 17])
  func `finds nothing wrong with what a new policy begins with`(age: Int) throws {
    let check = DocumentCheck(try JSONValue(parsing: Array(FirstDocument.forAge(age).utf8)))
    #expect(check.faults == [])
    #expect(check.document != nil)
  }
}

@Suite struct `A pairing token` {
  @Test func `registers one device, for its child, and does nothing else`() throws {
    let server = try TestServer()
    let child = try server.addChild()
    let other = try server.addChild()
    let token = try server.parent("POST", "/children/\(child)/pairing-tokens").text("token")
    let bearer = ["Authorization": "Bearer \(token)"]
    func register(_ child: String) throws -> Int {
      try server.call("POST", "/api/v1/children/\(child)/devices", bearer, body: "{}").status
    }
    #expect(try server.call("GET", "/api/v1/children", bearer).status == 403)
    #expect(try register(other) == 403)
    #expect(try register(child) == 201)
    #expect(try register(child) == 401)
    #expect(try server.parent("GET", "/children/\(child)/devices").list().count == 1)
  }

  @Test func `is good for an hour`() throws {
    let server = try TestServer()
    let child = try server.addChild()
    let token = try server.parent("POST", "/children/\(child)/pairing-tokens").text("token")
    server.pass(3601)
    let answer = try server.call(
      "POST", "/api/v1/children/\(child)/devices", ["Authorization": "Bearer \(token)"], body: "{}")
    #expect(answer.status == 401)
  }
}

@Suite struct `A parent's call` {
  @Test(arguments: [
    ("GET", "/children"), ("POST", "/children"), ("GET", "/children/ID"), ("PUT", "/children/ID"),
    ("DELETE", "/children/ID"), ("GET", "/children/ID/devices"), ("POST", "/children/ID/devices"),
    ("POST", "/children/ID/pairing-tokens"), ("PUT", "/devices/ID"), ("DELETE", "/devices/ID"),
    ("GET", "/children/ID/policies"), ("POST", "/children/ID/policies"),
    ("POST", "/policies/check"), ("GET", "/policies/ID"), ("PUT", "/policies/ID"),
    ("DELETE", "/policies/ID"), ("POST", "/policies/ID/activate"), ("POST", "/policies/ID/pause"),
    ("GET", "/children/ID/reports"), ("GET", "/children/ID/screen-time"),
  ])
  func `needs the parent's token`(_ method: String, _ path: String) throws {
    let server = try TestServer()
    let child = try server.addChild()
    let key = try server.addDevice(for: child).key
    let path = "/api/v1" + path.replacing("ID", with: child)
    for (bearer, status) in [
      (nil, 401), ("Bearer wrong", 401), ("Basic x", 401), ("Bearer \(key)", 403),
    ] {
      let headers = bearer.map { ["Authorization": $0] } ?? [:]
      let answer = try server.call(method, path, headers, body: method == "GET" ? nil : "{}")
      #expect(answer.status == status, "\(bearer ?? "nothing")")
    }
    #expect(try server.parent("GET", "/children").list().count == 1)
    let unknown = path.replacing(child, with: "00000000-0000-4000-8000-000000000000")
    if unknown != path {
      let answer = try server.call(
        method, unknown, ["Authorization": "Bearer \(TestServer.parentToken)"],
        body: method == "GET" ? nil : "{}")
      #expect(answer.status == 404)
    }
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"name":"Kid"}"#, #"{"name":" ","birth_date":"2015-03-09"}"#,
    #"{"name":"Kid","birth_date":"2015-02-29"}"#, #"{"name":"Kid","birth_date":"9 March"}"#,
    #"{"name":"Kid","birth_date":"2027-03-09"}"#, #"{"name":5,"birth_date":"2015-03-09"}"#,
    #"{"name":"\#(String(repeating: "k", count: 201))","birth_date":"2015-03-09"}"#,
  ])
  func `with a child that cannot be is refused`(_ body: String) throws {
    let server = try TestServer()
    #expect(try server.parent("POST", "/children", body: body).status == 400)
    #expect(try server.parent("GET", "/children").list().isEmpty)
  }

  @Test func `adds up the screen time of a day over all devices, the last report of each`() throws {
    let server = try TestServer()
    let child = try server.addChild()
    for (minutes, day) in [([10, 20], "2026-11-30"), ([5], "2026-11-30"), ([7], "2026-11-29")] {
      let key = try server.addDevice(for: child).key
      for minute in minutes {
        let body = """
          {"report_type":"screen_time","payload":{"date":"\(day)","total_minutes":\(minute),
          "by_category":{"Games":\(minute)},"top_apps":{"a":-3,"b":"x"}}}
          """
        #expect(try server.device(key, "POST", "report", body: body).status == 202)
      }
    }
    let answer = try server.parent(
      "GET", "/children/\(child)/screen-time?from=2026-11-24&through=2026-11-30")
    let days = try answer.list()
    #expect(days.map { $0["date"] } == [.string("2026-11-29"), .string("2026-11-30")])
    #expect(days.last?["total_minutes"] == .integer(25))
    #expect(days.last?["by_category"]?["Games"] == .integer(25))
    #expect(days.last?["top_apps"]?["a"] == .integer(0))
    let bad = try server.parent("GET", "/children/\(child)/screen-time?from=yesterday")
    #expect(bad.status == 400)
  }
}
