import DeviceActivity
import FoundationEssentials
import TimeZoneRules

/// All that the engine knows of one activity.
struct ActivitySlot: Codable, Equatable, Sendable {
  @Unchanging private(set) var registration: ActivityRegistration
  @Unchanging private(set) var pattern: OccurrencePattern
  /// The upcoming or running occurrence; nil if none will come any more.
  private(set) var current: OccurrenceProgress?
  /// The occurrence that has begun while the end of `current` is still to be delivered, so that its use counts.
  private(set) var following: OccurrenceProgress?
  /// Set when the running occurrence must end now whatever its end says.
  private(set) var endsNow: EndCause?
  /// What takes over once the running occurrence of an older generation has ended.
  private var successor: Unchanging<ActivityRegistration>?
  /// The registration is gone; the slot stays only to deliver the end.
  private(set) var isRemoved = false

  /// Nil if the schedule names no time, which the check at registration has refused.
  init?(_ registration: ActivityRegistration, at now: Date, in zones: Zones, pastUse: PastUse) {
    guard let pattern = try? OccurrencePattern(registration.schedule) else { return nil }
    self.registration = registration
    self.pattern = pattern
    enter(
      pattern.occurrence(at: min(registration.registeredAt, now), in: zones), in: zones,
      pastUse: pastUse)
    roll(to: now, in: zones, pastUse: pastUse)
  }

  /// Its registration is gone, and it has nothing left to deliver.
  var isSpent: Bool { isRemoved && !isRunning }

  var isRunning: Bool { current?.hasStarted ?? false }

  /// A one-off that is over or will never come (rule I13).
  var isFinished: Bool { current == nil && !isRemoved }

  /// Seconds of warning before edges and thresholds; nil for none.
  var warningTime: TimeInterval? {
    registration.schedule.warningSeconds
  }

  // MARK: Registration

  /// Takes over what is registered now; nil says that nothing is (rules I6, I7, E5).
  ///
  /// - Returns: Whether the slot is still needed.
  mutating func reconcile(
    with new: ActivityRegistration?, causeIfGone: EndCause, at now: Date, in zones: Zones,
    pastUse: PastUse
  ) -> Bool {
    guard let new else {
      guard isRunning else { return false }
      isRemoved = true
      successor = nil
      endsNow = endsNow ?? causeIfGone
      return true
    }
    if endsNow != nil {
      isRemoved = false
      successor = Unchanging(wrappedValue: new)
      return true
    }
    if new.generation == registration.generation {
      guard new != registration else { return true }
      registration = new
      let (rules, warning) = (zones.rules(for: pattern.start), warningTime)
      current?.setEvents(new.events, warningTime: warning, pastUse: pastUse, in: rules)
      following?.setEvents(new.events, warningTime: warning, pastUse: pastUse, in: rules)
      return true
    }
    guard isRunning, let running = current?.occurrence else {
      guard let slot = ActivitySlot(new, at: now, in: zones, pastUse: pastUse) else { return false }
      self = slot
      return true
    }
    if new.endsPrevious == .replaced, let pattern = try? OccurrencePattern(new.schedule),
      let longer = pattern.occurrence(at: now, in: zones), longer.start == running.start,
      longer.end > running.end
    {
      registration = new
      self.pattern = pattern
      current?.occurrence = longer
      current?.hasWarnedOfEnd = false
      let (rules, warning) = (zones.rules(for: pattern.start), warningTime)
      current?.setEvents(new.events, warningTime: warning, pastUse: pastUse, in: rules)
      following = nil
      return true
    }
    endsNow = new.endsPrevious
    successor = Unchanging(wrappedValue: new)
    return true
  }

  // MARK: Time

  /// Whether the current occurrence has come to its end by `now`, and nothing else ends it.
  func isOver(at now: Date) -> Bool {
    endsNow == nil && (current.map { now >= $0.occurrence.end } ?? false)
  }

  /// Whether `now` may ask for another occurrence than the current one.
  func isElsewhere(at now: Date, limit: Date) -> Bool {
    isOver(at: now) || (current.map { $0.occurrence.start > limit } ?? false)
  }

  /// Moves on to the occurrence that `now` asks for, as far as nothing has to be delivered first.
  mutating func roll(to now: Date, in zones: Zones, pastUse: PastUse) {
    guard isOver(at: now), let progress = current else { return }
    guard registration.schedule.repeats else {
      if !progress.hasStarted { current = nil }
      return
    }
    if progress.hasStarted {
      if let begun = following, now < begun.occurrence.end { return }
      let previous = (following ?? progress).occurrence.start
      let next = pattern.occurrence(after: previous, at: now, in: zones)
      following = next.flatMap {
        $0.contains(now) ? self.progress($0, in: zones, pastUse: pastUse) : nil
      }
    } else {
      enter(
        pattern.occurrence(after: progress.occurrence.start, at: now, in: zones), in: zones,
        pastUse: pastUse)
    }
  }

  /// Finds the same wall-clock times again in a new zone; what has started stays started (rule I11).
  mutating func changeZone(at now: Date, in zones: Zones, pastUse: PastUse) {
    guard let progress = current else { return }
    following = nil
    if progress.hasStarted {
      guard let localEnd = progress.occurrence.localEnd else { return }
      current?.occurrence.end = zones.local.instant(of: localEnd).instant
    } else if pattern.start.zone == nil || pattern.end.zone == nil {
      enter(pattern.occurrence(at: now, in: zones), in: zones, pastUse: pastUse)
    }
  }

  /// Forgets where a wrong clock has led: an occurrence that begins later than `limit`, although the schedule has an
  /// earlier one at `now`, is ended or dropped, and the earlier one takes its place (rule I12).
  mutating func forgetFuture(after limit: Date, at now: Date, in zones: Zones, pastUse: PastUse) {
    guard let progress = current, progress.occurrence.start > limit,
      let natural = pattern.occurrence(at: now, in: zones),
      natural.start < progress.occurrence.start
    else { return }
    following = nil
    if progress.hasStarted {
      endsNow = endsNow ?? .clockSetBack
      successor = successor ?? _registration
    } else {
      enter(natural, in: zones, pastUse: pastUse)
    }
  }

  /// Whether `now` lies inside an interval of the schedule by the wall clock, also where the clock was set back to
  /// before the occurrence that runs.
  func isInside(at now: Date, in zones: Zones) -> Bool {
    guard let occurrence = current?.occurrence, now < occurrence.start else { return true }
    return pattern.occurrence(at: now, in: zones)?.contains(now) ?? false
  }

  /// The occurrence that is running at `now`, if one is; `inUse` is what is used at this moment.
  func running(at now: Date, using inUse: Set<UseSubject>, in zones: Zones) -> RunningActivity? {
    guard let current, current.hasStarted, endsNow == nil, now < current.occurrence.end else {
      return nil
    }
    let isCounting = current.counters.map { $0.matches(inUse) }
    return RunningActivity(
      activity: registration.activity, generation: registration.generation,
      start: current.occurrence.start, end: current.occurrence.end,
      isInside: isInside(at: now, in: zones),
      events: current.events.map {
        RunningActivity.Event(
          name: $0.registration.name, threshold: $0.threshold,
          used: current.counters[$0.counter].seconds, hasReached: $0.hasFired,
          isCounting: isCounting[$0.counter])
      })
  }

  // MARK: Use

  /// Whether ``count(_:at:)`` has anything to add for `span`.
  func counts(_ span: UseSpan, at now: Date) -> Bool {
    if let current, current.counts(span, isClockBehind: isClockBehind(at: now)) { return true }
    return following?.counts(span, isClockBehind: false) ?? false
  }

  mutating func count(_ span: UseSpan, at now: Date) {
    let isClockBehind = isClockBehind(at: now)
    current?.count(span, isClockBehind: isClockBehind)
    following?.count(span, isClockBehind: false)
  }

  /// Whether the clock was set back to before the occurrence that runs.
  private func isClockBehind(at now: Date) -> Bool {
    current.map { $0.hasStarted && now < $0.occurrence.start } ?? false
  }

  // MARK: Effects of a delivery

  /// Whether `callback` belongs to the occurrence that it is at, and so may still have to be noted.
  func expects(_ callback: ActivityCallback) -> Bool {
    registration.activity == callback.activity && registration.generation == callback.generation
      && current?.occurrence.start == callback.occurrence
      && (callback.call != .intervalDidEnd || isRunning)
  }

  /// Notes that `callback` has been given out.
  mutating func commit(
    _ callback: ActivityCallback, at now: Date, in zones: Zones, pastUse: PastUse
  ) {
    switch callback.call {
    case .intervalWillStartWarning: current?.hasWarnedOfStart = true
    case .intervalDidStart: current?.hasStarted = true
    case .intervalWillEndWarning: current?.hasWarnedOfEnd = true
    case .eventWillReachThresholdWarning:
      if let event = index(of: callback.event) { current?.events[event].hasWarned = true }
    case .eventDidReachThreshold:
      if let event = index(of: callback.event) { current?.events[event].hasFired = true }
    case .intervalDidEnd: leave(at: now, in: zones, pastUse: pastUse)
    }
  }

  private func index(of event: DeviceActivityEvent.Name?) -> Int? {
    current?.events.firstIndex { $0.registration.name == event }
  }

  private mutating func leave(at now: Date, in zones: Zones, pastUse: PastUse) {
    let ended = current?.occurrence.start
    if endsNow != nil {
      endsNow = nil
      current = nil
      following = nil
      guard let successor = successor?.wrappedValue,
        let slot = ActivitySlot(successor, at: now, in: zones, pastUse: pastUse)
      else { return }
      self = slot
    } else if let following {
      current = following
      self.following = nil
    } else if registration.schedule.repeats, let ended {
      enter(pattern.occurrence(after: ended, at: now, in: zones), in: zones, pastUse: pastUse)
    } else {
      current = nil
    }
  }

  private mutating func enter(_ occurrence: Occurrence?, in zones: Zones, pastUse: PastUse) {
    current = occurrence.map { progress($0, in: zones, pastUse: pastUse) }
  }

  private func progress(_ occurrence: Occurrence, in zones: Zones, pastUse: PastUse)
    -> OccurrenceProgress
  {
    var progress = OccurrenceProgress(occurrence)
    progress.setEvents(
      registration.events, warningTime: warningTime, pastUse: pastUse,
      in: zones.rules(for: pattern.start))
    return progress
  }
}
