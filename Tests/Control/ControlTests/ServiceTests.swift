import CompiledPolicy
import Foundation
import PhosraAPI
import SharedDirectory
import SyncService
import Testing

@testable import Control

@Suite struct `Registering this machine` {
  private let desk = Desk()
  private static let key = "0d858216d94ea8396d36de0138d88b535e05e376d7ef04beb9899c9d5296bb8a"
  private static let words = [
    "register", "--server", "https://h", "--child", "c/1", "--parent-token", "token",
  ]

  private static func accepted(_ key: String = key) -> HTTPResponse {
    let body = """
      {"device":{"id":"d1","child_id":"c/1","family_id":"f","platform_id":"apple",
       "device_name":"den","device_model":"m","os_version":"o","app_version":"a",
       "capabilities":[],"enforcement_summary":{},"last_policy_version":0,"status":"active",
       "created_at":"2026-03-01T09:00:00Z","updated_at":"2026-03-01T09:00:00Z"},
       "api_key":"\(key)"}
      """
    return HTTPResponse(status: 201, body: Array(body.utf8))
  }

  private func run(_ words: [String]) -> ExitCode {
    let program = ControlProgram(path: "/d", storage: desk.disk, world: desk.world)
    do { return program.run(try Invocation(words).command) } catch {
      Issue.record("\(error)")
      return .usage
    }
  }

  @Test func `tells the service of it, and keeps the key and where it belongs`() throws {
    var sent: HTTPRequest?
    desk.world.service = { request, _ in
      sent = request
      return .success(Self.accepted())
    }
    #expect(run(Self.words) == .success)
    let request = try #require(sent)
    #expect(request.url == "https://h/api/v1/children/c%2F1/devices")
    #expect(request.secretHeader?.prefix == "Bearer ")
    #expect(request.secretHeader?.value.exposed == "parent-token-of-a-test")
    let body = try JSONDecoder().decode(
      RegisterDeviceRequest.self, from: Data(try #require(request.body)))
    #expect(body.deviceName == "den")
    #expect(body.apnsToken == nil)
    #expect(desk.world.key == (try DeviceKey(Self.key)))
    let expected = ServiceRegistration(server: "https://h/api/v1", child: "c/1", device: "d1")
    #expect(try desk.control.read(.registration) == expected)
    #expect(desk.world.takeOutput() == "registered as “den” (d1)\n")
  }

  @Test func `shows and stores neither the token nor the key`() throws {
    desk.world.service = { _, _ in .success(Self.accepted()) }
    #expect(run(Self.words) == .success)
    var everything = desk.world.takeOutput() + desk.world.errors
    for name in try desk.disk.list("") {
      everything += String(decoding: try desk.disk.read(name) ?? Data(), as: UTF8.self)
    }
    #expect(everything.contains("https://h/api/v1"))
    #expect(!everything.contains(Self.key))
    #expect(!everything.contains("parent-token-of-a-test"))
  }

  /// A daemon that runs would show the old server's key to the new server otherwise.
  @Test func `removes the key of another server before the address changes, and only then`() throws
  {
    desk.world.service = { _, _ in .success(Self.accepted()) }
    #expect(run(Self.words) == .success)
    #expect(run(Self.words) == .success)
    #expect(desk.world.keyDeeds == ["removed", "stored", "stored"])
    #expect(run(Self.words + ["--name", "other"]) == .success)
    var words = Self.words
    words[2] = "https://other/api/v1"
    #expect(run(words) == .success)
    #expect(desk.world.keyDeeds.suffix(3) == ["stored", "removed", "stored"])
  }

  @Test func `keeps authorities of one's own where the daemon finds them`() throws {
    desk.world.files["ca.pem"] = "certificates"
    var used: HTTPConfiguration?
    desk.world.service = { _, connection in
      used = connection
      return .success(Self.accepted())
    }
    #expect(run(Self.words + ["--ca", "ca.pem", "--plain-http"]) == .success)
    #expect(used?.authorities == "ca.pem")
    #expect(used?.allowsPlainHTTP == true)
    #expect(
      try desk.disk.read(ServiceRegistration.authorities) == Data("certificates".utf8))
    let connection = try #require(try desk.control.read(.registration)).connection(in: "/d")
    #expect(connection.authorities == "/d/service-authorities.pem")
    #expect(connection.allowsPlainHTTP)
  }

  @Test(arguments: [
    PhosraError.unauthorized(message: "invalid token"), .forbidden(message: nil),
    .notFound(message: "child not found"), .rateLimited(retryAfter: 60),
    .rejected(status: 400, message: "bad"), .server(status: 502, message: nil),
    .redirected(status: 302, to: "https://portal"), .malformed("not JSON"),
    .transport(.plainHTTP(host: "h")),
  ])
  func `changes nothing when it does not succeed, and says why`(error: PhosraError) throws {
    desk.world.service = { _, _ in .failure(error) }
    #expect(run(Self.words) == .failure)
    #expect(desk.world.errors.hasPrefix("pavise: not registered: "))
    #expect(!desk.world.errors.contains("parent-token"))
    #expect(try desk.control.read(.registration) == nil)
    #expect(desk.world.keyDeeds.isEmpty)
  }

  @Test func `is refused to who may not, before anything is sent`() throws {
    desk.world.service = { _, _ in
      Issue.record("sent")
      return .failure(.noDeviceKey)
    }
    desk.world.mayStoreKey = false
    #expect(run(Self.words) == .refused)
    desk.world.mayStoreKey = true
    desk.world.caller = Caller(user: "kid", isRoot: false, groups: [])
    #expect(run(Self.words) == .refused)
    desk.world.caller = Caller(user: "root", isRoot: true, groups: [])
    desk.expect(
      "register", "--server", "https://h", "--child", "c", status: .failure,
      complaint: "pavise: there is no terminal to ask for the token on;"
        + " --parent-token FILE, or - for standard input")
  }

  @Test(arguments: [
    ("ID=debian\nVERSION_ID=\"12\"\n", "debian 12"), ("", "linux"), ("ID='arch'", "arch"),
    ("ID=opensuse-tumbleweed\nVERSION_ID=20260301", "opensuse-tumbleweed "),
  ])
  func `names the distribution in at most twenty characters`(release: String, system: String) {
    #expect(MachineDescription.system(release: release) == system)
  }
}

@Suite struct `A word to the running sync` {
  private let desk = Desk()

  @Test func `is a push as the service sends it`() throws {
    #expect(try desk.output("push", "--version", "12") == "")
    let name = try #require(try desk.disk.list("push").first)
    let bytes = try #require(try desk.disk.read("push/\(name)"))
    #expect(try PushPayload(parsing: Array(bytes)).version == 12)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"aps":{"content-available":1},"phosra":{"event":"policy.updated","version":12}}"#
        + "\n")
    var inbox = PushInbox(desk.disk)
    #expect(try inbox.take() == 12)
  }

  @Test func `is a wish that only a file can express`() throws {
    #expect(try desk.output("sync") == "")
    var inbox = PushInbox(desk.disk)
    #expect(try inbox.take() == nil)
    #expect(try inbox.takeWish())
    #expect(try !inbox.takeWish())
    #expect(try desk.disk.list("push").isEmpty)
  }

  @Test func `says when nobody listens`() throws {
    desk.world.daemons["sync"] = .dead
    _ = try desk.output("sync")
    #expect(desk.world.errors.contains("pavise-sync is not running"))
  }
}

@Suite struct `The lists of pavise` {
  private let desk = Desk()

  @Test func `have every rule category, with what was last reported`() throws {
    try desk.prepareEvening()
    let text = try desk.output("categories")
    for category in RuleCategory.allCases { #expect(text.contains(" \(category.rawValue) ")) }
    #expect(text.contains("reported: partial"))

    struct Row: Decodable {
      struct Reported: Decodable { var status: String }
      var category: String
      var group: String
      var framework: String
      var words: String
      var reported: Reported?
    }
    let rows = try JSONDecoder().decode(
      [String: [Row]].self, from: Data(try desk.output("categories", "--json").utf8))
    let list = try #require(rows["categories"])
    #expect(list.map(\.category) == RuleCategory.allCases.map(\.rawValue))
    #expect(list.first { $0.category == "time_downtime" }?.reported?.status == "partial")
    #expect(list.first { $0.category == "age_gate" }?.reported == nil)
  }

  @Test func `have every rule category where nothing was ever set up`() throws {
    desk.world.isPresent = false
    #expect(try desk.output("categories").contains("time_downtime"))
  }

  @Test func `have every field that leaves the machine`() throws {
    let text = try desk.output("privacy")
    for entry in PrivacyInventory.entries {
      #expect(text.contains("\(entry.place.rawValue) \(entry.field)"))
    }
    let fields = try JSONDecoder().decode(
      [String: [PrivacyEntry]].self, from: Data(try desk.output("privacy", "--json").utf8))
    #expect(fields["fields"] == PrivacyInventory.entries)
  }
}
