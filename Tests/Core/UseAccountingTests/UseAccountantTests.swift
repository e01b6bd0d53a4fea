import Foundation
import Testing
import TimeZoneRules
import UseAccounting

/// Clocks that a test moves.
struct TestClocks {
  var wall = Date(timeIntervalSince1970: 1_774_706_400)
  var monotonic = 1000.0
  var uptime = 5000.0

  var reading: UseReading { UseReading(wall: wall, monotonic: monotonic, uptime: uptime) }

  mutating func pass(_ seconds: Double) {
    wall += seconds
    monotonic += seconds
    uptime += seconds
  }

  mutating func sleep(_ seconds: Double) {
    wall += seconds
    uptime += seconds
  }
}

@Suite struct `An accountant of use` {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var observation: UseObservation
    var used: [String]
    var isDeviceInUse: Bool
  }

  @Test(arguments: [
    Case(
      testDescription: "an application in front",
      observation: .init(applications: ["game"], session: .active), used: ["game"],
      isDeviceInUse: true),
    Case(
      testDescription: "no session known", observation: .init(applications: ["game"]),
      used: ["game"], isDeviceInUse: true),
    Case(
      testDescription: "idle", observation: .init(applications: ["game"], session: .idle),
      used: [], isDeviceInUse: false),
    Case(
      testDescription: "the lock screen",
      observation: .init(applications: ["game"], isOtherInUse: true, session: .locked),
      used: [], isDeviceInUse: false),
    Case(
      testDescription: "another session in front",
      observation: .init(applications: ["game"], session: .away), used: [], isDeviceInUse: false),
    Case(
      testDescription: "a shield",
      observation: .init(applications: ["game"], session: .active, shielded: ["game"]), used: [],
      isDeviceInUse: false),
    Case(
      testDescription: "a shield beside what may run",
      observation: .init(applications: ["game", "paint"], shielded: ["game"]), used: ["paint"],
      isDeviceInUse: true),
    Case(
      testDescription: "a window of no known application",
      observation: .init(isOtherInUse: true), used: [], isDeviceInUse: true),
    Case(
      testDescription: "nothing at all", observation: .init(session: .active), used: [],
      isDeviceInUse: false),
  ])
  func `counts what is used, and neither idleness, the lock screen nor a shield`(_ sample: Case) {
    var clocks = TestClocks()
    var accountant = UseAccountant()
    _ = accountant.observe(sample.observation, at: clocks.reading)
    clocks.pass(30)
    let (record, fault) = accountant.observe(UseObservation(), at: clocks.reading)
    #expect(fault == nil)
    #expect(record?.applications == (sample.isDeviceInUse ? sample.used : nil))
    #expect(record?.seconds == (sample.isDeviceInUse ? 30 : nil))
    #expect(accountant.position == (sample.isDeviceInUse ? 30 : 0))
  }

  @Test func `does not count sleep`() {
    var clocks = TestClocks()
    var accountant = UseAccountant()
    let start = clocks.wall
    _ = accountant.observe(.init(applications: ["game"]), at: clocks.reading)
    clocks.pass(10)
    clocks.sleep(3600)
    let woken = accountant.close(at: clocks.reading)
    #expect(
      woken.record == UseRecord(applications: ["game"], start: start, seconds: 10, end: 10))
    clocks.pass(5)
    #expect(accountant.close(at: clocks.reading).record?.start == start + 3610)
    #expect(accountant.position == 15)
  }

  @Test func `measures on the clock that nobody sets`() {
    var clocks = TestClocks()
    var accountant = UseAccountant()
    _ = accountant.observe(.init(applications: ["game"]), at: clocks.reading)
    clocks.pass(10)
    clocks.wall -= 86400
    let closed = accountant.close(at: clocks.reading)
    #expect(closed.record?.seconds == 10)
    #expect(closed.fault == nil)
  }

  @Test func `counts what several share once`() {
    var clocks = TestClocks()
    var accountant = UseAccountant()
    var ledger = UseLedger()
    for applications: Set<String> in [["a"], ["a", "b"], ["b"], []] {
      if let record = accountant.observe(
        .init(applications: applications), at: clocks.reading
      ).record {
        ledger.add(record, in: .utc)
      }
      clocks.pass(60)
    }
    let day = ledger.days.values.first
    #expect(day?.total == 180)
    #expect(day?.byApplication == ["a": 120, "b": 120])
  }

  @Test func `refuses a clock that goes back, and cuts what is longer than the machine was up`() {
    var clocks = TestClocks()
    var accountant = UseAccountant()
    _ = accountant.observe(.init(applications: ["game"]), at: clocks.reading)
    clocks.monotonic -= 5
    let backwards = accountant.close(at: clocks.reading)
    #expect(backwards.record == nil)
    #expect(backwards.fault == .backwards(seconds: 5))
    clocks.monotonic += 100
    clocks.uptime += 10
    let long = accountant.close(at: clocks.reading)
    #expect(long.record?.seconds == 10)
    #expect(long.fault == .tooLong(seconds: 100, uptime: 10))
  }

  @Test func `goes on where the ledger or the engine was further, and never back`() {
    var accountant = UseAccountant(position: 100)
    accountant.resume(at: 130)
    #expect(accountant.position == 130)
    accountant.resume(at: 90)
    #expect(accountant.position == 130)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `counts exactly the awake, unshielded seconds of a random day`(seed: UInt64) {
    var generator = Seeded(state: seed &+ 1)
    var clocks = TestClocks()
    var accountant = UseAccountant()
    var ledger = UseLedger()
    var expected: [String: Double] = [:]
    var total = 0.0
    for _ in 0..<300 {
      let names = Set(["a", "b", "c"].filter { _ in Bool.random(using: &generator) })
      let shielded = Set(["a", "b"].filter { _ in Int.random(in: 0..<4, using: &generator) == 0 })
      let sessions: [UseObservation.Session] = [.active, .unknown, .idle, .locked, .away]
      let session = sessions.randomElement(using: &generator) ?? .active
      let seconds = Double(Int.random(in: 1...400, using: &generator))
      let closed = accountant.observe(
        .init(applications: names, session: session, shielded: shielded), at: clocks.reading)
      if let record = closed.record { ledger.add(record, in: .utc) }
      if session == .active || session == .unknown {
        let used = names.subtracting(shielded)
        for name in used { expected[name, default: 0] += seconds }
        if !used.isEmpty { total += seconds }
      }
      clocks.pass(seconds)
      if Int.random(in: 0..<5, using: &generator) == 0 { clocks.sleep(seconds) }
      if Int.random(in: 0..<10, using: &generator) == 0 {
        ledger.fold(at: clocks.wall, upTo: accountant.position, in: .utc)
      }
    }
    if let record = accountant.close(at: clocks.reading).record { ledger.add(record, in: .utc) }
    let days = ledger.days.values
    #expect(abs(days.reduce(0) { $0 + $1.total } - total) < 0.001)
    for (name, seconds) in expected {
      #expect(abs(days.reduce(0) { $0 + ($1.byApplication[name] ?? 0) } - seconds) < 0.001)
    }
    #expect(abs(accountant.position - total) < 0.001)
  }
}

/// Random numbers that a seed determines (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
