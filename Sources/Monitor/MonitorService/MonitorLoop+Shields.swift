import ActivityEngine
import EffectiveSettings
import FoundationEssentials
import ManagedSettings
import ManagedSettingsUI
import SharedDirectory
import System

extension MonitorLoop {
  /// Tells the person what was refused, at most once in some seconds for each application.
  mutating func tellOfRefusals() throws {
    let refusals = untoldRefusals
    untoldRefusals = []
    let now = now()
    for refusal in refusals {
      switch refusal {
      case .start(let application), .freeze(let application):
        guard noticeInterval.allows(application.desktopID, at: world.reading.uptime) else {
          continue
        }
        try tell(notice(about: application, at: now))
      case .unlisted(let stores):
        guard noticeInterval.allows("", at: world.reading.uptime) else { continue }
        let rules = stores.map {
          RestrictingRule(store: $0, setting: .shieldApplicationCategories, isForAll: true)
        }
        try tell(
          ShieldNotice(
            title: "Only installed programs can be started",
            body: reason(rules, at: now).words(at: now, in: zones.local)))
      }
    }
  }

  /// Tells once of a downtime that has begun. What an ACL refuses from then on, nobody hears of: these are its words.
  mutating func tellOfDowntime() throws {
    let now = now()
    var names: [ShieldReason: [String]] = [:]
    for application in world.refusedApplications {
      let reason = reason(application.rules, at: now)
      if reason.cause == .downtime { names[reason, default: []].append(application.name) }
    }
    var ledger = document.notices ?? NoticeLedger()
    let new = names.filter { reason, _ in
      guard let end = reason.end else { return false }
      return ledger.note("downtime \(Int(end.timeIntervalSince1970))", until: end)
    }
    guard !new.isEmpty else { return }
    document.notices = ledger
    try saveEngine()
    for (reason, names) in new {
      let words = String(reason.words(at: now, in: zones.local).dropLast())
      try tell(.beginning(words, refusing: names.sorted()))
    }
  }

  private mutating func reason(_ rules: [RestrictingRule], at now: Date) -> ShieldReason {
    ShieldReason(
      rules, plan: state.policy?.plan, running: document.engine.running(at: now, in: zones))
      ?? ShieldReason(cause: .shield)
  }

  /// The words of the program that hosts the monitor, if it has some, for what is shielded; blocked applications have no
  /// shield, as on iOS.
  private mutating func notice(about application: RefusedApplication, at now: Date)
    -> ShieldNotice
  {
    let reason = reason(application.rules, at: now)
    let standard = ShieldNotice(
      title: application.name, body: reason.words(at: now, in: zones.local))
    guard let shields, reason.cause != .blocked, reason.cause != .rating else { return standard }
    let token = application.identifiers.lazy.compactMap { [vault = state.vault] in
      vault?.existingToken(for: .application($0))
    }.first
    let shown = Application(
      bundleIdentifier: application.desktopID,
      token: token.map { ApplicationToken(data: $0) },
      localizedDisplayName: application.name)
    let isByCategory = application.rules.contains { $0.setting == .shieldApplicationCategories }
    let configuration = group.scoped {
      guard isByCategory, let category = application.categories.min() else {
        return shields.configuration(shielding: shown)
      }
      return shields.configuration(
        shielding: shown, in: ActivityCategory(token: nil, localizedDisplayName: category))
    }
    return ShieldNotice(configuration, otherwise: standard)
  }

  private mutating func tell(_ notice: ShieldNotice) throws {
    try note(notice.words)
    world.tell(notice)
  }
}

extension ShieldReason {
  fileprivate init(cause: Cause) {
    self.cause = cause
    end = nil
  }
}
