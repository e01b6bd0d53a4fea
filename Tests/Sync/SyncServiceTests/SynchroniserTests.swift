import CompiledPolicy
import FamilyControls
import Foundation
import ManagedSettings
import SyncService
import Testing
import TestSupport

@testable import SharedDirectory

@Suite struct `A synchroniser` {
  let home: SyncHome

  init() throws {
    home = try SyncHome()
    try home.guardian.grant(to: .child)
  }

  // MARK: Policies

  @Test func `reports only once the policy is in force, then acknowledges it`() throws {
    try home.put(SamplePolicies.tween)
    var sync = try home.synchroniser()
    #expect(try sync.pass(isFetching: true) == home.clock.now + 10)
    #expect(home.log.take() == ["fetch"])
    try home.enforce()
    #expect(try sync.pass(isFetching: false) == nil)
    #expect(home.log.take() == ["report", "ack 3"])
    let report = try #require(try home.report())
    #expect(report.report_type == "enforcement_status")
    #expect(report.payload.policy_version == 3)
    #expect(try home.acknowledged() == "{\"version\":3}\n")
  }

  @Test func `waits for the monitor also where time passes while a policy is applied`() throws {
    try home.put(SamplePolicies.tween)
    home.clock.tick = 0.001
    var sync = try home.synchroniser()
    #expect(try sync.pass(isFetching: true) != nil)
    #expect(try home.report() == nil)
  }

  @Test func `reports that the monitor has not followed, after some patience`() throws {
    try home.put(SamplePolicies.tween)
    var sync = try home.synchroniser()
    let deadline = try #require(try sync.pass(isFetching: true))
    home.clock.advance(deadline.timeIntervalSince(home.clock.now) - 1)
    #expect(try sync.pass(isFetching: false) == deadline)
    #expect(try home.report() == nil)
    home.clock.advance(1)
    #expect(try sync.pass(isFetching: false) == nil)
    let report = try #require(try home.report())
    #expect(report.payload.results.allSatisfy { $0.status == "failed" })
    #expect(report.detail(.timeDowntime) == "pavise-monitor has not taken the policy over yet")
  }

  @Test func `does not wait for ever where the clock was set back`() throws {
    try home.put(SamplePolicies.tween)
    var sync = try home.synchroniser()
    _ = try sync.pass(isFetching: true)
    home.clock.advance(-86400)
    #expect(try sync.pass(isFetching: false) == nil)
    #expect(try home.report() != nil)
  }

  @Test func `reports again only when the results change, and acknowledges once`() throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    try home.enforce()
    try home.pass()
    #expect(home.log.take() == ["fetch", "fetch", "report", "ack 3"])
    home.clock.advance(60)
    try home.pass()
    #expect(home.log.take() == ["fetch"])
    try home.enforce(.failed("gone"))
    try home.pass()
    #expect(home.log.take() == ["fetch", "report"])
    try home.enforce()
    try home.pass()
    #expect(home.log.take() == ["fetch", "report"])
    // Another application of the same policy is acknowledged anew.
    try home.guardian.revoke()
    try home.pass()
    home.clock.advance(60)
    try home.guardian.grant(to: .child)
    try home.pass()
    try home.enforce()
    _ = home.log.take()
    try home.pass()
    #expect(home.log.take() == ["fetch", "report", "ack 3"])
  }

  @Test func `keeps the last policy when there is none, and says so`() throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    let before = try home.effect()
    try home.policies.remove("policy.json")
    try home.pass()
    #expect(try home.effect() == before)
    #expect(try home.health().map(\.code) == ["policy.none"])
    try home.put(SamplePolicies.tween)
    try home.pass()
    #expect(try home.health().isEmpty)
  }

  static let refused: [(text: String, words: String)] = [
    ("", "not JSON"),
    (String(SamplePolicies.tween.dropLast(40)), "not JSON"),
    (SamplePolicies.tween.replacing("\"version\":3", with: "\"version\":\"3\""), "version"),
    (SamplePolicies.tween.replacing("\"status\":\"active\"", with: "\"status\":null"), "status"),
    (
      SamplePolicies.tween.replacing("\"web_filter\":{", with: "\"web_filter\":[],\"x\":{"),
      "web_filter"
    ),
  ]

  @Test(arguments: refused.indices)
  func `keeps the last policy when the new one is refused, and names what is wrong`(
    index: Int
  ) throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    let before = try home.effect()
    try home.put(Self.refused[index].text)
    try home.pass()
    #expect(try home.effect() == before)
    let fault = try #require(try home.health().first)
    #expect(fault.code == "policy.refused")
    #expect(fault.words.contains(Self.refused[index].words))
    #expect(fault.words.contains("the last policy stays in force"))
  }

  @Test func `names the files between which it cannot choose`() throws {
    try home.put(SamplePolicies.tween, as: "a.json")
    try home.put(SamplePolicies.limits, as: "b.json")
    try home.pass()
    #expect(try home.policy() == nil)
    let fault = try #require(try home.health().first)
    #expect(fault.code == "policy.notApplied")
    #expect(fault.words.contains("a.json, b.json"))
  }

  @Test func `applies everything but a value that cannot be meant, whose category keeps its last`()
    throws
  {
    try home.put(SamplePolicies.tween)
    try home.pass()
    let before = try home.effect()
    try home.put(
      SamplePolicies.tween
        .replacing("\"start_time\":\"21:00\"", with: "\"start_time\":\"25:99\"")
        .replacing("\"require_approval\":true", with: "\"require_approval\":false"))
    try home.pass()
    let after = try home.effect()
    #expect(after.activities == before.activities)
    #expect(
      after.settings.first?.settings.keys.contains(.appStoreRequirePasswordForPurchases) == false)
    let fault = try #require(try home.health().first)
    #expect(fault.code == "policy.value")
    #expect(fault.subject == "screen_time.downtime_windows[0].start_time")
    #expect(fault.words.contains("25:99"))
    try home.enforce()
    try home.pass()
    let report = try #require(try home.report())
    #expect(report.status(.timeDowntime) == "failed")
    #expect(report.detail(.timeDowntime)?.contains("25:99") == true)
    #expect(report.status(.contentRating) != "failed")
  }

  // MARK: Authorization

  @Test func `asks for nothing and applies nothing without authorization`() throws {
    let home = try SyncHome()
    try home.put(SamplePolicies.tween)
    try home.pass()
    #expect(home.log.take() == [])
    #expect(try home.policy() == nil)
  }

  @Test func `reports the loss of the authorization`() throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    try home.enforce()
    try home.pass()
    let addressed = try #require(try home.report()).payload.results.map(\.category)
    try home.guardian.revoke()
    try home.pass()
    let report = try #require(try home.report())
    #expect(report.payload.results.map(\.category) == addressed)
    #expect(report.payload.results.allSatisfy { $0.status == "failed" })
    #expect(report.payload.results.allSatisfy { $0.detail == "the authorization was revoked" })
  }

  @Test func `takes an authorization that it cannot read for no revocation`() throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    try home.enforce()
    try home.pass()
    _ = home.log.take()
    let before = try home.policy()
    for name in ["authorization.json", "authorization.json.last"] {
      try home.disk.corrupt(name) { _ in Data() }
    }
    try home.pass()
    #expect(home.log.take() == [])
    #expect(try home.policy() == before)
    #expect(try home.health().map(\.code).contains("file.unreadable"))
  }

  // MARK: What goes wrong

  @Test func `keeps a report that the source does not take`() throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    try home.enforce()
    home.log.refuse("report")
    _ = home.log.take()
    try home.pass()
    #expect(home.log.take() == ["fetch"])
    #expect(try home.health().map(\.code) == ["report.notSent"])
    #expect(try home.health().first?.words.contains("the source is offline") == true)
    home.log.refuse("ack")
    try home.pass()
    #expect(home.log.take() == ["fetch", "report"])
    #expect(try home.health().map(\.code) == ["report.notSent"])
    home.log.refuse()
    try home.pass()
    #expect(home.log.take() == ["fetch", "ack 3"])
    #expect(try home.health().isEmpty)
  }

  @Test func `keeps the last policy when the source cannot be asked`() throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    let before = try home.effect()
    home.log.refuse("fetch")
    try home.pass()
    #expect(try home.effect() == before)
    #expect(
      try home.health().first?.words == "the source is offline; the last policy stays in force")
  }

  @Test func `starts although its own notes are beyond repair`() throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    try home.enforce()
    try home.pass()
    _ = home.log.take()
    for name in ["sync.json", "health/sync.json"] {
      for name in [name, name + ".last"] where try home.disk.read(name) != nil {
        try home.disk.corrupt(name) { _ in Data() }
      }
    }
    try home.pass()
    #expect(home.log.take() == ["fetch", "report", "ack 3"])
    #expect(try home.health().map(\.code).contains("file.damaged"))
  }
}
