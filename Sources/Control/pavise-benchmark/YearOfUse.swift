import DeviceActivity
import Foundation
import Replay
import TimeZoneRules

/// A year of 20 repeating activities with 10 events each, while one of 20 applications is used for half of every hour.
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
    story.actions = (0..<activities).map { index in
      let schedule = DeviceActivitySchedule(
        intervalStart: DateComponents(hour: index, minute: 0),
        intervalEnd: DateComponents(hour: index + 3, minute: 30), repeats: true)
      let events = (1...10).map { number in
        (
          "e\(number)",
          StoryAction.Event(
            tokens: ["app\(index)"], threshold: DateComponents(minute: number * 3))
        )
      }
      return StoryAction(
        at: begin,
        .startMonitoring(
          .init(
            activity: "activity\(index)", schedule: schedule,
            events: Dictionary(uniqueKeysWithValues: events))))
    }
    story.actions += (0..<365 * 24).map { hour in
      let from = begin.addingTimeInterval(Double(hour) * 3600)
      let token = "app\(hour % 24 % activities)"
      return StoryAction(at: from, .use(token: token, until: from.addingTimeInterval(1800)))
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
