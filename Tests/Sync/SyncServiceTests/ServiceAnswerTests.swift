import CompiledPolicy
import FamilyControls
import Foundation
import SharedDirectory
import SyncService
import TestSupport
import Testing

/// What a synchroniser makes of the answers that only a service gives.
@Suite struct `An answer of the service` {
  /// A source that answers what a test says.
  private struct Scripted: PolicySource {
    var answer = PolicyAnswer.unchanged
    var faults: [Health.Fault] = []
    var reports = 0

    mutating func fetch() -> PolicyAnswer { answer }
    mutating func submit(_ report: Data) { reports += 1 }
    mutating func acknowledge(version: Int) {}
  }

  private let home: SyncHome

  init() throws {
    home = try SyncHome()
    try home.guardian.grant(to: .child)
  }

  private func synchroniser() throws -> Synchroniser<Scripted> {
    try Synchroniser(group: home.sync, source: Scripted(), isMonitorAlive: { true })
  }

  private func policy(_ date: String) throws -> PolicyAnswer {
    let text = #"""
      {"version":3,"policy_id":"p","status":"active","generated_at":"\#(date)",
       "content_filter":{"blocked_apps":["com.example.game"]}}
      """#
    return .received(try ReceivedPolicy(parsing: Array(text.utf8)))
  }

  @Test func `that no policy is active lifts it, and the same policy again restricts again`() throws
  {
    var sync = try synchroniser()
    sync.source.answer = try policy("2026-03-01T08:00:00Z")
    _ = try sync.pass(isFetching: true)
    let before = try home.effect()
    sync.source.answer = .noActivePolicy
    _ = try sync.pass(isFetching: true)
    #expect(try home.policy()?.lifted == .noActivePolicy)
    #expect(try home.effect() != before)
    #expect(try home.health().contains { $0.code == "policy.none" })
    sync.source.answer = try policy("2026-03-01T09:00:00Z")
    _ = try sync.pass(isFetching: true)
    #expect(try home.effect() == before)
    #expect(try home.health().isEmpty)
  }

  @Test func `that no policy is active lifts nothing where it is to be kept`() throws {
    var configuration = Configuration()
    configuration.whenNoPolicy = .keep
    try home.control.directory.write(.configuration, configuration)
    var sync = try synchroniser()
    sync.source.answer = try policy("2026-03-01T08:00:00Z")
    _ = try sync.pass(isFetching: true)
    let before = try home.effect()
    sync.source.answer = .noActivePolicy
    _ = try sync.pass(isFetching: true)
    #expect(try home.effect() == before)
    #expect(try home.policy()?.isLifted == false)
  }

  @Test func `that differs in its time alone is no other policy`() throws {
    var sync = try synchroniser()
    sync.source.answer = try policy("2026-03-01T08:00:00.123Z")
    _ = try sync.pass(isFetching: true)
    try home.enforce()
    _ = try sync.pass(isFetching: false)
    let applied = try home.policy()
    home.clock.advance(3600)
    sync.source.answer = try policy("2026-03-01T09:00:00.456Z")
    _ = try sync.pass(isFetching: true)
    #expect(try home.policy() == applied)
    #expect(sync.source.reports == 1)
  }

  @Test func `or its absence shows in the health when the source says so`() throws {
    var sync = try synchroniser()
    sync.source.faults = [
      Health.Fault(code: "service", since: home.clock.now, words: "it is down")
    ]
    _ = try sync.pass(isFetching: false)
    #expect(try home.health().map(\.code) == ["service"])
    sync.source.faults = []
    _ = try sync.pass(isFetching: false)
    #expect(try home.health().isEmpty)
  }
}
