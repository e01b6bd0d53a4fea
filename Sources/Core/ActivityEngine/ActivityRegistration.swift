package import DeviceActivity
package import FoundationEssentials
import ManagedSettings

/// One activity as it was registered: what `startMonitoring` was told, and when.
package struct ActivityRegistration: Codable, Equatable, Sendable {
  package var activity: DeviceActivityName
  /// Grows with every start after a stop and with every changed schedule, over all activities.
  package var generation: Int
  package var schedule: DeviceActivitySchedule
  /// In order of name.
  package var events: [EventRegistration]
  package var registeredAt: Date
  /// Why an occurrence of an earlier generation ends: `stopped` if there was a stop in between, else `replaced`.
  package var endsPrevious: EndCause

  package init(
    activity: DeviceActivityName, generation: Int, schedule: DeviceActivitySchedule,
    events: [EventRegistration], registeredAt: Date, endsPrevious: EndCause
  ) {
    self.activity = activity
    self.generation = generation
    self.schedule = schedule
    self.events = events.sorted { $0.name.rawValue < $1.name.rawValue }
    self.registeredAt = registeredAt
    self.endsPrevious = endsPrevious
  }
}

/// One event of an activity, and since when it counts.
package struct EventRegistration: Codable, Equatable, Sendable {
  package var name: DeviceActivityEvent.Name
  package var event: DeviceActivityEvent
  /// When this very definition was registered; earlier use counts only with `includesPastActivity` (rule E2).
  package var since: Date

  package init(name: DeviceActivityEvent.Name, event: DeviceActivityEvent, since: Date) {
    self.name = name
    self.event = event
    self.since = since
  }
}

/// Why an interval ended.
package enum EndCause: String, Codable, Sendable {
  /// Its end came.
  case ended
  /// `stopMonitoring` (rule I7).
  case stopped
  /// A changed schedule of the same name (rule I6).
  case replaced
  /// The authorization was revoked (rule A5).
  case revoked
  /// The clock was set back to long before its start (rule I12).
  case clockSetBack
}
