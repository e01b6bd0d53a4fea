import TestSupport
import Foundation
import Synchronization
import System

@testable import CompiledPolicy
@testable import PolicyServer

/// A server on a free port, over a database of a test's own.
final class TestServer: Sendable {
  static let parentToken = "a parent token of thirty-two bytes or more"
  static let start = Date(timeIntervalSince1970: 1_796_001_734)

  let directory: TemporaryDirectory
  let log = LogRecorder()
  private let time: Time
  private let server: HTTPServer

  /// - Parameter directory: One that another server has used, to go on with its database.
  init(
    directory: TemporaryDirectory? = nil, rateLimit: Int = 100_000,
    limits: HTTPServer.Limits = HTTPServer.Limits(), push: (any PushTransport)? = nil
  ) throws {
    self.directory = try directory ?? TemporaryDirectory()
    let time = Time(Self.start)
    self.time = time
    let household = try Household(path: self.directory.path("household.sqlite"))
    try household.setParent(Secret(Self.parentToken))
    let service = try PolicyService(
      household: household, rateLimit: rateLimit, push: push, clock: { time.now },
      log: .recording(to: log))
    server = try HTTPServer(
      on: ListenAddress("127.0.0.1:0", allowRemote: false), limits: limits, handler: service)
  }

  var port: UInt16 { server.address.port }

  /// The wall clock of the server moves on.
  func pass(_ seconds: Double) { time.pass(seconds) }

  func stop() { server.stop() }

  private final class Time: Sendable {
    private let instant: Mutex<Date>
    init(_ start: Date) { instant = Mutex(start) }
    var now: Date { instant.withLock { $0 } }
    func pass(_ seconds: Double) { instant.withLock { $0 += seconds } }
  }
}

extension TestServer {
  /// Sends these bytes and reads until the server closes the connection.
  func send(raw text: String) throws -> Answer {
    try Answer(Connection(port: port).exchange(Array(text.utf8)))
  }

  func call(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: String? = nil
  ) throws -> Answer {
    var text = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
    return try send(raw: text + "\r\n" + (body ?? ""))
  }

  func parent(_ method: String, _ path: String, body: String? = nil) throws -> Answer {
    try call(
      method, "/api/v1\(path)", ["Authorization": "Bearer \(Self.parentToken)"], body: body)
  }

  func device(
    _ key: String, _ method: String, _ path: String, _ headers: [String: String] = [:],
    body: String? = nil
  ) throws -> Answer {
    let own = headers.merging(["X-Device-Key": key]) { mine, _ in mine }
    return try call(method, "/api/v1/device/\(path)", own, body: body)
  }

  func addChild(born birthDate: String = "2015-03-09") throws -> String {
    let body = #"{"name":"Kid","birth_date":"\#(birthDate)"}"#
    return try parent("POST", "/children", body: body).text("id")
  }

  func addDevice(
    for child: String, _ description: String = #"{"device_name":"Laptop"}"#
  ) throws -> (id: String, key: String) {
    let answer = try parent("POST", "/children/\(child)/devices", body: description)
    return (try answer.text("device", "id"), try answer.text("api_key"))
  }

  /// - Parameter document: The sections as JSON.
  func addPolicy(
    for child: String, _ document: String = "{}", priority: Int = 0, active: Bool = true
  ) throws -> String {
    let body = #"{"name":"Policy","priority":\#(priority),"document":\#(document)}"#
    let id = try parent("POST", "/children/\(child)/policies", body: body).text("id")
    if active { _ = try parent("POST", "/policies/\(id)/activate") }
    return id
  }
}
