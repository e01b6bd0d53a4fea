package import ActivityEngine
package import CompiledPolicy
package import DeviceActivity
package import FoundationEssentials
import System

extension AppGroup: ActivityBacking {
  package var activities: [DeviceActivityName] {
    reading("activities", else: []) { try directory.registrations().activities.map(\.activity) }
  }

  package func schedule(for activity: DeviceActivityName) -> DeviceActivitySchedule? {
    registration(of: activity)?.schedule
  }

  package func events(
    for activity: DeviceActivityName
  ) -> [DeviceActivityEvent.Name: DeviceActivityEvent] {
    Dictionary(
      (registration(of: activity)?.events ?? []).map { ($0.name, $0.event) },
      uniquingKeysWith: { $1 })
  }

  private func registration(of activity: DeviceActivityName) -> ActivityRegistration? {
    reading("activities", else: nil) {
      try directory.registrations().activities.first { $0.activity == activity }
    }
  }

  package func start(
    _ activity: DeviceActivityName, during schedule: DeviceActivitySchedule,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent]
  ) throws {
    try edit { edit in
      try edit.start(
        activity, during: schedule, events: events, at: world.now(), in: world.zones())
    }
  }

  package func stop(_ activities: [DeviceActivityName]) {
    stopping { edit in
      let registered = edit.registered.map(\.activity)
      for activity in activities.isEmpty ? registered : activities { edit.stop(activity) }
    }
  }

  /// Ends exactly `registrations`; what was registered under their names since stays.
  package func unregister(_ registrations: [ActivityRegistration]) {
    stopping { edit in
      for registration in registrations {
        edit.stop(registration.activity, generation: registration.generation)
      }
    }
  }

  private func stopping(_ body: (inout ActivityEdit) -> Void) {
    do {
      try edit(body)
    } catch DeviceActivityCenter.MonitoringError.unauthorized {
      world.log(.info, "nothing to stop without authorization")
    } catch {
      world.log(.error, "activities not stopped", ["error": "\(error)"])
    }
  }

  package func nextInterval(of schedule: DeviceActivitySchedule) -> DateInterval? {
    guard let pattern = try? OccurrencePattern(schedule),
      let occurrence = pattern.occurrence(at: world.now(), in: world.zones())
    else { return nil }
    return DateInterval(start: occurrence.start, end: occurrence.end)
  }

  /// Makes this writer's registrations be exactly `wanted`, in one transaction: all of them or, if one is refused, what
  /// was registered before (rules I6, P1). Registrations of other writers stay.
  package func replaceActivities(with wanted: [PlannedActivity]) throws {
    try edit { edit in
      for name in edit.ownActivities where !wanted.contains(where: { $0.name == name }) {
        edit.stop(name)
      }
      for activity in wanted {
        try edit.start(
          activity.name, during: activity.schedule, events: activity.events, at: world.now(),
          in: world.zones())
      }
    }
  }

  /// - Throws: ``DeviceActivityCenter/MonitoringError`` `.unauthorized` without a grant in force (rule A8).
  private func edit(_ body: (inout ActivityEdit) throws -> Void) throws {
    try directory.withLocks(.authorization, .activities) { locked in
      guard let grant = try locked.read(.authorization)?.grantInForce else {
        throw DeviceActivityCenter.MonitoringError.unauthorized
      }
      let file = SharedFile<ActivityLedger, Role>.activities
      let mine = try locked.read(file)
      let others = try locked.activityLedgers(except: file)
      var edit = ActivityEdit(
        mine: mine.flatMap { $0.grant == grant ? $0 : nil }
          ?? ActivityLedger(succeeding: mine, grant: grant),
        others: others, seen: try locked.salvage(.engine)?.engine.seenGeneration ?? 0)
      try body(&edit)
      edit.prune()
      if edit.mine != mine, !(mine == nil && edit.mine.records.isEmpty) {
        try locked.write(file, edit.mine)
        writes.increase()
      }
    }
  }
}
