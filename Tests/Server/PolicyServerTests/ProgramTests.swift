import TestSupport
import Foundation
import Synchronization
import System
import Testing

@testable import CompiledPolicy
@testable import PolicyServer

@Suite struct `pavise-server` {
  @Test func `prints its port and its token, serves, and ends when asked to`() throws {
    let directory = try TemporaryDirectory()
    let program = try Program(directory)
    let token = try #require(program.token)
    #expect(try program.parent(token, "GET", "/children").status == 200)
    program.child.kill(SIGTERM)
    #expect(try program.end() == .exited(0))

    let again = try Program(directory)
    #expect(again.token == nil)
    #expect(try again.parent(token, "GET", "/children").status == 200)
    again.child.kill(SIGTERM)
    #expect(try again.end() == .exited(0))
    let attributes = try FileManager.default.attributesOfItem(
      atPath: directory.path("household.sqlite"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `keeps the parent's token in a file, and takes a new one from a new file`() throws {
    let directory = try TemporaryDirectory()
    var tokens: [String] = []
    for name in ["one", "two"] {
      let program = try Program(directory, ["--parent-token-file", directory.path(name)])
      let token = try directory.read(name).trimmingCharacters(in: .whitespacesAndNewlines)
      tokens.append(token)
      #expect(program.token == nil)
      #expect(try program.parent(token, "GET", "/children").status == 200)
      #expect(
        try program.parent(tokens[0], "GET", "/children").status == (name == "one" ? 200 : 401))
    }
  }

  @Test(arguments: [
    (["--listen", "0.0.0.0:0", "--database", "x"], 1, "--allow-remote"),
    (["--listen", "nowhere", "--database", "x"], 1, "no address"),
    ([], 64, "--database is missing"), (["--databse", "x"], 64, "unknown option"),
    (["--database"], 64, "needs a value"), (["--database", "x", "--rate-limit", "-1"], 64, "-1"),
  ])
  func `refuses what it cannot do`(_ options: [String], _ code: Int32, _ words: String) throws {
    let directory = try TemporaryDirectory()
    let outcome = try ChildProcess.run(
      [Program.path] + options.map { $0 == "x" ? directory.path("x.sqlite") : $0 })
    #expect(outcome.status == .exited(code))
    #expect(outcome.errorsText.contains(words))
  }

  @Test func `tells an ntfy topic of a policy that is new to devices`() throws {
    let topic = Topic()
    let ntfy = try HTTPServer(
      on: ListenAddress("127.0.0.1:0", allowRemote: false), handler: topic)
    let program = try Program(
      try TemporaryDirectory(), ["--ntfy", "http://\(ntfy.address.authority)/kids"])
    let token = try #require(program.token)
    let child = try program.parent(
      token, "POST", "/children", body: #"{"name":"Kid","birth_date":"2015-03-09"}"#
    ).text("id")
    let policy = try program.parent(
      token, "POST", "/children/\(child)/policies", body: #"{"name":"P"}"#
    ).text("id")
    #expect(try program.parent(token, "POST", "/policies/\(policy)/activate").status == 200)
    try #require(topic.arrived.wait(timeout: .now() + 20) == .success)
    let request = try #require(topic.requests.withLock { $0 }.first)
    #expect(request.method == "POST")
    #expect(request.path == "/kids")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"aps":{"content-available":1},"phosra":{"event":"policy.updated","version":2}}"#)
  }

  private final class Topic: HTTPHandler {
    let requests = Mutex<[HTTPRequest]>([])
    let arrived = DispatchSemaphore(value: 0)

    func exchange(for head: HTTPRequest) -> HTTPExchange {
      .awaitingBody { [self] request in
        requests.withLock { $0.append(request) }
        arrived.signal()
        return .json(200, [:])
      }
    }
  }

  /// Rule D4 for the server: whatever was answered is there after a kill, and nothing is there by half.
  @Test func `loses nothing that it acknowledged when it is killed again and again`() throws {
    let directory = try TemporaryDirectory()
    let first = try Program(directory)
    let token = try #require(first.token)
    let child = try first.parent(
      token, "POST", "/children", body: #"{"name":"Kid","birth_date":"2015-03-09"}"#
    ).text("id")
    let key = try first.parent(token, "POST", "/children/\(child)/devices", body: "{}")
      .text("api_key")
    let policy = try first.parent(
      token, "POST", "/children/\(child)/policies", body: #"{"name":"P"}"#
    )
    .text("id")
    first.child.kill(SIGKILL)
    _ = try first.end()

    var accepted: [Int] = []
    var version = 1
    var number = 0
    for round in 0..<6 {
      let program = try Program(directory)
      let (port, process) = (program.port, program.process)
      let killer = Running {
        // Somewhere in the middle of the writes below.
        usleep(UInt32(20_000 + round * 13_000))
        kill(process, SIGKILL)
      }
      while true {
        number += 1
        let report = Program.request(
          "POST", "/api/v1/device/report", ["X-Device-Key": key, "Idempotency-Key": "r\(number)"],
          #"{"report_type":"x","payload":{"number":\#(number)}}"#)
        guard let answer = try? Answer(Connection(port: port).exchange(report)) else { break }
        #expect(answer.status == 202)
        accepted.append(number)
        let edit = Program.request(
          "PUT", "/api/v1/policies/\(policy)", ["Authorization": "Bearer \(token)"],
          #"{"document":{"screen_time":{"daily_limit_minutes":\#(number)}}}"#)
        guard let saved = try? Answer(Connection(port: port).exchange(edit)) else { break }
        version = try saved.integer("version")
      }
      try killer.finish()
    }

    let last = try Program(directory)
    var stored: Set<Int> = []
    var before = Int.max
    while true {
      let page = try last.parent(
        token, "GET", "/children/\(child)/reports?limit=500&before=\(before)"
      )
      .list()
      if page.isEmpty { break }
      for report in page {
        guard case .integer(let number) = report["payload"]?["number"],
          case .integer(let id) = report["id"]
        else {
          Issue.record("half a report")
          continue
        }
        #expect(stored.insert(number).inserted)
        before = min(before, id)
      }
    }
    #expect(!accepted.isEmpty)
    #expect(Set(accepted).subtracting(stored).isEmpty)
    // What was cut off may have been stored or not, once in each round.
    #expect(stored.count <= accepted.count + 6)
    let kept = try last.parent(token, "GET", "/policies/\(policy)")
    #expect(try kept.integer("version") >= version)
  }
}

/// The program as it was built, running.
final class Program {
  static let path = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("pavise-server").path

  private(set) var child: ChildProcess
  let port: UInt16
  /// If it was shown.
  let token: String?

  var process: Int32 { child.pid }

  /// How it ended, once it has been asked to.
  func end() throws -> ChildProcess.Status? { try child.wait(timeout: 20) }

  init(_ directory: TemporaryDirectory, _ options: [String] = []) throws {
    let output = Pipe()
    let null = try Descriptor.open("/dev/null", O_RDWR)
    child = try ChildProcess.start(
      [
        Self.path, "--listen", "127.0.0.1:0", "--rate-limit", "0", "--database",
        directory.path("household.sqlite"),
      ] + options,
      streams: .init(
        input: null.raw, output: output.fileHandleForWriting.fileDescriptor, errors: null.raw))
    try output.fileHandleForWriting.close()
    var text = ""
    while !text.contains("listening on ") || !text.hasSuffix("\n") {
      let part = output.fileHandleForReading.availableData
      try #require(!part.isEmpty, "the server ended: \(text)")
      text += String(decoding: part, as: UTF8.self)
    }
    port = try #require(text.split(separator: ":").last.flatMap { UInt16($0.dropLast()) })
    token = text.firstMatch(of: /this once: ([0-9a-f]{64})/).map { String($0.1) }
  }

  func parent(
    _ token: String, _ method: String, _ path: String, body: String? = nil
  ) throws -> Answer {
    let headers = ["Authorization": "Bearer \(token)"]
    return try Answer(
      Connection(port: port).exchange(Self.request(method, "/api/v1\(path)", headers, body)))
  }

  static func request(
    _ method: String, _ path: String, _ headers: [String: String], _ body: String?
  ) -> [UInt8] {
    var text = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
    return Array((text + "\r\n" + (body ?? "")).utf8)
  }
}
