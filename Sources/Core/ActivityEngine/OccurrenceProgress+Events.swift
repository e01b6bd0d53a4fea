import DeviceActivity
package import FoundationEssentials
import TimeZoneRules

/// Use that was recorded before an event was registered, for events that include past activity.
package typealias PastUse = (_ from: Date) -> [UseSpan]

extension OccurrenceProgress {
  /// Counts for `registrations` from now on. What is registered unchanged keeps its counter and its marks, what is
  /// new or changed counts anew, and what is gone is forgotten (rule E5).
  mutating func setEvents(
    _ registrations: [EventRegistration], warningTime: TimeInterval?, pastUse: PastUse,
    in rules: TimeZoneRules
  ) {
    let (oldCounters, oldEvents) = (counters, events)
    counters = []
    events = []
    for registration in registrations {
      if let kept = oldEvents.first(where: { $0.registration == registration }) {
        var event = kept
        event.counter = index(of: oldCounters[kept.counter])
        events.append(event)
      } else {
        events.append(
          newEvent(registration, warningTime: warningTime, pastUse: pastUse, in: rules))
      }
    }
    events.sort {
      ($0.threshold, $0.registration.name.rawValue) < ($1.threshold, $1.registration.name.rawValue)
    }
  }

  private mutating func newEvent(
    _ registration: EventRegistration, warningTime: TimeInterval?, pastUse: PastUse,
    in rules: TimeZoneRules
  ) -> EventProgress {
    let event = registration.event
    let threshold = event.thresholdSeconds
    let isRegisteredInside = registration.since > occurrence.start
    let includesPast = event.includesPastActivity && isRegisteredInside
    var counter = UseCounter(
      subjects: event.includesAllActivity ? nil : event.subjects,
      from: includesPast
        ? rules.startOfHour(occurrence.start) : max(occurrence.start, registration.since))
    if includesPast {
      for span in pastUse(counter.from) where counter.matches(span) {
        let from = max(span.start, counter.from)
        let to = min(span.start.addingTimeInterval(span.seconds), occurrence.end)
        counter.seconds += max(0, to.timeIntervalSince(from))
      }
    }
    var progress = EventProgress(
      registration: registration, counter: index(of: counter), threshold: threshold,
      warning: warningTime.map { max(0, threshold - $0) })
    if counter.seconds > 0 || progress.warning == 0 {
      progress.cross(from: 0, adding: counter.seconds, beginningAt: registration.since)
      progress.warningDue = progress.warningDue.map { _ in max(occurrence.start, registration.since)
      }
      progress.thresholdDue = progress.thresholdDue.map { _ in registration.since }
      if counter.seconds == 0 { progress.thresholdDue = nil }
    }
    return progress
  }

  private mutating func index(of counter: UseCounter) -> Int {
    if let index = counters.firstIndex(of: counter) { return index }
    counters.append(counter)
    return counters.endIndex - 1
  }
}

extension TimeZoneRules {
  /// The full hour, on the wall clock, in which `instant` lies (rule E2).
  fileprivate func startOfHour(_ instant: Date) -> Date {
    let time = localTime(at: instant)
    return instant.addingTimeInterval(-TimeInterval(time.minute * 60 + time.second))
  }
}
