import CompiledPolicy
import Foundation
import Testing

@testable import PhosraAPI

/// The client against what the published service really answers.
@Suite struct `A recorded exchange` {
  private enum Kind { case policy, report, acknowledgement, registration, mappings, other }

  private func kind(of exchange: RecordedExchange) -> Kind {
    let line = exchange.requestLine
    if line.contains("/api/v1/device/policy") { return .policy }
    if line.contains("/device/report") { return .report }
    if line.contains("/device/ack") { return .acknowledgement }
    if line.hasPrefix("POST"), line.contains("/children/") { return .registration }
    if line.contains("/platform-mappings/") { return .mappings }
    return .other
  }

  @Test func `is there for each line of the index but the two that are too long to copy`() throws {
    let index = try String(
      contentsOf: RecordedExchange.directory.appendingPathComponent("INDEX.tsv"), encoding: .utf8)
    var listed: [String: String] = [:]
    for line in index.split(separator: "\n") {
      let columns = line.split(separator: "\t").map(String.init)
      listed[String(columns[0].dropLast(4))] = columns[1]
    }
    let names = Set(RecordedExchange.all.map(\.name))
    #expect(
      Set(listed.keys).subtracting(names) == ["90-mappings-apple-200", "91-mappings-android-200"])
    for exchange in RecordedExchange.all {
      let statuses = exchange.statuses.map(String.init).joined(separator: ",")
      #expect(listed[exchange.name].map { $0.replacing("100,", with: "") } == statuses)
    }
  }

  @Test(arguments: RecordedExchange.all)
  func `is understood as the client's calls see it`(exchange: RecordedExchange) async throws {
    let server = try ScriptedServer { request in
      let answer = exchange.answers[min(request.number, exchange.answers.count - 1)]
      let head = String(decoding: answer, as: UTF8.self).lowercased()
      let hasEnd = [" 304 ", " 204 ", "content-length:", "chunked"].contains { head.contains($0) }
      return [.send(answer)] + (hasEnd ? [] : [.close])
    }
    let client = PhosraAPIClient(baseURL: server.url + "/api/v1", deviceKey: Sample.keyText)
    for status in exchange.statuses {
      let found: Result<String, PhosraError>
      do {
        found = .success(try await call(exchange, client))
      } catch let error as PhosraError {
        found = .failure(error)
      }
      check(exchange, status, found)
    }
  }

  /// Makes the call that the recording is of, and says in a word what it gave.
  private func call(_ exchange: RecordedExchange, _ client: PhosraAPIClient) async throws -> String
  {
    switch kind(of: exchange) {
    case .policy, .other:
      return try await client.fetchPolicy(sinceVersion: 3).map { "policy \($0.version)" } ?? "same"
    case .report:
      try await client.submitReport(
        .screenTime(
          ScreenTimePayload(byCategory: [:], topApps: [:], totalMinutes: 0, date: "2026-01-01"),
          reportedAt: Date(timeIntervalSince1970: 0)))
      return "accepted"
    case .acknowledgement:
      let answer = String(decoding: exchange.answers[0], as: UTF8.self)
      let version = answer.components(separatedBy: "_version\":").dropFirst().first?.split(
        separator: "}"
      ).first.flatMap { Int($0) }
      try await client.ackPolicyVersion(version ?? 7)
      return "accepted"
    case .registration:
      let answer = try await client.registerDevice(
        childID: "c", parentToken: "t",
        request: RegisterDeviceRequest(
          deviceName: "n", deviceModel: "m", osVersion: "1", appVersion: "1"))
      return "registered \(answer.device.platformID) \(answer.device.status)"
    case .mappings:
      return "mappings \(try await client.platformMappings().alwaysAllowed.count)"
    }
  }

  private func check(
    _ exchange: RecordedExchange, _ status: Int, _ found: Result<String, PhosraError>
  ) {
    let kind = kind(of: exchange)
    switch (status, found) {
    case (200, .success(let word)):
      #expect(kind == .policy && word.hasPrefix("policy ") || word == "accepted")
    case (201, .success(let word)): #expect(word == "registered apple active")
    case (202, .success(let word)): #expect(word == "accepted")
    case (304, .success(let word)): #expect(word == "same")
    case (200, .failure(.malformed)), (204, .failure(.malformed)):
      // Other calls' answers, taken for a policy.
      #expect(kind == .other || exchange.name == "c6-options-preflight-allowed")
    case (400, .failure(.rejected(400, let message))): #expect(!message.isEmpty)
    case (400, .failure(.server(400, _))):
      #expect(["i3-no-host-400", "i6-garbage-400"].contains(exchange.name))
    case (401, .failure(.unauthorized(let message))):
      #expect(
        message == "missing X-Device-Key header" || message == "invalid or revoked device key")
    case (403, .failure(.forbidden)): break
    case (404, .failure(.noActivePolicy)):
      #expect(kind == .policy && !["c2", "d4"].contains(exchange.name.prefix(2)) || kind == .other)
    case (404, .failure(.notFound(let message))):
      #expect(
        message == "404 page not found" || kind == .registration || kind == .mappings)
    case (405, .failure(.server(405, nil))): break
    case (429, .failure(.rateLimited(let wait))): #expect(wait == 60)
    case (431, .failure(.server(431, _))): break
    case (500, .failure(.server(500, "internal server error"))),
      (500, .failure(.server(500, _))):
      break
    default: Issue.record("\(exchange.name): \(status) gave \(found)")
    }
    if case .failure(let error) = found { #expect(!"\(error)".contains(Sample.keyText)) }
  }

  @Test func `of the policy gives the document that was recorded, chunked or not`() async throws {
    for (name, version) in [("24-policy-full-200", 29), ("26-policy-empty-200", 2)] {
      let exchange = try #require(RecordedExchange.all.first { $0.name == name })
      let server = try ScriptedServer { _ in [.send(exchange.answers[0])] }
      let body = try Data(
        contentsOf: RecordedExchange.directory.appendingPathComponent("\(name).body.json"))
      let client = PhosraAPIClient(baseURL: server.url, deviceKey: Sample.keyText)
      let policy = try await client.fetchPolicy()
      #expect(policy == (try ReceivedPolicy(parsing: Array(body)).policy))
      #expect(policy?.version == version)
      #expect(server.requests[0].line == "GET /device/policy HTTP/1.1")
      #expect(server.requests[0].headers["x-device-key"] == Sample.keyText)
    }
  }

  @Test func `of a registration gives the device and a key that is not shown`() async throws {
    let exchange = try #require(RecordedExchange.all.first { $0.name.hasPrefix("01-") })
    let server = try ScriptedServer { _ in [.send(exchange.answers[0])] }
    let client = PhosraAPIClient(baseURL: server.url + "/api/v1/")
    let answer = try await client.registerDevice(
      childID: "6b55f98a-ca21-4dbe-a20a-d8447e88339c", parentToken: "parent-token",
      request: RegisterDeviceRequest(
        deviceName: "Kid's iPad <1> & é", deviceModel: "iPad14,1", osVersion: "17.5.1",
        appVersion: "1.0.0"))
    #expect(answer.device.deviceName == "Kid's iPad <1> & é")
    #expect(answer.device.capabilities.count == 3)
    #expect(answer.apiKey.secret.exposed.count == 64)
    #expect(!"\(answer)".contains(answer.apiKey.secret.exposed))
    var dumped = ""
    dump(answer, to: &dumped)
    #expect(!dumped.contains(answer.apiKey.secret.exposed))
    let request = try #require(server.requests.first)
    #expect(
      request.line
        == "POST /api/v1/children/6b55f98a-ca21-4dbe-a20a-d8447e88339c/devices HTTP/1.1")
    #expect(request.headers["authorization"] == "Bearer parent-token")
    let sent = try JSONValue(parsing: request.body)
    guard case .object(let fields) = sent else {
      Issue.record("\(sent)")
      return
    }
    #expect(fields["device_name"] == .string("Kid's iPad <1> & é"))
    #expect(fields["apns_token"] == nil)
  }
}
