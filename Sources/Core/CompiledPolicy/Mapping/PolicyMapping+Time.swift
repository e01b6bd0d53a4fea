import DeviceActivity
import ManagedSettings

extension PolicyMapping {
  /// Downtime and the time outside the allowed hours lock the device alike, so they are folded as one and answered
  /// for each by itself.
  mutating func mapLocks() {
    let purposes = [
      LockPurpose(category: .timeDowntime, pattern: reading.downtime),
      LockPurpose(category: .timeScheduledHours, pattern: reading.outsideHours),
    ]
    var union = WeekPattern()
    for purpose in purposes {
      guard let pattern = purpose.pattern else { continue }
      answer(purpose.category) { _ in }
      union.formUnion(pattern)
    }
    guard !union.isEmpty else { return }
    // One activity is the day, one the curfew, which is the same every day.
    let folding = ActivityFolding(union, budget: IntervalLimits.activities - 2)
    for window in folding.windows {
      let name = DeviceActivityName("phosra.locked.\(window.name)")
      plan.activities.append(PlannedActivity(name: name, schedule: window.schedule))
      plan.conditional.append(
        ConditionalSettings(
          activity: name, condition: .duringInterval, settings: everythingElse, deviceLocked: true))
      for purpose in purposes where window.runs.contains(where: purpose.meets) {
        demand(purpose.category, .lock(during: name))
      }
    }
    for purpose in purposes {
      for run in folding.tooShort where purpose.meets(run) {
        answer(purpose.category) { $0.failed.append("\(run): shorter than 15 minutes") }
      }
      for run in folding.tooMany where purpose.meets(run) {
        answer(purpose.category) {
          $0.failed.append("\(run): more than \(IntervalLimits.activities) activities")
        }
      }
    }
  }

  mutating func mapLimits() {
    if let limit = reading.dailyLimit {
      watch(.dailyLimit, minutes: limit)
      demand(.timeDailyLimit, .event(.dailyLimit, of: .policyDay))
      plan.conditional.append(
        ConditionalSettings(
          activity: .policyDay, condition: .afterEvent(.dailyLimit), settings: everythingElse,
          deviceLocked: true))
    }
    let exempt = Set(reading.alwaysAllowed)
    var forbidden: [String] = []
    for (name, minutes) in reading.appLimits.sorted(by: { $0.key < $1.key }) {
      if exempt.contains(name) {
        answer(.timePerAppLimit) { $0.partial.append("\(name) is always allowed") }
      } else if minutes == 0 {
        forbidden.append(name)
      } else {
        limit(name, minutes: minutes)
      }
    }
    if !forbidden.isEmpty {
      let tokens = SettingValue.applicationTokens(applications(forbidden))
      set(.shieldApplications, tokens, for: .timePerAppLimit)
    }
  }

  private mutating func limit(_ name: String, minutes: Int) {
    let tokens = applications([name])
    let event = DeviceActivityEvent.Name.limit(of: name)
    watch(event, minutes: minutes, applications: tokens)
    demand(.timePerAppLimit, .event(event, of: .policyDay))
    plan.conditional.append(
      ConditionalSettings(
        activity: .policyDay, condition: .afterEvent(event),
        settings: [.shieldApplications: .applicationTokens(tokens)]))
  }
}

/// Why the device is locked.
private struct LockPurpose {
  let category: RuleCategory
  let pattern: WeekPattern?

  func meets(_ run: WeekRun) -> Bool { pattern?.intersects(run) ?? false }
}
