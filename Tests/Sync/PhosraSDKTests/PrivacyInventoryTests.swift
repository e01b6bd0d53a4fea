import CompiledPolicy
import Foundation
import SharedDirectory
import System
import Testing

@testable import PhosraAPI
@testable import SyncService

/// Rule M6: the list of what leaves the machine against what a server really gets.
@Suite struct `The privacy inventory` {
  struct Field: Hashable, Comparable, CustomStringConvertible {
    var call: PrivacyEntry.Call
    var place: PrivacyEntry.Place
    var name: String
    var description: String { "\(call) \(place) \(name)" }

    static func < (one: Field, other: Field) -> Bool { one.description < other.description }
  }

  @Test func `lists all that the client sends, and nothing that it does not`() async throws {
    let server = try ScriptedServer { _ in [Answer.text("500 Broken", "{}")] }
    try await sendEverything(to: server)
    var sent: Set<Field> = []
    for request in server.requests { sent.formUnion(try Self.fields(of: request)) }
    let listed = Set(
      PrivacyInventory.entries.map {
        Field(
          call: $0.call, place: $0.place,
          name: $0.place == .header ? $0.field.lowercased() : $0.field)
      })
    #expect(sent.subtracting(listed).sorted() == [], "sent, but not listed")
    #expect(listed.subtracting(sent).sorted() == [], "listed, but not sent")
    #expect(Set(server.requests.map { Self.call(of: $0.line) }) == Set(PrivacyEntry.Call.allCases))
    #expect(PrivacyInventory.entries.count == listed.count)
  }

  @Test func `says of every field where it comes from`() {
    for entry in PrivacyInventory.entries { #expect(!entry.source.isEmpty) }
    #expect(PrivacyInventory.entries.contains { $0.isPersonal })
  }

  // MARK: What is sent

  /// Makes every call, with a value in every field that there is.
  private func sendEverything(to server: ScriptedServer) async throws {
    let registration = RegisterDeviceRequest(
      deviceName: "n", deviceModel: "m", osVersion: "o", appVersion: "a", capabilities: ["c"],
      apnsToken: "t")
    let result = CategoryEnforcementResult(
      category: .ageGate, status: .failed, framework: .none, detail: "d")
    let status = EnforcementStatusPayload(policyVersion: 1, results: [result])
    let time = ScreenTimePayload(
      byCategory: ["*": 1], topApps: ["*": 1], totalMinutes: 2, date: "2026-03-28")
    let own = EnforcementReport(
      SyncDocument.Report(
        policy: nil, version: 1,
        results: [
          CategoryResult(category: .ageGate, status: .failed, framework: .none, detail: "d")
        ]), at: Date())
    // A field that is added and left empty here would escape.
    for value: Any in [
      registration, result, status, time, own, own.payload, own.payload.results[0],
    ] {
      for child in Mirror(reflecting: value).children {
        let mirror = Mirror(reflecting: child.value)
        #expect(
          mirror.displayStyle != .optional || mirror.children.count == 1,
          "\(type(of: value)).\(child.label ?? "") is left out")
      }
    }

    // Every answer is an error, and no call may be missing for that.
    let client = PhosraAPIClient(baseURL: server.url + "/api/v1", deviceKey: Sample.keyText)
    _ = try? await client.registerDevice(
      childID: "kid-1", parentToken: "parent", request: registration)
    _ = try? await client.fetchPolicy(sinceVersion: 3)
    _ = try? await client.submitReport(
      DeviceReport(payload: .enforcementStatus(status), reportedAt: Date()), idempotencyKey: "i")
    _ = try? await client.submitReport(
      DeviceReport(payload: .screenTime(time), reportedAt: Date()), idempotencyKey: "i")
    _ = try? await client.ackPolicyVersion(3, idempotencyKey: "i")
    _ = try? await client.platformMappings()
    let api = DeviceAPI(baseURL: server.url + "/api/v1")
    let topic = NtfyTopic(server: server.url, topic: "topic-1", token: Secret("ntfy"))
    for request in [
      api.policy(key: try Sample.key(), sinceVersion: 3, entityTag: "\"tag\""),
      api.report(
        key: try Sample.key(), body: Array(try CanonicalJSON.line(own)), idempotencyKey: "i"),
      topic.request(after: "id"),
    ] {
      _ = try? HTTPClient(HTTPConfiguration()).perform(request)
    }
    #expect(server.requests.count == 9)
  }

  // MARK: What was sent

  private static func call(of line: String) -> PrivacyEntry.Call? {
    let path = line.split(separator: " ")[1].split(separator: "?")[0]
    return switch path.split(separator: "/").last {
    case "devices": .registration
    case "policy": .policy
    case "report": .report
    case "ack": .acknowledgement
    case "apple": .mappings
    case "json": .subscription
    default: nil
    }
  }

  private static let fixed: Set<Substring> = [
    "api", "v1", "children", "devices", "device", "policy", "report", "ack", "platform-mappings",
    "json",
  ]
  private static let variable: [Substring: String] = [
    "kid-1": "child", "apple": "platform", "topic-1": "topic",
  ]

  private static func fields(of request: ScriptedServer.Request) throws -> Set<Field> {
    let found = Self.call(of: request.line)
    let call = try #require(found, "\(request.line)")
    let target = request.line.split(separator: " ")[1].split(separator: "?")
    var fields: Set<Field> = []
    func add(_ place: PrivacyEntry.Place, _ name: String) {
      fields.insert(Field(call: call, place: place, name: name))
    }
    for part in target[0].split(separator: "/") where !fixed.contains(part) {
      add(.path, variable[part] ?? "?\(part)")
    }
    for pair in target.dropFirst().joined().split(separator: "&") {
      add(.query, String(pair.split(separator: "=")[0]))
    }
    for name in request.headers.keys { add(.header, name) }
    if !request.body.isEmpty {
      for name in names(in: try JSONValue(parsing: request.body), path: "") { add(.body, name) }
    }
    return fields
  }

  /// The names of what holds a value.
  private static func names(in value: JSONValue, path: String) -> [String] {
    switch value {
    case .object(let fields):
      fields.flatMap { names(in: $0.value, path: path.isEmpty ? $0.key : "\(path).\($0.key)") }
    case .array(let values): values.flatMap { names(in: $0, path: path + "[]") }
    default: [path]
    }
  }
}
