import ActivityEngine
import DeviceActivity
import Foundation
import Replay
import TestSupport
import TimeZoneRules

/// A few days with random schedules, events, use, stops, changes, kills and journeys.
struct RandomStory {
  let seed: UInt64
  var hasKills = true
  var hasZones = true

  private static let zones = [
    "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
    "America/St_Johns", "Pacific/Apia", "Africa/Casablanca", "Asia/Tehran", "America/Santiago",
    "Pacific/Chatham", "Europe/Dublin",
  ]
  /// Days on which clocks change somewhere, and some others.
  private static let days = [
    1_774_656_000.0, 1_792_886_400, 1_772_928_000, 1_793_491_200, 1_775_260_800, 1_759_536_000,
    1_325_116_800, 1_767_225_600, 1_780_000_000,
  ]

  var story: Story {
    get throws {
      var chance = Chance(seed: seed)
      let name = Self.zones[Int(chance.next() % UInt64(Self.zones.count))]
      let begin = Date(
        timeIntervalSince1970: Self.days[Int(chance.next() % UInt64(Self.days.count))])
      let end = begin.addingTimeInterval(3 * 86400)
      var story = Story(
        name: "random \(seed)", zone: try ZoneFiles.rules(name), begin: begin, end: end)
      story.delivery = .onTheDot
      story.actions = actions(from: begin, to: end, &chance)
      return story
    }
  }

  private func actions(
    from begin: Date, to end: Date, _ chance: inout Chance
  ) -> [StoryAction] {
    var actions: [StoryAction] = []
    func below(_ limit: Int) -> Int { Int(chance.next() % UInt64(limit)) }
    for number in 0..<(2 + below(4)) {
      actions.append(
        StoryAction(
          at: begin.addingTimeInterval(Double(below(4) * 1800)),
          .startMonitoring(monitoring(number, &chance))))
    }
    for _ in 0..<(10 + below(20)) {
      let at = begin.addingTimeInterval(Double(below(3 * 1440) * 60))
      actions.append(
        StoryAction(
          at: at,
          .use(
            token: "app\(below(3))", until: at.addingTimeInterval(Double((1 + below(90)) * 60)))))
    }
    for _ in 0..<below(5) {
      let at = begin.addingTimeInterval(Double(7200 + below(2 * 1440) * 60))
      switch below(hasZones ? 4 : 3) {
      case 0: actions.append(StoryAction(at: at, .stopMonitoring(["a\(below(5))"])))
      case 1, 2:
        actions.append(StoryAction(at: at, .startMonitoring(monitoring(below(5), &chance))))
      default:
        actions.append(StoryAction(at: at, .setTimeZone(Self.zones[below(Self.zones.count)])))
      }
    }
    if hasKills { actions += kills(from: begin, &chance) }
    return actions.sorted { $0.at < $1.at }
  }

  private func kills(from begin: Date, _ chance: inout Chance) -> [StoryAction] {
    (0..<Int(chance.next() % 4)).flatMap { number in
      let at = begin.addingTimeInterval(
        Double(number * 64_000 + Int(chance.next() % 1000) * 60))
      let later = at.addingTimeInterval(Double(chance.next() % 7200))
      return [
        StoryAction(
          at: at, .kill(.monitor, during: chance.next() % 2 == 0 ? nil : .intervalDidStart)),
        StoryAction(at: later, .launch(.monitor)),
      ]
    }
  }

  private func monitoring(_ number: Int, _ chance: inout Chance) -> StoryAction.Monitoring {
    func below(_ limit: Int) -> Int { Int(chance.next() % UInt64(limit)) }
    let start = below(288) * 5
    let end = (start + 15 + below(280) * 5) % 1440
    var events: [String: StoryAction.Event] = [:]
    for event in 0..<below(3) {
      events["e\(event)"] = StoryAction.Event(
        tokens: ["app\(below(3))"], threshold: DateComponents(minute: 5 + below(60)),
        includesPast: below(4) == 0)
    }
    return StoryAction.Monitoring(
      activity: "a\(number)",
      schedule: DeviceActivitySchedule(
        intervalStart: DateComponents(hour: start / 60, minute: start % 60),
        intervalEnd: DateComponents(hour: end / 60, minute: end % 60), repeats: below(5) > 0,
        warningTime: below(3) == 0 ? DateComponents(minute: 5) : nil),
      events: events, shields: ["shielded\(number)"])
  }
}
