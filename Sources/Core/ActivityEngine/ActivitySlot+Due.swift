import DeviceActivity
import FoundationEssentials
import TimeZoneRules

/// A callback that may be delivered, and its place among others that are due at the same instant.
struct DueCallback {
  var callback: ActivityCallback
  var rank: Rank

  /// At one instant: what an occurrence still has to say, then its end, then starts, then what a start brings along.
  enum Rank: Int {
    case thresholdWarning, threshold, endWarning, end, startWarning, start
    case firstThresholdWarning, firstThreshold
  }

  static func < (first: Self, second: Self) -> Bool {
    (first.callback.due, first.rank.rawValue) < (second.callback.due, second.rank.rawValue)
  }
}

extension DueCallback? {
  /// The one of both that comes first; this one if they come together.
  fileprivate func earlier(_ other: DueCallback?) -> DueCallback? {
    guard let self, let other else { return self ?? other }
    return other < self ? other : self
  }
}

extension ActivitySlot {
  /// The first callback that is due at `now`, if any. A running occurrence's thresholds come before its end, however
  /// late both are, and never after it (rule E4); a warning whose edge has come is left out (rule I14).
  func firstDue(at now: Date) -> DueCallback? {
    guard let progress = current else { return nil }
    guard progress.hasStarted else { return startDue(progress, at: now) }
    if let cause = endsNow { return end(of: progress, due: now, cause: cause) }
    var first = eventDue(progress, at: now).earlier(endWarningDue(progress, at: now))
    if now >= progress.occurrence.end {
      first = first.earlier(end(of: progress, due: progress.occurrence.end, cause: .ended))
    }
    return first
  }

  private func startDue(_ progress: OccurrenceProgress, at now: Date) -> DueCallback? {
    let start = progress.occurrence.start
    if progress.occurrence.contains(now) {
      return due(.start, .intervalDidStart, progress, at: max(start, registration.registeredAt))
    }
    guard let warnedAt = startWarning(progress), warnedAt <= now, now < start else { return nil }
    return due(.startWarning, .intervalWillStartWarning, progress, at: warnedAt)
  }

  private func endWarningDue(_ progress: OccurrenceProgress, at now: Date) -> DueCallback? {
    guard let warnedAt = endWarning(progress), warnedAt <= now, now < progress.occurrence.end
    else { return nil }
    return due(.endWarning, .intervalWillEndWarning, progress, at: warnedAt)
  }

  private func eventDue(_ progress: OccurrenceProgress, at now: Date) -> DueCallback? {
    var first: DueCallback?
    // By index: most events have nothing due, and are not worth a copy.
    for index in progress.events.indices where progress.events[index].mayBeDue {
      let event = progress.events[index]
      if !event.hasWarned, let instant = event.warningDue, instant <= now {
        first = first.earlier(due(event, .eventWillReachThresholdWarning, progress, at: instant))
      }
      if let instant = event.thresholdDue, instant <= now {
        first = first.earlier(due(event, .eventDidReachThreshold, progress, at: instant))
      }
    }
    return first
  }

  private func due(
    _ event: EventProgress, _ call: ActivityCallback.Call, _ progress: OccurrenceProgress,
    at instant: Date
  ) -> DueCallback {
    let isWarning = call == .eventWillReachThresholdWarning
    let isAtStart = instant <= max(progress.occurrence.start, registration.registeredAt)
    let rank: DueCallback.Rank =
      switch (isWarning, isAtStart) {
      case (true, false): .thresholdWarning
      case (false, false): .threshold
      case (true, true): .firstThresholdWarning
      case (false, true): .firstThreshold
      }
    return due(rank, call, progress, at: instant, event: event.registration.name)
  }

  private func end(of progress: OccurrenceProgress, due instant: Date, cause: EndCause)
    -> DueCallback
  {
    var end = due(.end, .intervalDidEnd, progress, at: instant)
    end.callback.cause = cause
    return end
  }

  private func due(
    _ rank: DueCallback.Rank, _ call: ActivityCallback.Call, _ progress: OccurrenceProgress,
    at instant: Date, event: DeviceActivityEvent.Name? = nil
  ) -> DueCallback {
    DueCallback(
      callback: ActivityCallback(
        call, registration.activity, event: event, generation: registration.generation,
        occurrence: progress.occurrence.start, due: instant),
      rank: rank)
  }

  // MARK: Instants

  /// When the start is warned of; nil if it is not, or was before the activity was registered (rule I14).
  private func startWarning(_ progress: OccurrenceProgress) -> Date? {
    guard let warningTime, !progress.hasWarnedOfStart, !progress.hasStarted else { return nil }
    let instant = progress.occurrence.start.addingTimeInterval(-warningTime)
    return instant >= registration.registeredAt ? instant : nil
  }

  /// When the end is warned of, not before the start (rule I14).
  private func endWarning(_ progress: OccurrenceProgress) -> Date? {
    guard let warningTime, !progress.hasWarnedOfEnd else { return nil }
    let instant = max(
      progress.occurrence.start, progress.occurrence.end.addingTimeInterval(-warningTime))
    return instant >= registration.registeredAt || instant == progress.occurrence.start
      ? instant : nil
  }

  /// The next instant after `now` at which something of this activity falls due, if nothing changes until then.
  func nextInstant(after now: Date, using current: Set<UseSubject>, in zones: Zones) -> Date? {
    guard let progress = self.current else { return nil }
    var soonest: Date?
    func consider(_ instant: Date?) {
      guard let instant, instant > now else { return }
      soonest = min(soonest ?? instant, instant)
    }
    guard progress.hasStarted else {
      consider(startWarning(progress))
      consider(progress.occurrence.start)
      consider(progress.occurrence.end)
      return soonest
    }
    consider(endWarning(progress))
    consider(progress.occurrence.end)
    consider(progress.nextCrossing(using: current, from: now))
    if let following { consider(following.nextCrossing(using: current, from: now)) }
    if now < progress.occurrence.start {
      let natural = pattern.occurrence(at: now, in: zones)
      consider(natural?.start)
      consider(natural?.end)
    }
    return soonest
  }
}
