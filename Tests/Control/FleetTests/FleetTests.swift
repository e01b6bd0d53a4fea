import PhosraAPI
import Testing

@testable import Fleet

@Suite struct `A fleet of devices` {
  /// The outage of an hour, in six hours.
  private static let start = 7200
  private static let end = 10_800
  private static let times = Double(start)..<Double(end)
  private static let whole = 6 * 3600
  /// So few devices differ by chance from second to second.
  private static let window = 20

  private func fleet(_ outage: Fleet.Outage? = nil, seed: UInt64 = 1) -> Fleet {
    var fleet = Fleet(devices: 2000)
    fleet.duration = Double(Self.whole)
    fleet.outage = outage
    fleet.seed = seed
    return fleet
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `asks as often as its polls and reports say, evenly`(seed: UInt64) {
    let load = fleet(seed: seed).load()
    let expected = 2000.0 * (1.0 / 300 + 6.0 / 21_600)
    #expect((expected * 0.97...expected * 1.03).contains(load.mean))
    #expect(load.peak(window: Self.window) < 2 * load.mean)
  }

  @Test(arguments: [SyncSchedule.Outcome.failed, .refused], 1...3 as ClosedRange<UInt64>)
  func `makes no thundering herd of an outage, neither in it nor after it`(
    outcome: SyncSchedule.Outcome, seed: UInt64
  ) {
    let load = fleet(.init(Self.times, seenAs: outcome), seed: seed).load()
    #expect(load.peak(window: Self.window) <= 3 * load.mean)
    #expect(load.peak(in: Self.end..<Self.whole, window: Self.window) <= 3 * load.mean)
    // It has not merely given up: every device is back within the longest wait.
    let late = Self.end + (outcome == .failed ? 1200 : 4800)
    #expect(load.mean(in: late..<Self.whole) > 0.97 * 2000 / 300)
  }

  @Test func `would make one if every device waited for the same time`() {
    var fleet = fleet(.init(Self.times))
    // Waits that are short against an outage, and a stampede of what is due then.
    fleet.timing.firstFailure = 5
    fleet.timing.longestFailure = 5
    let load = fleet.load()
    #expect(load.peak(window: Self.window) > 3 * load.mean)
  }

  @Test func `is determined by its seed`() {
    var small = fleet()
    small.devices = 20
    let load = small.load()
    #expect(small.load() == load)
    small.seed = 2
    #expect(small.load() != load)
  }

  @Test func `counts peaks over any window that fits`() {
    var load = FleetLoad(seconds: 5)
    for time in [0.0, 1.2, 1.9, 4.999, 5, -0.1] { load.count(at: time) }
    #expect(load.total == 4)
    #expect(load.peak() == 2)
    #expect(load.peak(window: 2) == 1.5)
    #expect(load.peak(in: 2..<5, window: 2) == 0.5)
    #expect(load.peak(window: 6) == 0)
    #expect(load.mean(in: 0..<2) == 1.5)
  }
}
