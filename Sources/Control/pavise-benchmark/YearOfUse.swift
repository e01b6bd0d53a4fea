import DeviceActivity
import Foundation
import Replay
import TimeZoneRules

/// A year of 20 repeating activities of three hours with 10 events each, while one of four applications is used for ten
/// minutes of every hour.
struct YearOfUse {
  private let measurement: Measurement
  private let calls: Int

  private static let activities = 20

  init() {
    let story = Self.story
    var calls = 0
    measurement = Measurement(runs: 3) {
      calls = Replay.play(story).transcript.calls.count
      return calls
    }
    self.calls = calls
  }

  private static var story: Story {
    let begin = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01 00:00 UTC
    let end = begin.addingTimeInterval(365 * 86400)
    var story = Story(name: "a year", zone: .utc, begin: begin, end: end)
    var events: [String: StoryAction.Event] = [:]
    for number in 0..<10 {
      events["e\(number)"] = StoryAction.Event(
        tokens: ["app\(number % 4)"], threshold: DateComponents(minute: 5 + 10 * number))
    }
    story.actions = (0..<activities).map { hour in
      let schedule = DeviceActivitySchedule(
        intervalStart: DateComponents(hour: hour), intervalEnd: DateComponents(hour: hour + 3),
        repeats: true)
      return StoryAction(
        at: begin,
        .startMonitoring(.init(activity: "activity\(hour)", schedule: schedule, events: events)))
    }
    story.actions += (0..<365 * 24).map { hour in
      let from = begin.addingTimeInterval(Double(hour) * 3600 + 600)
      return StoryAction(
        at: from, .use(token: "app\(hour % 4)", until: from.addingTimeInterval(600)))
    }
    return story
  }

  var lines: [String] {
    [
      "a year of \(Self.activities) activities with 10 events each and hourly use: "
        + "\(measurement.words), \(calls) callbacks",
      "  less than 1 s: \(measurement.seconds < 1 ? "reached" : "NOT reached")",
    ]
  }
}
