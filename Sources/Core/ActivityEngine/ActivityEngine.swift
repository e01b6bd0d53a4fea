package import DeviceActivity
package import FoundationEssentials
import TimeZoneRules

/// Decides which callbacks of `DeviceActivityMonitor` are due. Holds no clock, opens no file, knows nothing of shields.
///
/// A pass is: ``reconcile(with:upTo:causeIfGone:at:in:pastUse:)`` with what is registered, ``count(_:at:in:pastUse:)`` what
/// was used, then ``next(at:in:)`` until it returns nil, then wait until ``nextInstant(after:in:)``. All of it depends on
/// this value, the registrations and `now` alone, so a late or doubled pass heals itself (rule D3).
package struct ActivityEngine: Codable, Equatable, Sendable {
  /// When an edge may be delivered (rule I9).
  package enum Delivery: String, Codable, Sendable {
    /// At its instant, whether or not anyone uses the device.
    case onTheDot
    /// When the device is used at or after its instant. An occurrence during which it never was gets no edge.
    case onFirstUse
  }

  package var delivery: Delivery
  /// The recorder's position up to which use was counted.
  package private(set) var useCursor: Double = 0
  /// The highest generation of any record, ended activities included, that the engine has taken notice of.
  package private(set) var seenGeneration = 0
  private var slots: [Unchanging<ActivitySlot>] = []
  private var zone: String?
  private var current: Set<UseSubject> = []
  private var isDeviceInUse = true

  package init(delivery: Delivery = .onTheDot) {
    self.delivery = delivery
  }

  // MARK: A pass

  /// Takes over what is registered now.
  ///
  /// - Parameters:
  ///   - registrations: All of them. One that is missing has been stopped, or revoked as `causeIfGone` says.
  ///   - generation: The highest generation of any record, of ended activities too.
  ///   - pastUse: Use recorded from an instant up to ``useCursor``, for events that include past activity.
  package mutating func reconcile(
    with registrations: [ActivityRegistration], upTo generation: Int,
    causeIfGone: EndCause = .stopped, at now: Date, in zones: Zones, pastUse: PastUse = { _ in [] }
  ) {
    var kept: [Unchanging<ActivitySlot>] = []
    var known: Set<DeviceActivityName> = []
    for var slot in slots.map(\.wrappedValue) {
      let name = slot.registration.activity
      known.insert(name)
      let new = registrations.first { $0.activity == name }
      if slot.reconcile(
        with: new, causeIfGone: causeIfGone, at: now, in: zones, pastUse: pastUse)
      {
        kept.append(Unchanging(wrappedValue: slot))
      }
    }
    for registration in registrations where !known.contains(registration.activity) {
      if let slot = ActivitySlot(registration, at: now, in: zones, pastUse: pastUse) {
        kept.append(Unchanging(wrappedValue: slot))
      }
    }
    slots = kept
    seenGeneration = max(seenGeneration, generation)
  }

  /// Adds what was used up to now, and moves every activity on to the occurrence that `now` asks for.
  package mutating func count(
    _ use: UseReport, at now: Date, in zones: Zones, pastUse: PastUse = { _ in [] }
  ) {
    if zone != zones.local.identifier {
      if zone != nil {
        for index in slots.indices {
          change(index) { $0.changeZone(at: now, in: zones, pastUse: pastUse) }
        }
      }
      zone = zones.local.identifier
    }
    let limit = now.addingTimeInterval(Self.farthestReach)
    for index in slots.indices {
      let isTouched = slots[index].look { slot in
        slot.isElsewhere(at: now, limit: limit)
          || use.spans.contains { slot.counts($0, at: now) }
      }
      guard isTouched else { continue }
      change(index) { slot in
        slot.forgetFuture(after: limit, at: now, in: zones, pastUse: pastUse)
        slot.roll(to: now, in: zones, pastUse: pastUse)
        for span in use.spans { slot.count(span, at: now) }
      }
    }
    current = use.current
    isDeviceInUse = use.isDeviceInUse
    // While nothing is used there is nothing to save: from the old position the recorder tells the same.
    if !use.spans.isEmpty || use.cursor < useCursor { useCursor = use.cursor }
  }

  /// The next callback that is due at `now`, already noted as given out; nil if there is none.
  ///
  /// In order of due time; at one instant an end before a start, and a threshold before the end of its interval.
  package mutating func next(
    at now: Date, in zones: Zones, pastUse: PastUse = { _ in [] }
  ) -> ActivityCallback? {
    var first: (index: Int, due: DueCallback)?
    for index in slots.indices {
      var (isOver, due) = slots[index].look { ($0.isOver(at: now), $0.firstDue(at: now)) }
      if isOver {
        change(index) { $0.roll(to: now, in: zones, pastUse: pastUse) }
        due = slots[index].look { $0.firstDue(at: now) }
      }
      guard let due, mayDeliver(due.callback) else { continue }
      if let soonest = first?.due, !(due < soonest) { continue }
      first = (index, due)
    }
    guard let (index, due) = first else { return nil }
    change(index) { $0.commit(due.callback, at: now, in: zones, pastUse: pastUse) }
    if slots[index].look({ $0.isSpent }) { slots.remove(at: index) }
    return due.callback
  }

  /// Whether ``takeUp(_:at:in:)`` would know what `callback` belongs to.
  package func expects(_ callback: ActivityCallback) -> Bool {
    slots.contains { slot in slot.look { $0.expects(callback) } }
  }

  /// Notes that `callback` was given out in an earlier life, which ended before that could be saved. So a start that
  /// was delivered has its end, whatever has passed since (rule I8).
  package mutating func takeUp(_ callback: ActivityCallback, at now: Date, in zones: Zones) {
    for index in slots.indices where slots[index].look({ $0.expects(callback) }) {
      change(index) { $0.commit(callback, at: now, in: zones, pastUse: { _ in [] }) }
    }
    slots.removeAll { slot in slot.look { $0.isSpent } }
  }

  /// Only what changes is made anew, so that all else is shared with the copy that was saved, and equal at a glance.
  private mutating func change(_ index: Int, _ body: (inout ActivitySlot) -> Void) {
    var slot = slots[index].wrappedValue
    body(&slot)
    slots[index].wrappedValue = slot
  }

  /// When to look again if nothing else happens; nil if there is nothing to wait for.
  package func nextInstant(after now: Date, in zones: Zones) -> Date? {
    var soonest: Date?
    for slot in slots {
      guard let instant = slot.look({ $0.nextInstant(after: now, using: current, in: zones) })
      else { continue }
      soonest = min(soonest ?? instant, instant)
    }
    return soonest
  }

  /// Under first-use delivery an edge waits for use; an end that someone caused does not.
  private func mayDeliver(_ callback: ActivityCallback) -> Bool {
    delivery == .onTheDot || isDeviceInUse || (callback.cause.map { $0 != .ended } ?? false)
  }

  /// An occurrence that begins later than this ahead of the clock, although its schedule has an earlier one, comes of a
  /// clock that was wrong. Seconds.
  private static let farthestReach: TimeInterval = 8 * 86400

  // MARK: What it knows

  /// One-off activities that are over and are to be unregistered (rule I13).
  package var finished: [ActivityRegistration] {
    slots.compactMap { slot in
      slot.look { $0.isFinished ? $0.registration : nil }
    }
  }

  /// What is running at `now`: started, and not yet at its end whether or not that was delivered (rule D3).
  package func running(at now: Date, in zones: Zones) -> [RunningActivity] {
    slots.compactMap { slot in slot.look { $0.running(at: now, using: current, in: zones) } }
  }

  /// The running or next occurrence of each activity, in order of registration.
  package var occurrences: [(activity: DeviceActivityName, occurrence: Occurrence)] {
    slots.compactMap { slot in
      slot.look { slot in slot.current.map { (slot.registration.activity, $0.occurrence) } }
    }
  }
}

/// An activity whose interval is running.
package struct RunningActivity: Codable, Equatable, Sendable {
  package struct Event: Codable, Equatable, Sendable {
    package var name: DeviceActivityEvent.Name
    /// Seconds of use at which it fires.
    package var threshold: TimeInterval
    /// Seconds counted so far.
    package var used: TimeInterval
    package var hasReached: Bool
    /// Whether something that it counts is in use at this moment.
    package var isCounting: Bool

    package init(
      name: DeviceActivityEvent.Name, threshold: TimeInterval, used: TimeInterval,
      hasReached: Bool, isCounting: Bool = false
    ) {
      self.name = name
      self.threshold = threshold
      self.used = used
      self.hasReached = hasReached
      self.isCounting = isCounting
    }
  }

  package var activity: DeviceActivityName
  package var generation: Int
  package var start: Date
  package var end: Date
  /// Whether the wall clock shows a time inside the interval; false only after it was set back.
  package var isInside: Bool
  package var events: [Event]
}
