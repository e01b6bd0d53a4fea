import ActivityEngine
import DeviceActivity
import FoundationEssentials

extension StoryPicture {
  /// The marks of callbacks by activity, and those of facts; wrong lines are numbered in order of time.
  struct Marks {
    private(set) var activities: [String] = []
    private(set) var byActivity: [String: [PictureMark]] = [:]
    private(set) var facts: [PictureMark] = []
    /// What is wrong, in words; the first one has the number 1.
    private(set) var wrongs: [(words: String, look: PictureMark.Look)] = []

    init(_ replayed: Replayed) {
      let table = Table(replayed)
      for interval in replayed.transcript.intervals { touch(interval.activity) }
      for line in replayed.lines { add(line, table) }
    }

    private mutating func touch(_ activity: String) {
      if byActivity.updateValue(byActivity[activity] ?? [], forKey: activity) == nil {
        activities.append(activity)
      }
    }

    private mutating func add(_ line: Replayed.Line, _ table: Table) {
      let look = PictureMark.Look(line.verdict)
      let wanted = line.expected.map(table.expected)
      let came = line.actual.map(table.actual)
      let found = line.found.isEmpty ? nil : "found \(line.found.joined(separator: "; "))"
      let title = [
        wanted.map { "expected \($0)" }, came.map { "came \($0)" }, found, line.verdict.words,
      ].compactMap(\.self).joined(separator: " — ")
      if look != .good { wrongs.append((title, look)) }
      let number = look == .good ? nil : wrongs.count
      guard let call = Call(line) else {
        facts.append(
          PictureMark(
            at: line.at, look: look, isExpectation: false, words: "fact", number: number,
            title: title))
        return
      }
      touch(call.activity)
      if let expected = line.expected {
        byActivity[call.activity]?.append(
          PictureMark(
            at: expected.at, look: look, isExpectation: true, words: call.words, number: number,
            title: title))
      }
      if let actual = line.actual {
        byActivity[call.activity]?.append(
          PictureMark(
            at: actual.at, look: look, isExpectation: false, words: call.words, number: number,
            title: title))
      }
    }
  }

  /// What a line is about, if it is about a callback.
  private struct Call {
    var activity: String
    var words: String

    init?(_ line: Replayed.Line) {
      if let actual = line.actual?.callback {
        activity = actual.activity.rawValue
        words = actual.call.shortWords(event: actual.event?.rawValue)
      } else if case .call(let expected)? = line.expected?.what {
        activity = expected.activity
        words = expected.call.shortWords(event: expected.event)
      } else {
        return nil
      }
    }
  }
}

extension ActivityCallback.Call {
  /// What a mark is called: an event by its name.
  fileprivate func shortWords(event: String?) -> String {
    switch self {
    case .intervalDidStart: "start"
    case .intervalDidEnd: "end"
    case .intervalWillStartWarning: "starts soon"
    case .intervalWillEndWarning: "ends soon"
    case .eventDidReachThreshold: event ?? "threshold"
    case .eventWillReachThresholdWarning: "\(event ?? "threshold") soon"
    }
  }
}
