import DeviceActivity
import FoundationEssentials

/// How far one occurrence has come: which of its callbacks are out, and what its events have counted.
struct OccurrenceProgress: Codable, Equatable, Sendable {
  var occurrence: Occurrence
  var hasStarted = false
  var hasWarnedOfStart = false
  var hasWarnedOfEnd = false
  /// One for each set of things counted from the same instant; events share them.
  var counters: [UseCounter] = []
  /// In ascending order of threshold, then of name (rule E4).
  var events: [EventProgress] = []

  init(_ occurrence: Occurrence) {
    self.occurrence = occurrence
  }

  /// Counts `span`, as far as it lies in the occurrence, and marks the thresholds that it crosses.
  ///
  /// `isClockBehind` says that the wall clock was set back to before the start: the occurrence keeps running
  /// (rule I12), and use goes on counting for it whatever the clock shows.
  mutating func count(_ span: UseSpan, isClockBehind: Bool) {
    for index in counters.indices {
      let (from, seconds) = part(of: span, for: counters[index], isClockBehind)
      guard seconds > 0, counters[index].matches(span) else { continue }
      let before = counters[index].seconds
      counters[index].seconds += seconds
      for event in events.indices
      where events[event].counter == index && events[event].crosses(at: before + seconds) {
        events[event].cross(from: before, adding: seconds, beginningAt: from)
      }
    }
  }

  /// Whether ``count(_:isClockBehind:)`` has anything to add for `span`.
  func counts(_ span: UseSpan, isClockBehind: Bool) -> Bool {
    counters.contains {
      part(of: span, for: $0, isClockBehind).seconds > 0 && $0.matches(span)
    }
  }

  /// From when on, and for how many seconds, `span` counts for `counter`; not above 0 if it does not.
  private func part(of span: UseSpan, for counter: UseCounter, _ isClockBehind: Bool)
    -> (from: Date, seconds: TimeInterval)
  {
    let from = isClockBehind ? span.start : max(span.start, counter.from)
    let to = min(span.start.addingTimeInterval(span.seconds), occurrence.end)
    return (from, to.timeIntervalSince(from))
  }

  /// The earliest instant at which a threshold or its warning is reached if `current` stays in use from `now` on.
  func nextCrossing(using current: Set<UseSubject>, from now: Date) -> Date? {
    var soonest: TimeInterval?
    for index in counters.indices where counters[index].matches(current) {
      let counter = counters[index]
      guard counter.from < occurrence.end else { continue }
      let lead = hasStarted ? 0 : max(0, counter.from.timeIntervalSince(now))
      func consider(_ goal: TimeInterval?) {
        guard let goal, goal > counter.seconds else { return }
        soonest = min(soonest ?? .infinity, lead + goal - counter.seconds)
      }
      for event in events where event.counter == index && !event.hasReached {
        consider(event.warning)
        consider(event.threshold)
      }
    }
    return soonest.map { now.addingTimeInterval($0) }.flatMap { $0 <= occurrence.end ? $0 : nil }
  }
}

/// Seconds during which at least one of a set of things was in use (rule E1).
struct UseCounter: Codable, Equatable, Sendable {
  /// Nil counts all activity. An event whose tokens are void has a set that nothing matches (rule A6).
  var subjects: Set<UseSubject>?
  /// Nothing before it counts.
  var from: Date
  var seconds: TimeInterval = 0

  func matches(_ span: UseSpan) -> Bool { matches(span.subjects) }

  func matches(_ used: Set<UseSubject>) -> Bool {
    guard let subjects, !used.isEmpty else { return !used.isEmpty }
    return used.contains { subjects.contains($0) }
  }
}

/// One event within one occurrence.
struct EventProgress: Codable, Equatable, Sendable {
  @Unchanging var registration: EventRegistration
  /// Which of the occurrence's counters it reads.
  var counter: Int
  /// Seconds of use.
  var threshold: TimeInterval
  /// Seconds of use at which it warns; nil if it does not, 0 if it warns as the interval starts.
  var warning: TimeInterval?
  /// When the use reached the warning, once it has.
  var warningDue: Date?
  /// When the use reached the threshold, once it has.
  var thresholdDue: Date?
  var hasWarned = false
  /// Whether its callback has been given out.
  var hasFired = false

  var hasReached: Bool { thresholdDue != nil }

  /// Whether its use has reached something that was not given out yet.
  var mayBeDue: Bool { !hasFired && (hasReached || warningDue != nil) }

  /// Whether ``cross(from:adding:beginningAt:)`` has anything to note once `seconds` are counted.
  func crosses(at seconds: TimeInterval) -> Bool {
    (thresholdDue == nil && seconds >= threshold)
      || (warningDue == nil && (warning.map { seconds >= $0 } ?? false))
  }

  /// A threshold of nothing is reached by the first use, not by none.
  mutating func cross(
    from before: TimeInterval, adding seconds: TimeInterval, beginningAt start: Date
  ) {
    func instant(of goal: TimeInterval) -> Date? {
      before + seconds >= goal ? start.addingTimeInterval(max(0, goal - before)) : nil
    }
    if let warning, warningDue == nil { warningDue = instant(of: warning) }
    if thresholdDue == nil { thresholdDue = instant(of: threshold) }
  }
}
