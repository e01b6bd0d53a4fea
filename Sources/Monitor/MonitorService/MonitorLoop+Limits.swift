import ActivityEngine
import CompiledPolicy
import DeviceActivity
import FoundationEssentials
import SharedDirectory
import System

extension MonitorLoop {
  /// The limits of the policy that run; nil where none does.
  func limits(at now: Date) -> RunningLimits? {
    guard let policy = state.policy, !policy.isLifted,
      let grant = state.authorization?.grantInForce, policy.grant == grant
    else { return nil }
    return RunningLimits(
      of: policy.plan, running: document.engine.running(at: now, in: zones),
      extensions: state.extensions.flatMap { $0.grant == grant ? $0 : nil })
  }

  /// Puts grants of extra time in the journal, with who gave them.
  mutating func noteExtensions() throws {
    let grants = state.extensions?.grants ?? []
    let noted = document.notedExtensions ?? []
    let new = grants.filter { !noted.contains($0.id) }
    guard !new.isEmpty else { return }
    for grant in new {
      log(.info, "extra time", ["what": grant.words, "by": grant.by])
      try journal.note(JournalNote(grant.words, at: grant.at, who: grant.by))
    }
    document.notedExtensions = grants.map(\.id)
  }

  /// When device time ends, as the policy has it; nil where none does.
  func deviceTimeEnd(at now: Date) -> DeviceTimeEnd? {
    guard let limits = limits(at: now), let plan = state.policy?.plan else { return nil }
    return DeviceTimeEnd(
      of: plan, running: document.engine.running(at: now, in: zones),
      occurrences: document.engine.occurrences, isUsedUp: limits.isDayUsedUp, at: now, in: zones)
  }

  /// When there is something to tell if nothing else happens.
  func nextNotice(after now: Date) -> Date? {
    [limits(at: now)?.nextInstant(after: now), deviceTimeEnd(at: now)?.nextInstant(after: now)]
      .compactMap(\.self).min()
  }

  /// Tells the person of what comes to its end, each time once: that it is told is on the disk before it is, so a crash
  /// in between errs on the side of never.
  mutating func tellOfTime() throws {
    let now = now()
    var ledger = document.notices ?? NoticeLedger()
    ledger.prune(at: now)
    let due = (limits(at: now)?.notices ?? []) + (deviceTimeEnd(at: now)?.notices(at: now) ?? [])
    let new = due.filter { ledger.note($0.key, until: $0.end) }
    if document.notices != nil || ledger != NoticeLedger() { document.notices = ledger }
    guard !new.isEmpty else { return }
    try saveEngine()
    for (notice, _, _) in new { try tell(notice) }
  }

  /// What a callback of the usage timer has to tell; nil for others, and for those whose minutes are long past.
  func usageTimer(_ callback: ActivityCallback) -> TimeNotice? {
    guard callback.call == .eventDidReachThreshold,
      let minutes = callback.event?.usageTimerMinutes,
      world.reading.wall.timeIntervalSince(callback.due) < 60
    else { return nil }
    return .used(minutes: minutes)
  }

  mutating func tell(_ notice: TimeNotice) throws {
    log(.info, "notice", ["words": notice.words])
    try journal.note(JournalNote(notice.words, at: now()))
    world.tell(notice)
  }
}
