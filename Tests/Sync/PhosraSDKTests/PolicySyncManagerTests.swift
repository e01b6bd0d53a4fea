import CompiledPolicy
import FamilyControls
import Foundation
import PhosraSDK
import SharedDirectory
import Synchronization
import System
import Testing

@Suite(.serialized) struct `A sync manager` {
  /// A real directory, a scripted service, and what happens between them.
  private final class Home: Sendable {
    let root = FileManager.default.temporaryDirectory
      .appendingPathComponent("sdk-\(UUID().uuidString)").path
    let server: ScriptedServer
    /// What the service has now.
    let service = Service()

    final class Service: Sendable {
      let version = Mutex(3)
    }

    init(isAuthorized: Bool = true) throws {
      let service = self.service
      server = try ScriptedServer { request in
        Self.answer(request, service.version.withLock { $0 })
      }
      let control = SharedDirectory(storage: FileStorage(root: root), as: ControlRole.self)
      try control.prepareLayout()
      if isAuthorized {
        try Guardian(
          directory: control, caller: Caller(user: "root", isRoot: true, groups: []),
          now: { Date() }
        ).grant(to: .child)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private static func answer(
      _ request: ScriptedServer.Request, _ version: Int
    ) -> [ScriptedServer.Step] {
      if request.line.contains("/device/report") {
        return [Answer.text("202 Accepted", #"{"status":"accepted"}"#)]
      }
      if request.line.contains("/device/ack") {
        let number = String(decoding: request.body, as: UTF8.self).filter(\.isNumber)
        return [Answer.text("200 OK", "{\"acknowledged_version\":\(number)}")]
      }
      if request.line.contains("since_version=\(version) ") {
        return [Answer.text("304 Not Modified")]
      }
      return [
        Answer.text(
          "200 OK",
          """
          {"version":\(version),"policy_id":"p1","status":"active",\
          "content_filter":{"blocked_apps":["com.example.game"]}}
          """)
      ]
    }

    func manager(_ events: EventLog = EventLog()) throws -> PolicySyncManager {
      try PolicySyncManager(
        client: PhosraAPIClient(baseURL: server.url, deviceKey: Sample.keyText),
        engine: EnforcementEngine(directory: root), onEvent: events.note)
    }

    /// What the monitor does: takes the policy over.
    func enforce() throws {
      let monitor = SharedDirectory(storage: FileStorage(root: root), as: MonitorRole.self)
      var found = InForce()
      found.policy = try monitor.read(SharedFile<PolicyDocument, SyncRole>.policy)?.identity
      found.backends = [BackendReport("apps", .enforced)]
      try monitor.write(.inForce, found)
    }

    func lines() -> [String] { server.requests.map { $0.line } }
  }

  private final class EventLog: Sendable {
    private let words = Mutex<[String]>([])
    var all: [String] { words.withLock { $0 } }
    func note(_ event: PolicySyncManager.Event) { words.withLock { $0.append("\(event)") } }
  }

  /// Waits for what another thread will do, for up to ten seconds.
  private func wait(
    for what: String, sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () -> Bool
  ) throws {
    for _ in 0..<1000 {
      if isSo() { return }
      _ = try waitUntilReadable([], for: 0.01)
    }
    Issue.record("\(what) did not happen", sourceLocation: sourceLocation)
  }

  @Test func `fetches, applies, reports and acknowledges, and follows a push`() async throws {
    let home = try Home()
    let events = EventLog()
    let manager = try home.manager(events)
    let first = await manager.syncNow()
    guard case .applied(version: 3) = first else {
      Issue.record("\(first)")
      return
    }
    #expect(try EnforcementEngine(directory: home.root).appliedVersion == 3)
    try home.enforce()
    try wait(for: "the acknowledgement") { home.lines().contains { $0.contains("/device/ack") } }
    #expect(
      home.lines().map { $0.split(separator: " ")[1] } == [
        "/device/policy", "/device/report", "/device/ack",
      ])
    let report = try #require(home.server.requests.first { $0.line.contains("report") })
    #expect(String(decoding: report.body, as: UTF8.self).contains("content_block_title"))

    home.service.version.withLock { $0 = 4 }
    try manager.handlePush(Data(#"{"phosra":{"event":"policy.updated","version":4}}"#.utf8))
    try wait(for: "the new policy") { events.all.contains("applied(version: 4)") }
    #expect(home.lines().contains("GET /device/policy?since_version=3 HTTP/1.1"))
    manager.stopPolling()
  }

  @Test func `goes on where an earlier one has stopped`() async throws {
    let home = try Home()
    let manager = try home.manager()
    await manager.syncNow()
    manager.stopPolling()
    try wait(for: "the end") {
      (try? LivenessLock.holder(of: home.root + "/sync.alive")) == .some(nil)
    }
    try home.enforce()
    let next = try home.manager()
    await next.syncNow()
    try wait(for: "the acknowledgement") { home.lines().contains { $0.contains("/device/ack") } }
    next.stopPolling()
    #expect(home.lines().filter { $0.contains("/device/ack") }.count == 1)
  }

  @Test func `refuses to be the second one`() async throws {
    let home = try Home()
    let manager = try home.manager()
    await manager.syncNow()
    let second = await (try home.manager()).syncNow()
    guard case .stopped(let error) = second else {
      Issue.record("\(second)")
      return
    }
    #expect("\(error)".contains("already running"))
    manager.stopPolling()
  }

  @Test func `applies nothing without authorization, and says so`() async throws {
    let home = try Home(isAuthorized: false)
    let manager = try home.manager()
    let event = await manager.syncNow()
    guard case .notApplied(version: 3) = event else {
      Issue.record("\(event)")
      return
    }
    let engine = try EnforcementEngine(directory: home.root)
    #expect(try engine.appliedVersion == nil)
    let policy = try ReceivedPolicy(parsing: Array(Answer.policy.utf8)).policy
    #expect(throws: NotAuthorized.self) { try engine.apply(policy) }
    manager.stopPolling()
  }

  @Test func `leaves the engine able to apply and to lift by itself`() throws {
    let home = try Home()
    let engine = try EnforcementEngine(directory: home.root)
    let document = #"""
      {"version":7,"policy_id":"p","status":"active","content_filter":{"blocked_apps":["a.b"]}}
      """#
    let policy = try ReceivedPolicy(parsing: Array(document.utf8)).policy
    let results = try engine.apply(policy)
    #expect(results.map(\.category) == [.contentBlockTitle])
    #expect(results.first?.status == .failed)
    #expect(try engine.appliedVersion == 7)
    try engine.removeAllRestrictions()
    #expect(try engine.appliedVersion == nil)
    #expect(try engine.results().isEmpty)
    try engine.apply(policy)
    #expect(try engine.appliedVersion == nil)
    var newer = policy
    newer.version = 8
    try engine.apply(newer)
    #expect(try engine.appliedVersion == 8)
  }
}
