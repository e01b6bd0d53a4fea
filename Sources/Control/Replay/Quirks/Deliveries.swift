import ActivityEngine
import DeviceActivity
import FoundationEssentials
import TimeZoneRules

/// What lies between the monitor and the handlers: nothing, or the faults of a real system.
final class Deliveries {
  /// A callback on its way to its handler.
  struct Planned {
    var at: Date
    var callback: ActivityCallback
    /// What made it up or moved it.
    var quirk: Quirk?
    /// Whether its handler lives to do anything.
    var runsHandler = true
  }

  let quirks: Set<Quirk>
  /// The callback that the monitor is about to give.
  var upcoming: ActivityCallback?
  private let app: ScenarioApp
  private let idle: [Stretch]
  private let clock: SimulatedClock
  private var queue: [Planned] = []
  private var registered: [String: Registered] = [:]
  /// The running occurrence of each activity, as delivered.
  private var occurrences: [String: ActivityCallback] = [:]
  /// Events whose threshold was made up in this occurrence; the true one does not come any more.
  private var consumed: Set<EventKey> = []
  private var pickedUpOn: CivilTime?
  private var statusUnknownUntil: Date

  private struct Registered {
    var monitoring: StoryAction.Monitoring
    var at: Date
    var wall: Date
  }

  private struct EventKey: Hashable {
    var activity: String
    var event: String
  }

  init(app: ScenarioApp, quirks: [Quirk], idle: [Stretch], clock: SimulatedClock) {
    self.app = app
    self.quirks = Set(quirks)
    self.idle = idle
    self.clock = clock
    statusUnknownUntil = clock.now.addingTimeInterval(Self.blindness)
  }

  // MARK: Figures of the faults, in seconds

  private static let lateness: TimeInterval = 360
  private static let shortly: TimeInterval = 5
  private static let blindness: TimeInterval = 5
  private static let nearStart: TimeInterval = 900

  // MARK: From the monitor

  /// What becomes of a callback that the monitor gives now.
  func plan(_ callback: ActivityCallback) -> [Planned] {
    var planned = [Planned(at: clock.now, callback: callback)]
    if !quirks.isEmpty {
      for quirk in Quirk.allCases where quirks.contains(quirk) {
        planned = planned.flatMap { apply(quirk, to: $0) }
      }
      follow(callback)
    }
    queue += planned.filter { $0.at > clock.now }
    return planned.filter { $0.at <= clock.now }
  }

  private func follow(_ callback: ActivityCallback) {
    let activity = callback.activity.rawValue
    switch callback.call {
    case .intervalDidStart: occurrences[activity] = callback
    case .intervalDidEnd:
      occurrences[activity] = nil
      consumed = consumed.filter { $0.activity != activity }
    default: break
    }
  }

  private func apply(_ quirk: Quirk, to planned: Planned) -> [Planned] {
    let callback = planned.callback
    let isEdge = callback.call == .intervalDidStart || callback.call == .intervalDidEnd
    let isThreshold = callback.call == .eventDidReachThreshold
    var moved = planned
    moved.quirk = quirk
    switch quirk {
    case .lateEdge where isEdge:
      moved.at = planned.at.addingTimeInterval(Self.lateness)
      return [moved]
    case .lostEdgeWhileIdle where isEdge:
      let due = clock.instant(showing: callback.due)
      return idle.contains { $0.contains(due) } ? [] : [planned]
    case .endAtOnce where isEdge && endsBeforeItStarts(callback):
      guard callback.call == .intervalDidStart else { return [] }
      moved.callback.call = .intervalDidEnd
      moved.callback.cause = .ended
      return [planned, moved]
    case .thresholdAtRegistration where isThreshold,
      .allThresholdsAtFirstPickUp where isThreshold:
      return consumed.contains(key(of: callback)) ? [] : [planned]
    case .yesterdaysThreshold where isThreshold:
      moved.at = nextNight
      return [planned, moved]
    case .thresholdTwice where isThreshold:
      moved.at = planned.at.addingTimeInterval(1)
      return [planned, moved]
    case .noCallbackForNearStart:
      guard let known = registered[callback.activity.rawValue] else { return [planned] }
      let ahead = callback.occurrence.timeIntervalSince(known.wall)
      return ahead > 0 && ahead < Self.nearStart ? [] : [planned]
    case .killedInCallback where callback.call == .intervalDidStart:
      moved.runsHandler = false
      return [moved]
    default: return [planned]
    }
  }

  private func endsBeforeItStarts(_ callback: ActivityCallback) -> Bool {
    guard let schedule = registered[callback.activity.rawValue]?.monitoring.schedule,
      schedule.intervalStart.year == nil, schedule.intervalStart.weekday == nil
    else { return false }
    func second(_ time: DateComponents) -> Int {
      (time.hour ?? 0) * 3600 + (time.minute ?? 0) * 60 + (time.second ?? 0)
    }
    return second(schedule.intervalEnd) <= second(schedule.intervalStart)
  }

  private func key(of callback: ActivityCallback) -> EventKey {
    EventKey(activity: callback.activity.rawValue, event: callback.event?.rawValue ?? "")
  }

  /// 01:33:13 of the next day, on the wall clock.
  private var nextNight: Date {
    var time = clock.zone.localTime(at: clock.wall)
    time.day += 1
    (time.hour, time.minute, time.second) = (1, 33, 13)
    return clock.instant(showing: clock.zone.instant(of: time).instant)
  }

  // MARK: Made up

  /// When the next one is to be handed over.
  var next: Date? { queue.map(\.at).min() }

  /// What is to be handed over by now, in order.
  func takeDue() -> [Planned] {
    let due = queue.filter { $0.at <= clock.now }.sorted { $0.at < $1.at }
    if !due.isEmpty { queue.removeAll { $0.at <= clock.now } }
    return due
  }

  func didRegister(_ monitoring: StoryAction.Monitoring) {
    guard !quirks.isEmpty else { return }
    registered[monitoring.activity] = Registered(
      monitoring: monitoring, at: clock.now, wall: clock.wall)
    guard quirks.contains(.thresholdAtRegistration) else { return }
    makeUpThresholds(
      of: monitoring, at: clock.now.addingTimeInterval(Self.shortly), .thresholdAtRegistration)
  }

  /// The device is picked up after nobody was at it.
  func pickUp() {
    guard quirks.contains(.allThresholdsAtFirstPickUp) else { return }
    var day = clock.zone.localTime(at: clock.wall)
    (day.hour, day.minute, day.second) = (0, 0, 0)
    guard day != pickedUpOn else { return }
    pickedUpOn = day
    for name in registered.keys.sorted() {
      guard let monitoring = registered[name]?.monitoring else { continue }
      makeUpThresholds(
        of: monitoring, at: clock.now.addingTimeInterval(1), .allThresholdsAtFirstPickUp)
    }
  }

  private func makeUpThresholds(
    of monitoring: StoryAction.Monitoring, at instant: Date, _ quirk: Quirk
  ) {
    let events = monitoring.events.sorted {
      ($0.value.threshold.lengthInSeconds, $0.key) < ($1.value.threshold.lengthInSeconds, $1.key)
    }
    for (event, _) in events {
      let key = EventKey(activity: monitoring.activity, event: event)
      guard consumed.insert(key).inserted else { continue }
      let known = occurrences[monitoring.activity]
      queue.append(
        Planned(
          at: instant,
          callback: ActivityCallback(
            .eventDidReachThreshold, DeviceActivityName(monitoring.activity), event: .init(event),
            generation: known?.generation ?? app.latestGeneration(of: monitoring.activity),
            occurrence: known?.occurrence ?? clock.wall, due: clock.wall),
          quirk: quirk))
    }
  }

  func forget(_ activities: Set<String>) {
    queue.removeAll { activities.contains($0.callback.activity.rawValue) }
    for activity in activities { registered[activity] = nil }
  }

  // MARK: The status

  func didLaunch(_ program: StoryAction.Program) {
    if program == .sync { statusUnknownUntil = clock.now.addingTimeInterval(Self.blindness) }
  }

  /// What an app is told of the authorization; nil for the truth.
  var status: String? {
    quirks.contains(.statusNotDeterminedAtStart) && clock.now < statusUnknownUntil
      ? "notDetermined" : nil
  }
}
