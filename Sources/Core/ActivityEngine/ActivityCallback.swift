package import DeviceActivity
package import FoundationEssentials

/// One call of a `DeviceActivityMonitor` that is due.
package struct ActivityCallback: Codable, Equatable, Sendable {
  package enum Call: String, Codable, Sendable {
    case intervalDidStart, intervalDidEnd, eventDidReachThreshold
    case intervalWillStartWarning, intervalWillEndWarning, eventWillReachThresholdWarning
  }

  package var call: Call
  package var activity: DeviceActivityName
  package var event: DeviceActivityEvent.Name?
  package var generation: Int
  /// The start of the occurrence it belongs to, also where that was not delivered.
  package var occurrence: Date
  /// When it should have come, which may be long before it is delivered (rule D1).
  package var due: Date
  /// Of an end; else nil.
  package var cause: EndCause?

  package init(
    _ call: Call, _ activity: DeviceActivityName, event: DeviceActivityEvent.Name? = nil,
    generation: Int, occurrence: Date, due: Date, cause: EndCause? = nil
  ) {
    self.call = call
    self.activity = activity
    self.event = event
    self.generation = generation
    self.occurrence = occurrence
    self.due = due
    self.cause = cause
  }

  /// What two deliveries of the same callback have in common (rule D2).
  package struct Identity: Hashable, Sendable {
    let call: Call
    let activity: String
    let event: String?
    let generation: Int
    let occurrence: Date
  }

  package var identity: Identity {
    Identity(
      call: call, activity: activity.rawValue, event: event?.rawValue, generation: generation,
      occurrence: occurrence)
  }
}
