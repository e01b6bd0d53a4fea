import ActivityEngine
import CompiledPolicy
import DeviceActivity
import FoundationEssentials
import SharedDirectory
import System

extension MonitorLoop {
  /// The limits of the policy that run; nil where none does.
  func limits(at now: Date) -> RunningLimits? {
    policyInForce.map { limits(of: $0, document.engine.running(at: now, in: zones)) }
  }

  private func limits(of policy: PolicyDocument, _ running: [RunningActivity]) -> RunningLimits {
    RunningLimits(
      of: policy.plan, running: running,
      extensions: state.extensions.flatMap { $0.grant == policy.grant ? $0 : nil })
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

  /// What of the policy comes to an end of which the person is told; nil where nothing does.
  private func ends(at now: Date) -> (limits: RunningLimits, deviceTime: DeviceTimeEnd)? {
    guard let policy = policyInForce else { return nil }
    let running = document.engine.running(at: now, in: zones)
    let limits = limits(of: policy, running)
    return (
      limits,
      DeviceTimeEnd(
        of: policy.plan, running: running, occurrences: document.engine.occurrences,
        isUsedUp: limits.isDayUsedUp, at: now, in: zones)
    )
  }

  /// When there is something to tell if nothing else happens.
  func nextNotice(after now: Date) -> Date? {
    guard let (limits, deviceTime) = ends(at: now) else { return nil }
    return [limits.nextInstant(after: now), deviceTime.nextInstant(after: now)]
      .compactMap(\.self).min()
  }

  /// Tells the person of what comes to its end, each time once: that it is told is on the disk before it is, so a crash
  /// in between errs on the side of never.
  mutating func tellOfTime() throws {
    let now = now()
    var ledger = document.notices ?? NoticeLedger()
    ledger.prune(at: now)
    let due = ends(at: now).map { $0.limits.notices + $0.deviceTime.notices(at: now) } ?? []
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
    try note(notice.words)
    world.tell(notice)
  }

  /// What the person is told stands in the log and in the journal as well.
  mutating func note(_ words: String) throws {
    log(.info, "notice", ["words": words])
    try journal.note(JournalNote(words, at: now()))
  }
}
