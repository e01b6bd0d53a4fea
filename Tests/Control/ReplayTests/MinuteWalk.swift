import DeviceActivity
import Foundation
import Replay
import TimeZoneRules

/// The shields of a story whose zone stays the same, by brute force: what the wall clock shows at an instant, and which
/// schedules have that time inside. Knows nothing of occurrences, engines or callbacks.
struct MinuteWalk {
  let story: Story

  func shielded(at instant: Date) -> Set<String> {
    var registered: [String: (at: Date, monitoring: StoryAction.Monitoring)] = [:]
    for action in story.actions where action.at <= instant {
      switch action.deed {
      case .startMonitoring(let monitoring):
        registered[monitoring.activity] = (action.at, monitoring)
      case .stopMonitoring(let names): for name in names { registered[name] = nil }
      default: break
      }
    }
    return Set(
      registered.values.filter { isRunning($0.monitoring, since: $0.at, at: instant) }
        .flatMap { $0.monitoring.shields ?? [] })
  }

  private func isRunning(
    _ monitoring: StoryAction.Monitoring, since: Date, at instant: Date
  ) -> Bool {
    guard let interval = interval(of: monitoring.schedule, at: instant) else { return false }
    if monitoring.schedule.repeats { return true }
    // A one-off is the interval that ran when it was registered, or else the first one after it.
    var probe = since
    while probe < interval.from {
      if self.interval(of: monitoring.schedule, at: probe) != nil { return false }
      probe += 60
    }
    return true
  }

  /// The interval that runs at `instant`, found by walking back to its start minute by minute.
  private func interval(of schedule: DeviceActivitySchedule, at instant: Date) -> Stretch? {
    let (start, end) = (minute(schedule.intervalStart), minute(schedule.intervalEnd))
    var day = story.zone.localTime(at: instant)
    (day.hour, day.minute, day.second) = (0, 0, 0)
    for back in 0...1 {
      var (first, last) = (day, day)
      first.day -= back
      last.day = first.day + (end <= start ? 1 : 0)
      (first.hour, first.minute) = (start / 60, start % 60)
      (last.hour, last.minute) = (end / 60, end % 60)
      let stretch = Stretch(
        from: story.zone.instant(of: first).instant, to: story.zone.instant(of: last).instant)
      if stretch.contains(instant) { return stretch }
    }
    return nil
  }

  private func minute(_ time: DateComponents) -> Int { (time.hour ?? 0) * 60 + (time.minute ?? 0) }
}
