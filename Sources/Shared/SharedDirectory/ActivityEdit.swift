import ActivityEngine
import DeviceActivity
import FoundationEssentials

/// A change of one writer's registrations, made against what all writers have registered.
struct ActivityEdit {
  private(set) var mine: ActivityLedger
  private let others: [ActivityLedger]
  /// The highest generation that the engine has taken notice of.
  private let seen: Int

  init(mine: ActivityLedger, others: [ActivityLedger], seen: Int) {
    self.mine = mine
    self.others = others.filter { $0.grant == mine.grant }
    self.seen = seen
    // Also where a ledger was lost, a generation never comes twice.
    generation = max(ActivityLedger.latestGeneration(others + [mine]), seen)
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
    let interval = try ScheduleCheck.interval(of: schedule, at: now, in: zones)
    if old == nil, registered.count >= IntervalLimits.activities {
      throw DeviceActivityCenter.MonitoringError.excessiveActivities
    }
    let new = nextGeneration()
    put(
      ActivityRegistration(
        activity: activity, generation: new, schedule: schedule,
        events: registrations(
          of: events, keeping: old.map { kept(of: $0, in: interval, at: now, in: zones) } ?? [],
          at: now),
        registeredAt: now, endsPrevious: endsPrevious(old)),
      as: new)
  }

  /// The events of `old` that count on in `interval`: all, where it only makes the running interval longer (rule I6).
  private func kept(
    of old: ActivityRegistration, in interval: Occurrence, at now: Date, in zones: Zones
  ) -> [EventRegistration] {
    guard let running = try? OccurrencePattern(old.schedule).occurrence(at: now, in: zones),
      running.contains(now), running.start == interval.start, running.end < interval.end
    else { return [] }
    return old.events
  }

  /// A stop that the engine has not seen yet is not forgotten because the activity was changed once more since.
  private func endsPrevious(_ old: ActivityRegistration?) -> EndCause {
    guard let old else { return .stopped }
    return old.generation > seen ? old.endsPrevious : .replaced
  }

  /// Unknown names are ignored.
  ///
  /// - Parameter generation: Of the registration that is meant, if a later one is not.
  mutating func stop(_ activity: DeviceActivityName, generation: Int? = nil) {
    guard let registration = latest[activity]?.registration,
      generation == nil || registration.generation == generation
    else { return }
    mine.put(
      ActivityLedger.Record(activity: activity, generation: nextGeneration(), registration: nil))
  }

  mutating func prune() {
    mine.prune(seen: seen, others: others)
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
