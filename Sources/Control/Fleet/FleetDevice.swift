import FoundationEssentials
import PhosraAPI

/// One device of a ``Fleet``: its real schedule, and what it has yet to tell.
struct FleetDevice {
  private let outage: Fleet.Outage?
  private let end: Double
  private var schedule: SyncSchedule
  private var chance: DeviceChance
  /// In seconds from the start of the simulated time.
  private var time: Double
  /// When there is something to tell, in order; the next one is at `told`.
  private let reports: [Double]
  private var told = 0

  /// A device that was switched on at some time before, so that its polls come whenever they come.
  init(_ fleet: Fleet, chance: DeviceChance) {
    var chance = chance
    outage = fleet.outage
    end = fleet.duration
    time = -.random(in: 0...fleet.timing.interval, using: &chance)
    schedule = SyncSchedule(fleet.timing, at: Self.moment(time))
    reports = (0..<fleet.reports).map { _ in .random(in: 0..<fleet.duration, using: &chance) }
      .sorted()
    self.chance = chance
  }

  private static func moment(_ time: Double) -> Moment {
    Moment(wall: Date(timeIntervalSinceReferenceDate: time), uptime: time)
  }

  /// Lives until the end.
  ///
  /// - Parameter request: Told the time of each request.
  mutating func run(_ request: (Double) -> Void) {
    while time < end {
      switch schedule.step(at: Self.moment(time)) {
      case .blocked(let seconds): wait(until: time + seconds)
      case .fetch(let isUnconditional):
        request(time)
        _ = schedule.fetched(
          failure ?? .answered(isNew: false), wasUnconditional: isUnconditional,
          at: Self.moment(time), using: &chance)
      case .idle(let seconds):
        if told < reports.count, reports[told] <= time {
          request(time)
          schedule.called(
            failure ?? .answered(isNew: false), at: Self.moment(time), using: &chance)
          if failure == nil { told += 1 }
        } else {
          let report = told < reports.count ? reports[told] : .infinity
          wait(until: min(time + seconds, report))
        }
      }
    }
  }

  /// How a request ends at this time; nil if it succeeds.
  private var failure: SyncSchedule.Outcome? {
    outage.flatMap { $0.times.contains(time) ? $0.outcome : nil }
  }

  /// Lets some time pass, however little of it is left after rounding.
  private mutating func wait(until later: Double) {
    time = max(later, time.nextUp)
  }
}
