import TestSupport
import Foundation
import Testing

@testable import PhosraAPI

@Suite struct `A schedule of fetches` {
  /// A schedule and the two clocks it is read by.
  private final class Device {
    var schedule: SyncSchedule
    var now = Moment(wall: Date(timeIntervalSince1970: 1_800_000_000), uptime: 1000)
    var generator: SeededGenerator

    init(_ timing: SyncTiming = SyncTiming(), seed: UInt64 = 1) {
      schedule = SyncSchedule(timing, at: now)
      generator = SeededGenerator(seed: seed)
    }

    /// Lets time pass until something may be sent, and says how long that was.
    func wait() -> Double {
      var waited = 0.0
      while true {
        switch schedule.step(at: now) {
        case .fetch: return waited
        case .idle(let seconds), .blocked(let seconds):
          pass(seconds)
          waited += seconds
        }
      }
    }

    func pass(_ seconds: Double) {
      now.uptime += seconds
      now.wall += seconds
    }

    @discardableResult
    func fetch(_ outcome: SyncSchedule.Outcome) -> Bool {
      var isUnconditional = false
      if case .fetch(let flag) = schedule.step(at: now) { isUnconditional = flag }
      return schedule.fetched(
        outcome, wasUnconditional: isUnconditional, at: now, using: &generator)
    }

    func restart() {
      schedule = SyncSchedule(schedule.timing, restoring: schedule.kept, at: now)
    }
  }

  private static let same = SyncSchedule.Outcome.answered(isNew: false)

  @Test func `fetches at once and unconditionally at every start`() {
    let device = Device()
    #expect(device.schedule.step(at: device.now) == .fetch(isUnconditional: true))
    device.fetch(Self.same)
    _ = device.wait()
    #expect(device.schedule.step(at: device.now) == .fetch(isUnconditional: false))
    device.restart()
    #expect(device.schedule.step(at: device.now) == .fetch(isUnconditional: true))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `polls every five minutes, a little spread, and unconditionally a few times a day`(
    seed: UInt64
  ) {
    let device = Device(seed: seed)
    var unconditional = 0
    var waits: [Double] = []
    let end = device.now.uptime + 86_400
    while device.now.uptime < end {
      waits.append(device.wait())
      if device.schedule.step(at: device.now) == .fetch(isUnconditional: true) {
        unconditional += 1
      }
      device.fetch(Self.same)
    }
    #expect(waits.dropFirst().allSatisfy { (270...330).contains($0) })
    #expect(Set(waits).count > waits.count / 2)
    #expect((4...6).contains(unconditional))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `backs off from faults up to a quarter of an hour, and forgets them at the first answer`(
    seed: UInt64
  ) {
    let device = Device(seed: seed)
    var waits: [Double] = []
    for _ in 0..<12 {
      device.fetch(.failed)
      waits.append(device.wait())
    }
    for (wait, full) in zip(waits, [120, 240, 480] + [Double](repeating: 900, count: 9)) {
      #expect((full * 0.75...full * 1.25).contains(wait))
    }
    device.fetch(Self.same)
    #expect((270...330).contains(device.wait()))
    device.fetch(.failed)
    #expect(device.wait() <= 150)
  }

  @Test func `slows down when the key is refused, and never stops asking`() {
    let device = Device()
    var waits: [Double] = []
    for _ in 0..<8 {
      device.fetch(.refused)
      waits.append(device.wait())
    }
    #expect((450...750).contains(waits[0]))
    #expect(waits.allSatisfy { $0 <= 4500 })
    #expect((2700...4500).contains(waits[7]))
  }

  @Test(arguments: [(60.0, 60...66.0), (nil, 120...132.0), (1e9, 3600...3960.0), (-5, 1...1.1)])
  func `waits as told, never less, and not longer than is believed`(
    told: Double?, range: ClosedRange<Double>
  ) {
    let device = Device()
    device.fetch(.rateLimited(wait: told))
    #expect(range.contains(device.wait()))
  }

  @Test func `lets nobody send while it is blocked, whatever is pushed`() {
    let device = Device()
    device.fetch(.rateLimited(wait: 60))
    device.schedule.push(at: device.now)
    guard case .blocked = device.schedule.step(at: device.now) else {
      Issue.record("\(device.schedule.step(at: device.now))")
      return
    }
    #expect(device.wait() >= 60)
  }

  @Test func `asks at once when a person wants it, whatever the wait`() {
    let device = Device()
    device.fetch(.refused)
    device.schedule.fetchNow(at: device.now)
    #expect(device.schedule.step(at: device.now) == .fetch(isUnconditional: true))
  }

  // MARK: Restarts and clocks

  @Test func `keeps its waits across a restart`() {
    for outcome in [SyncSchedule.Outcome.failed, .refused, .rateLimited(wait: 100)] {
      let device = Device()
      device.fetch(outcome)
      guard case .blocked(let whole) = device.schedule.step(at: device.now) else {
        Issue.record("\(outcome)")
        continue
      }
      device.pass(whole / 2)
      device.restart()
      #expect(abs(device.wait() - whole / 2) < 1)
      // And goes on doubling.
      if outcome == .failed {
        device.fetch(.failed)
        #expect((180...300).contains(device.wait()))
      }
    }
  }

  @Test func `does not believe a kept wait that the wall clock has made longer or shorter`() {
    for jump in [-1e9, 1e9] {
      let device = Device()
      device.fetch(.failed)
      device.now.wall += jump
      device.restart()
      #expect(device.wait() <= 150)
    }
  }

  @Test func `does not follow the wall clock while it runs`() {
    let device = Device()
    device.fetch(Self.same)
    device.now.wall += 1e9
    #expect((270...330).contains(device.wait()))
  }

  @Test(arguments: ["null", "-1", "1e300"])
  func `survives any numbers in what was kept`(length: String) throws {
    let text = """
      {"backOff":{"failures":9223372036854775807},"refusals":{"failures":-3},"until":0,"length":\(length)}
      """
    let kept = try JSONDecoder().decode(SyncSchedule.Kept.self, from: Data(text.utf8))
    let device = Device()
    device.schedule = SyncSchedule(restoring: kept, at: device.now)
    #expect(device.wait() <= 4500)
    device.fetch(.failed)
    #expect(device.wait() <= 1125)
    device.fetch(.refused)
    #expect(device.wait() <= 4500)
  }

  // MARK: No active policy (rule P3)

  @Test func `confirms that no policy is active a minute later, and then goes on polling`() {
    let device = Device()
    #expect(!device.fetch(.noActivePolicy))
    #expect((60...66).contains(device.wait()))
    #expect(device.schedule.step(at: device.now) == .fetch(isUnconditional: true))
    #expect(device.fetch(.noActivePolicy))
    #expect((270...330).contains(device.wait()))
    #expect(device.fetch(.noActivePolicy))
  }

  @Test func `takes no second answer within the minute for a confirmation`() {
    let device = Device()
    device.fetch(.noActivePolicy)
    device.pass(59)
    #expect(!device.fetch(.noActivePolicy))
    device.pass(1)
    #expect(device.fetch(.noActivePolicy))
  }

  @Test func `takes any policy in between for the end of it`() {
    let device = Device()
    device.fetch(.noActivePolicy)
    _ = device.wait()
    device.fetch(Self.same)
    _ = device.wait()
    #expect(!device.fetch(.noActivePolicy))
  }

  @Test func `needs two answers again after a restart`() {
    let device = Device()
    device.fetch(.noActivePolicy)
    device.pass(3600)
    device.restart()
    #expect(!device.fetch(.noActivePolicy))
  }

  // MARK: Pushes (rule P5)

  @Test func `follows a push at once`() {
    let device = Device()
    device.fetch(Self.same)
    device.pass(10)
    device.schedule.push(at: device.now)
    #expect(device.wait() == 0)
    device.fetch(.answered(isNew: true))
    device.schedule.push(at: device.now)
    #expect(device.wait() == 0)
  }

  @Test func `spends fewer and fewer fetches on a flood of forged pushes`() {
    let device = Device()
    device.fetch(Self.same)
    var fetches = 0
    let end = device.now.uptime + 3600
    while device.now.uptime < end {
      device.schedule.push(at: device.now)
      if case .fetch(let isUnconditional) = device.schedule.step(at: device.now) {
        #expect(!isUnconditional)
        fetches += 1
        device.fetch(Self.same)
      }
      device.pass(1)
    }
    #expect((15...30).contains(fetches))
    // A good one counts again at once.
    _ = device.wait()
    device.fetch(.answered(isNew: true))
    device.schedule.push(at: device.now)
    #expect(device.wait() == 0)
  }

  // MARK: Many devices

  @Test func `makes no herd of many devices after an outage of an hour`() {
    let devices = 3000
    var perMinute = [Int](repeating: 0, count: 240)
    for number in 0..<devices {
      let device = Device(seed: UInt64(number) + 77)
      // They were started at any time before.
      device.fetch(Self.same)
      device.pass(Double(number) / Double(devices) * 300 - 300)
      let start = 1000.0
      while true {
        _ = device.wait()
        let minute = Int((device.now.uptime - start) / 60)
        if minute >= perMinute.count { break }
        if minute >= 0 { perMinute[minute] += 1 }
        device.fetch((60..<120).contains(minute) ? .failed : Self.same)
      }
    }
    let mean = Double(devices) / 5
    #expect(Double(perMinute.max() ?? 0) <= 3 * mean)
    #expect(Double(perMinute[120..<140].max() ?? 0) <= 1.5 * mean)
  }
}
