import ActivityEngine
import DeviceActivity
import FoundationEssentials
import SharedDirectory
import System
import TimeZoneRules

extension MonitorLoop {
  /// Takes over the registrations and what was used.
  private mutating func advance(causeIfGone: EndCause = .stopped) -> Date {
    let now = now()
    let cursor = document.engine.useCursor
    let world = world
    let pastUse: PastUse = { world.pastUse(from: $0, to: cursor) }
    if causeIfGone == .revoked {
      document.engine.reconcile(
        with: [], upTo: 0, causeIfGone: .revoked, at: now, in: zones, pastUse: pastUse)
      reconciledReading = nil
    } else if let registrations = state.registrations,
      state.registrationReadings != reconciledReading
    {
      reconciledReading = state.registrationReadings
      document.engine.reconcile(
        with: registrations.activities, upTo: registrations.generation, at: now, in: zones,
        pastUse: pastUse)
    }
    document.engine.count(world.use(since: cursor), at: now, in: zones, pastUse: pastUse)
    return now
  }

  mutating func deliverDue(causeIfGone: EndCause = .stopped) throws {
    while true {
      let now = advance(causeIfGone: causeIfGone)
      var engine = document.engine
      guard let callback = engine.next(at: now, in: zones) else {
        deliveredUpTo = now
        return
      }
      if journal.isFromBefore(callback) {
        document.engine = engine
        continue
      }
      // The next life must know the occurrence that the journal speaks of.
      if saved?.engine.expects(callback) != true { try saveEngine() }
      try deliver(callback, isRedelivery: false) { $0.document.engine = engine }
    }
  }

  mutating func deliver(
    _ callback: ActivityCallback, isRedelivery: Bool, onceDue: (inout Self) -> Void = { _ in }
  ) throws {
    try journal.due(callback, at: now(), isRedelivery: isRedelivery)
    onceDue(&self)
    log(
      .info, callback.call.rawValue,
      [
        "activity": callback.activity.rawValue, "event": callback.event?.rawValue ?? "-",
        "due": Instant(callback.due), "cause": callback.cause?.rawValue ?? "-",
      ])
    try world.willCall(callback)
    group.scoped { monitor.call(callback) }
    try world.didCall(callback)
    if let notice = usageTimer(callback) { try tell(notice) }
    reloadOwnWrites()
    reapplyPolicy()
    try saveEngine()
    try journal.delivered(callback, at: now())
  }

  /// Looks at what a handler has written, before anything else is delivered (rule I7).
  mutating func reloadOwnWrites() {
    let writes = group.writes.count
    guard writes != seenWrites else { return }
    seenWrites = writes
    state.reload([.registrations, .stores], from: directory)
  }

  /// Unregisters one-off activities that are over (rule I13).
  mutating func unregisterFinished() throws {
    let finished = document.engine.finished
    guard !finished.isEmpty else { return }
    group.unregister(finished)
    reloadOwnWrites()
    _ = advance()
  }
}

/// A date as the log has it, made only where somebody reads the line.
private struct Instant: CustomStringConvertible {
  private let date: Date

  init(_ date: Date) { self.date = date }

  var description: String { date.formatted(.iso8601) }
}

extension DeviceActivityMonitor {
  /// Calls the handler that `callback` is for.
  fileprivate func call(_ callback: ActivityCallback) {
    let activity = callback.activity
    switch (callback.call, callback.event) {
    case (.intervalDidStart, _): intervalDidStart(for: activity)
    case (.intervalDidEnd, _): intervalDidEnd(for: activity)
    case (.intervalWillStartWarning, _): intervalWillStartWarning(for: activity)
    case (.intervalWillEndWarning, _): intervalWillEndWarning(for: activity)
    case (.eventDidReachThreshold, let event?): eventDidReachThreshold(event, activity: activity)
    case (.eventWillReachThresholdWarning, let event?):
      eventWillReachThresholdWarning(event, activity: activity)
    case (.eventDidReachThreshold, nil), (.eventWillReachThresholdWarning, nil):
      preconditionFailure("an event callback without an event")
    }
  }
}
