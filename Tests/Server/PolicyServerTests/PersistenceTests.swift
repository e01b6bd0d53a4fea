import TestSupport
import Foundation
import System
import Testing

@testable import CompiledPolicy
@testable import PolicyServer

@Suite struct `A database` {
  @Test func `keeps everything over a restart`() throws {
    let first = try TestServer()
    let child = try first.addChild()
    let device = try first.addDevice(for: child)
    _ = try first.addPolicy(for: child, #"{"screen_time":{"daily_limit_minutes":90}}"#)
    let body = #"{"report_type":"screen_time","payload":{"date":"2026-11-30","total_minutes":5}}"#
    _ = try first.device(device.key, "POST", "report", ["Idempotency-Key": "k"], body: body)
    _ = try first.device(device.key, "POST", "ack", body: #"{"version":2}"#)
    let paths = [
      "/children", "/children/\(child)/devices", "/children/\(child)/policies",
      "/children/\(child)/reports", "/children/\(child)/screen-time?through=2026-11-30",
    ]
    let before = try paths.map { try first.parent("GET", $0).bodyText }
    let policy = try first.device(device.key, "GET", "policy").body
    first.stop()

    let second = try TestServer(directory: first.directory)
    #expect(try paths.map { try second.parent("GET", $0).bodyText } == before)
    #expect(try second.device(device.key, "GET", "policy").body == policy)
    _ = try second.device(device.key, "POST", "report", ["Idempotency-Key": "k"], body: body)
    #expect(try second.parent("GET", "/children/\(child)/reports").list().count == 1)
  }

  @Test func `holds no key and no token, only hashes`() throws {
    let server = try TestServer()
    let child = try server.addChild()
    let key = try server.addDevice(for: child).key
    let token = try server.parent("POST", "/children/\(child)/pairing-tokens").text("token")
    server.stop()
    for name in try FileManager.default.contentsOfDirectory(atPath: server.directory.path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: server.directory.path(name)))
      for secret in [key, token, TestServer.parentToken] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
      }
    }
    #expect(!server.log.lines.contains { $0.contains(key) })
  }

  @Test func `of a later format is left alone`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("household.sqlite")
    let database = try Database(path: path)
    try database.script("PRAGMA user_version = 99; CREATE TABLE theirs (a)")
    #expect(throws: DatabaseError.self) { try Household(path: path) }
    #expect(try database.first("PRAGMA user_version", read: { $0.integer(0) }) == 99)
    #expect(try database.first("SELECT count(*) FROM theirs", read: { $0.integer(0) }) == 0)
  }

  @Test func `that is no database is an error that names it`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(String(repeating: "not a database ", count: 100), to: "household.sqlite")
    #expect(throws: DatabaseError.self) { try Household(path: directory.path("household.sqlite")) }
    #expect(throws: DatabaseError.self) { try Household(path: directory.path("absent/x.sqlite")) }
  }

  /// The recorded service answers 401 then, as if the key were revoked.
  @Test func `that cannot be written is no reason to doubt a key`() throws {
    let server = try TestServer()
    let key = try server.addDevice(for: try server.addChild()).key
    let other = try Database(path: server.directory.path("household.sqlite"))
    try other.script("DROP TABLE reports; DROP TABLE policies")
    let answer = try server.device(key, "GET", "policy")
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") == "10")
    #expect(server.log.lines.contains { $0.hasPrefix("error: call failed") })
  }

  @Test func `does all of a transaction or nothing of it`() throws {
    struct Stop: Error {}
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.path("x.sqlite"))
    try database.script("CREATE TABLE t (a)")
    #expect(throws: Stop.self) {
      try database.transaction {
        try database.run("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    #expect(try database.first("SELECT count(*) FROM t", read: { $0.integer(0) }) == 0)
    #expect(try database.first("PRAGMA synchronous", read: { $0.integer(0) }) == 2)
    #expect(try database.first("PRAGMA journal_mode", read: { $0.text(0) }) == "wal")
  }
}

@Suite struct `JSON that is written` {
  @Test(arguments: [
    ("é\u{2028}<&>\"\\\n\u{1}😀", #""é\u2028\u003c\u0026\u003e\"\\\n\u0001😀""#)
  ])
  func `escapes what does harm in HTML`(_ text: String, _ expected: String) throws {
    #expect(WireValue.string(text).text == expected)
    #expect(try JSONValue(parsing: Array(WireValue.string(text).text.utf8)) == .string(text))
  }

  @Test func `keeps the order of fields and writes whole numbers without a fraction`() {
    let value: WireValue = ["b": 1, "a": .array([.number(10), .number(9.5), .null, true])]
    #expect(value.text == #"{"b":1,"a":[10,9.5,null,true]}"#)
    #expect(WireValue.fields(["a": nil, "b": []]).text == #"{"b":[]}"#)
  }
}

@Suite struct `An address to listen on` {
  @Test(arguments: [
    ("127.0.0.1:0", "127.0.0.1:0"), ("localhost:80", "127.0.0.1:80"), ("[::1]:8080", "[::1]:8080"),
    ("127.3.2.1:9", "127.3.2.1:9"),
  ])
  func `may be this machine`(_ text: String, _ authority: String) throws {
    #expect(try ListenAddress(text, allowRemote: false).authority == authority)
  }

  @Test(arguments: ["0.0.0.0:80", "[::]:80", "192.168.1.2:80", "[fe80::1]:80"])
  func `that others can reach has to be allowed`(_ text: String) throws {
    #expect(throws: ListenAddress.Fault.remote(text)) {
      try ListenAddress(text, allowRemote: false)
    }
    _ = try ListenAddress(text, allowRemote: true)
  }

  @Test(arguments: ["", ":80", "127.0.0.1", "127.0.0.1:70000", "example.org:80", "::1:x"])
  func `is a numeric address and a port`(_ text: String) {
    #expect(throws: ListenAddress.Fault.malformed(text)) {
      try ListenAddress(text, allowRemote: true)
    }
  }
}
