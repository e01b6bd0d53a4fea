import ActivityEngine
import DeviceActivity
import Foundation
import Testing
import TestSupport

@testable import CompiledPolicy
@testable import SharedDirectory

@Suite struct `The activities of several writers` {
  let disk = SimulatedDisk()
  let home: AppGroupFixture

  init() throws {
    home = try AppGroupFixture(disk)
    try home.authorize()
  }

  private func registrations() throws -> [ActivityRegistration] {
    try home.monitor.directory.registrations().activities
  }

  private func registration(_ name: String) throws -> ActivityRegistration {
    try #require(try registrations().first { $0.activity.rawValue == name })
  }

  @Test func `are seen by all of them`() throws {
    try home.sync.start(.init("a"), during: hours(9, 17), events: [.init("e"): limit(30)])
    try home.monitor.start(.init("b"), during: hours(20, 6), events: [:])
    #expect(home.control.activities == [.init("a"), .init("b")])
    #expect(home.monitor.schedule(for: .init("a")) == hours(9, 17))
    #expect(home.monitor.events(for: .init("a")) == [.init("e"): limit(30)])
    #expect(home.sync.schedule(for: .init("c")) == nil)
    #expect(home.sync.events(for: .init("c")).isEmpty)
  }

  // MARK: What is refused

  struct Refusal: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var schedule: DeviceActivitySchedule
    var error: DeviceActivityCenter.MonitoringError
  }

  static let refusals = [
    Refusal(
      testDescription: "hour 24", schedule: hours(24, 3), error: .invalidDateComponents),
    Refusal(
      testDescription: "14 minutes", schedule: hours(9, 9, minute: 14), error: .intervalTooShort),
    Refusal(
      testDescription: "two months",
      schedule: DeviceActivitySchedule(
        intervalStart: DateComponents(month: 7, day: 1),
        intervalEnd: DateComponents(month: 9, day: 1), repeats: true),
      error: .intervalTooLong),
    Refusal(testDescription: "one too many", schedule: hours(9, 17), error: .excessiveActivities),
  ]

  @Test(arguments: refusals)
  func `are refused in the order of rule I5, with nothing changed`(sample: Refusal) throws {
    for number in 0..<10 {
      try home.sync.start(.init("s\(number)"), during: hours(number, 20), events: [:])
      try home.monitor.start(.init("m\(number)"), during: hours(number, 21), events: [:])
    }
    let watch = disk.watch()
    // The count is checked last, so that what is wrong in itself is called so although it is one too many.
    #expect(throws: sample.error) {
      try home.control.start(.init("new"), during: sample.schedule, events: [:])
    }
    #expect(disk.changes(watch).isEmpty)
    // A replacement adds none.
    if sample.error == .excessiveActivities {
      try home.control.start(.init("m3"), during: hours(1, 2), events: [:])
      #expect(try registrations().count == 20)
      home.control.stop([.init("s3")])
      try home.control.start(.init("new"), during: sample.schedule, events: [:])
      #expect(try registrations().count == 20)
    } else {
      #expect(throws: sample.error) {
        try home.control.start(.init("m3"), during: sample.schedule, events: [:])
      }
      #expect(try registration("m3").schedule == hours(3, 21))
    }
    // Without authorization nothing else is looked at.
    try home.revoke()
    #expect(throws: DeviceActivityCenter.MonitoringError.unauthorized) {
      try home.sync.start(.init("new"), during: sample.schedule, events: [:])
    }
  }

  // MARK: Changes

  @Test func `registered again as they are change nothing on the disk`() throws {
    let events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [
      .init("x"): limit(5), .init("y"): limit(30),
    ]
    try home.sync.start(.init("a"), during: hours(9, 17), events: events)
    home.clock.advance(3600)
    let watch = disk.watch()
    try home.sync.start(.init("a"), during: hours(9, 17), events: events)
    try home.monitor.start(.init("a"), during: hours(9, 17), events: events)
    try home.sync.replaceActivities(with: [
      PlannedActivity(name: .init("a"), schedule: hours(9, 17), events: events)
    ])
    home.sync.stop([.init("unknown")])
    #expect(disk.changes(watch).isEmpty)
  }

  @Test func `with changed events keep what is unchanged, and their generation`() throws {
    try home.sync.start(
      .init("a"), during: hours(9, 17),
      events: [.init("x"): limit(5), .init("y"): limit(30), .init("z"): limit(60)])
    let old = try registration("a")
    home.clock.advance(3600)
    try home.monitor.start(
      .init("a"), during: hours(9, 17),
      events: [.init("x"): limit(5), .init("y"): limit(31), .init("new"): limit(1)])
    let new = try registration("a")
    #expect(new.generation == old.generation)
    #expect(new.registeredAt == old.registeredAt)
    #expect(new.events.map(\.name.rawValue) == ["new", "x", "y"])
    #expect(
      new.events.map(\.since) == [home.clock.now, old.registeredAt, home.clock.now])
    #expect(
      try home.monitor.directory.registrations().generation > old.generation)
  }

  @Test(arguments: [(17, true), (15, false)])
  func `with a new end keep their events only where the running interval becomes longer`(
    end: Int, isKept: Bool
  ) throws {
    // Noon.
    home.clock.advance(
      12 * 3600 - home.clock.now.timeIntervalSince1970.truncatingRemainder(dividingBy: 86400))
    try home.sync.start(.init("a"), during: hours(9, 16), events: [.init("x"): limit(5)])
    let old = try registration("a")
    try home.letEngineSee()
    home.clock.advance(600)
    try home.sync.start(.init("a"), during: hours(9, end), events: [.init("x"): limit(5)])
    let new = try registration("a")
    #expect(new.generation > old.generation)
    #expect(new.endsPrevious == .replaced)
    #expect((new.events == old.events) == isKept)
  }

  @Test func `are all replaced or none of them`() throws {
    try home.monitor.start(.init("own"), during: hours(9, 17), events: [:])
    try home.sync.replaceActivities(with: [
      PlannedActivity(name: .init("a"), schedule: hours(9, 17)),
      PlannedActivity(name: .init("b"), schedule: hours(20, 6)),
    ])
    let before = try registrations()
    let watch = disk.watch()
    #expect(throws: DeviceActivityCenter.MonitoringError.intervalTooShort) {
      try home.sync.replaceActivities(with: [
        PlannedActivity(name: .init("c"), schedule: hours(9, 17)),
        PlannedActivity(name: .init("b"), schedule: hours(20, 20, minute: 5)),
      ])
    }
    #expect(disk.changes(watch).isEmpty)
    #expect(try registrations() == before)
    try home.sync.replaceActivities(with: [
      PlannedActivity(name: .init("b"), schedule: hours(20, 6)),
      PlannedActivity(name: .init("c"), schedule: hours(9, 17)),
    ])
    #expect(try registrations().map(\.activity.rawValue) == ["own", "b", "c"])
    #expect(try registration("b") == before.last)
  }

  @Test func `make room for those that replace them`() throws {
    func twenty(_ prefix: String) -> [PlannedActivity] {
      (0..<20).map { PlannedActivity(name: .init("\(prefix)\($0)"), schedule: hours(9, 17)) }
    }
    try home.sync.replaceActivities(with: twenty("a"))
    try home.sync.replaceActivities(with: twenty("b"))
    #expect(try registrations().map(\.activity.rawValue).allSatisfy { $0.hasPrefix("b") })
    #expect(try registrations().count == 20)
  }

  // MARK: Stops

  @Test func `may be stopped by another writer, and stay stopped`() throws {
    try home.sync.start(.init("a"), during: hours(9, 17), events: [:])
    try home.sync.start(.init("b"), during: hours(9, 17), events: [:])
    home.monitor.stop([.init("a")])
    #expect(home.sync.activities == [.init("b")])
    // What was overruled and what overrules it are dropped in whatever order, and nothing comes back.
    for round in 0..<4 {
      try home.letEngineSee()
      let writer = round % 2 == 0
      if writer {
        try home.monitor.start(.init("m\(round)"), during: hours(9, 17), events: [:])
      } else {
        try home.sync.start(.init("s\(round)"), during: hours(9, 17), events: [:])
      }
      #expect(!home.sync.activities.contains(.init("a")))
    }
    home.monitor.stop([])
    #expect(home.sync.activities.isEmpty)
  }

  @Test func `that are over do not end a later registration of the same name`() throws {
    try home.sync.start(.init("once"), during: hours(9, 17), events: [:])
    let finished = try registrations()
    home.sync.stop([.init("once")])
    try home.sync.start(.init("once"), during: hours(10, 17), events: [:])
    home.monitor.unregister(finished)
    #expect(home.sync.activities == [.init("once")])
    home.monitor.unregister(try registrations())
    #expect(home.sync.activities.isEmpty)
  }

  @Test func `say whether there was a stop before them`() throws {
    func start(_ end: Int) throws -> EndCause {
      try home.sync.start(.init("a"), during: hours(9, end), events: [:])
      return try registration("a").endsPrevious
    }
    _ = try start(17)
    try home.letEngineSee()
    #expect(try start(18) == .replaced)
    try home.letEngineSee()
    home.monitor.stop([.init("a")])
    #expect(try start(18) == .stopped)
    // The engine knows nothing of the stop yet, and must not be told of a mere replacement.
    #expect(try start(19) == .stopped)
    try home.letEngineSee()
    #expect(try start(20) == .replaced)
  }

  // MARK: Generations

  @Test func `count generations on over a revocation and the loss of a ledger`() throws {
    var last = 0
    func expectHigher() throws {
      let generation = try registration("a").generation
      #expect(generation > last)
      last = generation
    }
    try home.sync.start(.init("a"), during: hours(9, 17), events: [:])
    try expectHigher()
    try home.revoke()
    #expect(try registrations().isEmpty)
    try home.authorize()
    #expect(try registrations().isEmpty)
    try home.sync.start(.init("a"), during: hours(9, 17), events: [:])
    try expectHigher()
    try home.letEngineSee()
    for name in ["activities/sync.json", "activities/sync.json.last"] { try disk.remove(name) }
    try home.sync.start(.init("a"), during: hours(9, 17), events: [:])
    try expectHigher()
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `are what the last word of any of them says`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var expected: [String: DeviceActivitySchedule] = [:]
    var generation = 0
    for _ in 0..<60 {
      let name = "abcde".randomElement(using: &generator).map(String.init) ?? "a"
      let schedule = hours(Int.random(in: 0..<8, using: &generator), 20)
      let group: any ActivityBacking = [home.sync, home.monitor, home.control][
        Int.random(in: 0..<3, using: &generator)]
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<4:
        try group.start(.init(name), during: schedule, events: [:])
        expected[name] = schedule
      case 4..<6:
        group.stop([.init(name)])
        expected[name] = nil
      case 6: try home.letEngineSee()
      default:
        try home.revoke()
        try home.authorize()
        expected = [:]
      }
      let found = try home.monitor.directory.registrations()
      #expect(
        Dictionary(
          uniqueKeysWithValues: found.activities.map { ($0.activity.rawValue, $0.schedule) })
          == expected)
      #expect(found.generation >= generation)
      generation = found.generation
    }
  }

  @Test(arguments: StorageKind.allCases)
  func `lose no registration of three writers at once`(kind: StorageKind) throws {
    let directory = try TemporaryDirectory()
    let home = try AppGroupFixture(kind.make(in: directory))
    try home.authorize()
    let groups: [any ActivityBacking] = [home.sync, home.monitor, home.control]
    let work = groups.enumerated().map { number, group in
      Running {
        for round in 0..<15 {
          try group.start(.init("\(number)"), during: hours(round, 20), events: [:])
          try group.start(.init("all"), during: hours(round, 21), events: [:])
        }
      }
    }
    for running in work { try running.finish() }
    let found = try home.monitor.directory.registrations().activities
    #expect(Set(found.map(\.activity.rawValue)) == ["0", "1", "2", "all"])
    for activity in found where activity.activity.rawValue != "all" {
      #expect(activity.schedule == hours(14, 20))
    }
    #expect(Set(found.map(\.generation)).count == 4)
  }

  @Test func `tell the next interval`() throws {
    let next = try #require(home.sync.nextInterval(of: hours(9, 17)))
    #expect(next.duration == 8 * 3600)
    #expect(next.end > home.clock.now)
    #expect(home.sync.nextInterval(of: hours(24, 3)) == nil)
  }
}
