import ActivityEngine
import CompiledPolicy
import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import SyncService
import Testing
import TestSupport

@testable import SharedDirectory

@Suite struct `The application of a policy` {
  let home: SyncHome

  init() throws {
    home = try SyncHome()
    try home.guardian.grant(to: .child)
  }

  static let losses: [SimulatedDisk.Loss] =
    [.nothing, .everything, .some(seed: 1)]

  @Test func `registers its activities, sets its store and keeps its record`() throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    let document = try #require(try home.policy())
    #expect(document.policy.version == 3)
    #expect(document.appliedAt == home.clock.now)
    #expect(home.sync.activities.contains(.policyDay))
    #expect(home.sync.activities.count == document.plan.activities.count)
    #expect(home.sync.settings(of: PolicyApplication.store) == document.plan.always)
    #expect(!document.plan.always.isEmpty)
  }

  @Test func `made again changes nothing`() throws {
    try home.put(SamplePolicies.limits)
    try home.pass()
    try home.pass()
    home.clock.advance(3600)
    let watch = home.disk.watch()
    try home.pass()
    try home.pass(isFetching: false)
    #expect(home.disk.changes(watch).subtracting(["sync.json", "sync.json.last"]).isEmpty)
  }

  @Test(arguments: losses)
  func `ends as the old one or the new one after a power failure at any step`(
    loss: SimulatedDisk.Loss
  ) throws {
    func home(_ policies: String...) throws -> SyncHome {
      let home = try SyncHome()
      try home.guardian.grant(to: .child)
      for policy in policies {
        try home.put(policy)
        try home.pass()
      }
      return home
    }
    func plain(_ effect: Effect) -> Effect {
      var effect = effect
      // Tokens differ from home to home.
      effect.settings = effect.settings.map {
        MergedStore(name: $0.name, settings: $0.settings.mapValues { _ in .bool(true) })
      }
      return effect
    }
    let old = plain(try home(SamplePolicies.tween).effect())
    let new = plain(try home(SamplePolicies.limits).effect())
    #expect(old != new)

    var finished = false
    var steps = 0
    while !finished {
      let home = try home(SamplePolicies.tween)
      try home.put(SamplePolicies.limits)
      home.disk.failPower(after: steps)
      finished = (try? home.pass()) != nil && home.disk.hasPower
      home.disk.restorePower(losing: loss)
      // The source is silent now, so all that there is comes from the directory.
      try home.policies.remove("policy.json")
      try home.pass()
      let found = plain(try home.effect())
      #expect(found == new || (!finished && found == old), "after \(steps) steps")
      steps += 1
    }
    #expect(steps > 20)
  }

  @Test func `that finds no room keeps the last one`() throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    let day = try #require(home.sync.schedule(for: .policyDay))
    for number in home.sync.activities.count..<20 {
      try home.control.start(.init("other\(number)"), during: day, events: [:])
    }
    let before = try home.effect()
    try home.put(
      SamplePolicies.tween.replacing(
        "\"downtime_windows\":[{",
        with: """
          "downtime_windows":[{"days_of_week":["saturday"],"start_time":"12:00",\
          "end_time":"13:00"},{
          """))
    try home.pass()
    #expect(try home.effect() == before)
    #expect(try home.health().map(\.code) == ["policy.notApplied"])
    home.control.stop([.init("other19")])
    try home.pass()
    #expect(try home.effect().activities.count == 20)
    #expect(try home.health().isEmpty)
  }

  @Test func `fails whole where its store cannot be written`() throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    let before = try home.sync.directory.registrations().activities.map(\.schedule)
    for name in ["stores/sync/phosra%2Epolicy.json", "stores/sync/phosra%2Epolicy.json.last"] {
      try home.disk.corrupt(name) { _ in Data() }
    }
    try home.put(SamplePolicies.limits)
    try home.pass()
    #expect(try home.policy()?.policy.version == 3)
    #expect(try home.sync.directory.registrations().activities.map(\.schedule) == before)
    #expect(try home.health().map(\.code).contains("policy.notApplied"))
    #expect(try home.acknowledged() != "{\"version\":9}\n")
  }

  @Test func `under a new grant mints new tokens and is in force again`() throws {
    try home.put(SamplePolicies.limits)
    try home.pass()
    let first = try #require(try home.policy())
    try home.guardian.revoke()
    try home.pass()
    #expect(try home.effect().settings.isEmpty)
    #expect(try home.effect().activities.isEmpty)
    home.clock.advance(60)
    try home.guardian.grant(to: .child)
    try home.pass(isFetching: false)
    let second = try #require(try home.policy())
    #expect(second.grant != first.grant)
    #expect(second.appliedAt > first.appliedAt)
    #expect(second.plan.always.keys == first.plan.always.keys)
    #expect(second.plan.always != first.plan.always)
    #expect(home.sync.settings(of: PolicyApplication.store) == second.plan.always)
    #expect(home.sync.activities.count == second.plan.activities.count)
    #expect(try home.sync.directory.read(.vault)?.grant == second.grant)
  }

  @Test func `does not bring a vault back that a revocation has destroyed`() throws {
    try home.put(SamplePolicies.limits)
    try home.pass()
    let grant = try #require(try home.policy()).grant
    try home.guardian.revoke()
    try home.control.directory.withLocks(.vault) { try $0.remove(.vault) }
    // Sync has read the authorization just before.
    #expect(throws: DeviceActivityCenter.MonitoringError.unauthorized) {
      try PolicyApplication(group: home.sync).reapply(grant: grant)
    }
    #expect(try home.disk.read("vault.json") == nil)
  }

  @Test func `that was lifted stays so when it is made again`() throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    try home.sync.directory.update(.policy) { old in
      var lifted = try #require(old)
      lifted.lifted = .noActivePolicy
      return lifted
    }
    try home.pass(isFetching: false)
    #expect(try home.policy()?.isLifted == true)
    #expect(home.sync.settings(of: PolicyApplication.store).isEmpty)
    try home.pass()
    #expect(try home.policy()?.isLifted == false)
    #expect(!home.sync.settings(of: PolicyApplication.store).isEmpty)
  }

  @Test func `that a guardian has cleared stays so until the source has another`() throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    try home.sync.directory.update(.policy) { old in
      var cleared = try #require(old)
      cleared.lifted = .cleared
      return cleared
    }
    try home.pass()
    #expect(try home.policy()?.lifted == .cleared)
    #expect(home.sync.settings(of: PolicyApplication.store).isEmpty)
    try home.put(SamplePolicies.tween.replacing("\"version\":3", with: "\"version\":4"))
    try home.pass()
    #expect(try home.policy()?.isLifted == false)
    #expect(!home.sync.settings(of: PolicyApplication.store).isEmpty)
  }

  @Test func `is the same one when only the time of its making differs`() throws {
    try home.put(SamplePolicies.tween)
    try home.pass()
    let first = try home.policy()
    let later = SamplePolicies.tween.replacing("2026-02-23T14:30:00Z", with: "2026-02-24T01:00:00Z")
    try #require(later != SamplePolicies.tween)
    try home.put(later)
    try home.pass()
    #expect(try home.policy() == first)
  }
}
