import ActivityEngine
import FoundationEssentials
import MonitorService
import SharedDirectory
import System
import TimeZoneRules

/// The machine of a story: its clock, its disk, its owner and the app, on simulated time.
///
/// Time moves only while the monitor waits, is dead, or a handler takes its time; whatever the story tells happens then
/// and there. At one instant the story's deeds come first, in the order in which they are told, then the monitor's pass,
/// then the facts that must hold.
final class SimulatedWorld: MonitorWorld {
  /// The monitor was killed: whatever it was doing ends here, and its memory is gone.
  struct Killed: Error {}

  /// The monitor does not let time pass.
  struct TimeStandsStill: Error, CustomStringConvertible {
    let at: Date
    var description: String { "the monitor made \(SimulatedWorld.patience) passes at one instant" }
  }

  let story: Story
  let clock: SimulatedClock
  let disk = SimulatedDisk()
  let app: ScenarioApp
  let deliveries: Deliveries
  let monitor: ScenarioMonitor
  /// What has reached a handler; what comes again is a redelivery (rule D2).
  var delivered: Set<ActivityCallback.Identity> = []
  /// The directory as the running monitor's backing of the frameworks.
  var monitorGroup: AppGroup<MonitorRole>
  var recorder: UseRecorder
  var enforcement = Enforcement()
  var transcript = TranscriptRecorder()
  var findings: [Finding] = []
  var failures: [String] = []
  var isMonitorAlive = true
  var isAppAlive = true
  var nextAction = 0
  private var nextCheck = 0
  private let checks: [(index: Int, at: Date, facts: [StoryExpectation.Fact])]
  private let watch: SimulatedDisk.Watch
  var suspendedUntil: Date?
  var killDuring: ActivityCallback.Call?
  var handlerDurations: [ActivityCallback.Call: TimeInterval] = [:]
  private var changed: Set<String> = []
  var hasClockChanged = false
  var needsPass = false
  private var passesNow = 0
  private var chance: Chance?
  private let power: PowerFailures?

  /// A fact that was looked at: which expectation, and what was found.
  struct Finding {
    let index: Int
    let holds: Bool
    let words: [String]
  }

  /// More passes than that at one instant lead nowhere.
  private static let patience = 100_000

  init(_ story: Story, quirks: [Quirk], seed: UInt64?, power: PowerFailures? = nil) throws {
    self.story = story
    self.power = power
    chance = seed.map(Chance.init)
    clock = SimulatedClock(begin: story.begin, zone: story.zone)
    app = ScenarioApp(storage: disk, clock: clock)
    deliveries = Deliveries(app: app, quirks: quirks, idle: story.idle, clock: clock)
    monitor = ScenarioMonitor(app: app)
    let begin = story.begin
    recorder = UseRecorder(
      idle: story.idle.map {
        ($0.from.timeIntervalSince(begin), $0.to.timeIntervalSince(begin))
      })
    checks = story.expected.enumerated().compactMap { index, expectation in
      guard case .state(let facts) = expectation.what else { return nil }
      return (index, expectation.at, facts)
    }
    monitorGroup = Self.group(disk, clock)
    watch = disk.watch()
    try SimulatedDirectory.prepare(disk, delivery: story.delivery)
    if story.beginsAuthorized { try app.grant() }
    enforcement.names = story.tokenNames
    try happen()
  }

  static func group(_ disk: SimulatedDisk, _ clock: SimulatedClock) -> AppGroup<MonitorRole> {
    AppGroup(
      SharedDirectory(storage: disk, as: MonitorRole.self),
      world: AppGroupWorld(now: { clock.wall }, zones: { clock.zones }, log: .silent))
  }

  private func handLate() -> Bool {
    noticing { handLate(to: monitorGroup) }
  }

  var isOver: Bool { clock.now >= story.end && nextAction == story.actions.endIndex }

  func position(_ instant: Date) -> TimeInterval { instant.timeIntervalSince(story.begin) }

  // MARK: What the monitor asks

  var reading: TrustedClock.Reading { clock.reading }

  func zones(configured zone: String?) throws -> Zones {
    var zones = clock.zones
    if let zone, let local = zones.named(zone) { zones.local = local }
    return zones
  }

  func use(since cursor: Double) -> UseReport { recorder.report(since: cursor) }

  func pastUse(from instant: Date, to cursor: Double) -> [UseSpan] {
    recorder.past(from: instant, to: cursor)
  }

  func enforce(_ demand: MonitorDemand) -> [BackendReport] {
    enforcement.enforce(demand, quirks: deliveries.quirks)
    transcript.note(warnings: enforcement.newWarnings())
    if enforcement.shielded != shieldedBefore {
      shieldedBefore = enforcement.shielded
      transcript.note(shielded: enforcement.shielded, at: clock.now)
      recorder.setShielded(enforcement.shielded)
      updateUse()
    }
    return []
  }

  private var shieldedBefore: Set<String> = []

  func willCall(_ callback: ActivityCallback) throws {
    deliveries.upcoming = callback
  }

  func didCall(_ callback: ActivityCallback) throws {
    if let seconds = handlerDurations[callback.call], seconds > 0 {
      let end = clock.now.addingTimeInterval(seconds)
      while clock.now < end { try step(to: end) }
    }
    if killDuring == callback.call {
      killDuring = nil
      kill(.monitor)
      throw Killed()
    }
  }

  func isReady() {}

  func wait(until deadline: Date?) throws -> MonitorWake {
    power?.restore(disk)
    defer { power?.arm(disk) }
    while true {
      if suspendedUntil == nil {
        if let wake = wake(by: deadline) {
          passesNow += 1
          if passesNow > Self.patience { throw TimeStandsStill(at: clock.now) }
          return wake
        }
        if handLate() { continue }
      }
      if isOver { return .stop }
      let due = suspendedUntil == nil ? deadline.map(clock.instant(showing:)) : nil
      try step(to: due ?? story.end)
    }
  }

  private func wake(by deadline: Date?) -> MonitorWake? {
    if hasClockChanged {
      hasClockChanged = false
      return .clockChanged
    }
    if !changed.isEmpty {
      defer { changed = [] }
      return .changed(changed)
    }
    if needsPass {
      needsPass = false
      return .due
    }
    guard let deadline, clock.instant(showing: deadline) <= clock.now else { return nil }
    return .due
  }

  // MARK: Time

  /// Lets time go on while the monitor is dead.
  func stepWithoutMonitor() throws { try step(to: story.end) }

  /// Goes on to whatever happens next, at most to `limit`, and lets it happen.
  private func step(to limit: Date) throws {
    let now = clock.now
    var next = min(max(limit, now), max(story.end, now))
    if nextAction < story.actions.endIndex { next = min(next, story.actions[nextAction].at) }
    if let change = recorder.nextChange {
      next = min(next, story.begin.addingTimeInterval(change))
    }
    if let suspendedUntil { next = min(next, suspendedUntil) }
    // What is late already waits for a monitor that lives.
    if let late = deliveries.next, late > now { next = min(next, late) }
    if nextCheck < checks.endIndex, checks[nextCheck].at > now {
      next = min(next, checks[nextCheck].at)
    }
    if next > now {
      look(before: next)
      passesNow = 0
      clock.move(to: next)
      recorder.advance(to: position(next))
    }
    try happen()
  }

  /// Looks at the facts that must hold before time goes on to `instant`.
  private func look(before instant: Date) {
    while nextCheck < checks.endIndex, checks[nextCheck].at < instant {
      let check = checks[nextCheck]
      nextCheck += 1
      var holds = true
      var words: [String] = []
      for fact in check.facts {
        let (found, isSo) = self.found(fact)
        holds = holds && isSo
        words.append(found)
      }
      findings.append(Finding(index: check.index, holds: holds, words: words))
    }
  }

  /// Looks at the facts that are left when the story is over.
  ///
  /// - Returns: What has happened.
  func finish() -> Transcript {
    look(before: .distantFuture)
    return transcript.finished(
      at: clock.now, use: recorder.log, begin: story.begin, idle: story.idle)
  }

  /// Lets happen what is told for this instant.
  private func happen() throws {
    if let until = suspendedUntil, until <= clock.now {
      suspendedUntil = nil
      recorder.setSuspended(false)
      needsPass = true
    }
    updateUse()
    while nextAction < story.actions.endIndex, story.actions[nextAction].at <= clock.now {
      let action = story.actions[nextAction]
      nextAction += 1
      try perform(action)
      updateUse()
      if chance?.toss() == true, isMonitorAlive { break }
    }
  }

  private func updateUse() {
    let (wasInUse, before) = (recorder.isDeviceInUse, recorder.current)
    let start = enforcement.believed(clock.reading)
    // A token that nobody has used before is made here.
    if noticing({ recorder.update(start: start, subject: app.subject(for:)) }) {
      needsPass = true
      if !wasInUse, recorder.isDeviceInUse, before.isEmpty { deliveries.pickUp() }
    }
  }

  /// Notes what `body` changes on the disk, of which the monitor is told when it waits.
  func noticing<Value>(_ body: () throws -> Value) rethrows -> Value {
    _ = disk.changes(watch)
    defer { changed.formUnion(disk.changes(watch)) }
    return try body()
  }

  // MARK: Death

  /// The monitor has ended in a way that the story does not tell.
  func monitorFailed(_ error: any Error) {
    guard !(error is Killed) else { return }
    if error is SimulatedDisk.PowerFailure, let power {
      power.restartMachine(disk)
      return
    }
    failures.append("the monitor stopped: \(error)")
    isMonitorAlive = false
  }
}
