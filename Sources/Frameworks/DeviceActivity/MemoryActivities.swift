package import FoundationEssentials
import Synchronization

/// Keeps registrations in the memory of this process, calls nobody back, and asks nobody for authorization.
package final class MemoryActivities: ActivityBacking {
  private struct Registration {
    let name: DeviceActivityName
    let schedule: DeviceActivitySchedule
    let events: [DeviceActivityEvent.Name: DeviceActivityEvent]
  }

  private let registrations = Mutex<[Registration]>([])
  private let now: @Sendable () -> Date

  package init(now: @escaping @Sendable () -> Date = { Date() }) {
    self.now = now
  }

  package var activities: [DeviceActivityName] { registrations.withLock { $0.map(\.name) } }

  package func schedule(for activity: DeviceActivityName) -> DeviceActivitySchedule? {
    registrations.withLock { $0.first { $0.name == activity }?.schedule }
  }

  package func events(
    for activity: DeviceActivityName
  ) -> [DeviceActivityEvent.Name: DeviceActivityEvent] {
    registrations.withLock { $0.first { $0.name == activity }?.events ?? [:] }
  }

  package func start(
    _ activity: DeviceActivityName, during schedule: DeviceActivitySchedule,
    events: [DeviceActivityEvent.Name: DeviceActivityEvent]
  ) throws {
    guard let interval = nextInterval(of: schedule) else {
      throw DeviceActivityCenter.MonitoringError.invalidDateComponents
    }
    try IntervalLimits.check(interval, in: schedule.calendar)
    let new = Registration(name: activity, schedule: schedule, events: events)
    try registrations.withLock { registrations in
      if let index = registrations.firstIndex(where: { $0.name == activity }) {
        registrations[index] = new
      } else if registrations.count < IntervalLimits.activities {
        registrations.append(new)
      } else {
        throw DeviceActivityCenter.MonitoringError.excessiveActivities
      }
    }
  }

  package func stop(_ activities: [DeviceActivityName]) {
    registrations.withLock { $0.removeAll { activities.isEmpty || activities.contains($0.name) } }
  }

  package func nextInterval(of schedule: DeviceActivitySchedule) -> DateInterval? {
    schedule.interval(at: now())
  }
}
