import ActivityEngine
import DeviceActivity
import FoundationEssentials

/// A change of one writer's registrations, made against what all writers have registered.
struct ActivityEdit {
  private(set) var mine: ActivityLedger
  private let others: [ActivityLedger]

  init(mine: ActivityLedger, others: [ActivityLedger]) {
    self.mine = mine
    self.others = others.filter { $0.grant == mine.grant }
    generation = ActivityLedger.latestGeneration(others + [mine])
  }

  private var generation: Int

  private var latest: [DeviceActivityName: ActivityLedger.Record] {
    ActivityLedger.latest(others + [mine])
  }

  var registered: [ActivityRegistration] {
    ActivityLedger.registrations(in: others + [mine])
  }

  /// What this writer has registered and nobody has ended since.
  var ownActivities: [DeviceActivityName] {
    mine.records.filter { latest[$0.activity] == $0 && $0.registration != nil }.map(\.activity)
  }

  /// Registers an activity, or changes it. An identical one changes nothing (rule I6), and an unchanged event counts on
  /// (rule E5).
  ///
  /// - Throws: ``DeviceActivityCenter/MonitoringError`` in the order of rule I5, with nothing changed.
  mutating func start(
    _ activity: DeviceActivityName, during schedule: DeviceActivitySchedule,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent], at now: Date, in zones: Zones
  ) throws {
    let previous = latest[activity]
    let old = previous?.registration
    if let old, old.schedule == schedule {
      let kept = registrations(of: events, keeping: old.events, at: now)
      guard kept != old.events else { return }
      var changed = old
      changed.events = kept
      return put(changed, as: nextGeneration())
    }
    _ = try ScheduleCheck.interval(of: schedule, at: now, in: zones)
    if old == nil, registered.count >= IntervalLimits.activities {
      throw DeviceActivityCenter.MonitoringError.excessiveActivities
    }
    let new = nextGeneration()
    put(
      ActivityRegistration(
        activity: activity, generation: new, schedule: schedule,
        events: registrations(of: events, keeping: [], at: now), registeredAt: now,
        endsPrevious: old == nil ? .stopped : .replaced),
      as: new)
  }

  /// Unknown names are ignored.
  mutating func stop(_ activity: DeviceActivityName) {
    guard latest[activity]?.registration != nil else { return }
    mine.put(
      ActivityLedger.Record(activity: activity, generation: nextGeneration(), registration: nil))
  }

  mutating func prune(seen generation: Int) {
    mine.prune(seen: generation, others: others)
  }

  private mutating func nextGeneration() -> Int {
    generation += 1
    return generation
  }

  private mutating func put(_ registration: ActivityRegistration, as generation: Int) {
    mine.put(
      ActivityLedger.Record(
        activity: registration.activity, generation: generation, registration: registration))
  }

  private func registrations(
    of events: [DeviceActivityEvent.Name: DeviceActivityEvent], keeping old: [EventRegistration],
    at now: Date
  ) -> [EventRegistration] {
    events.map { name, event in
      old.first { $0.name == name && $0.event == event }
        ?? EventRegistration(name: name, event: event, since: now)
    }.sorted { $0.name.rawValue < $1.name.rawValue }
  }
}
