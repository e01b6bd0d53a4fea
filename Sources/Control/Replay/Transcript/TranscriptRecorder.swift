import ActivityEngine
import DeviceActivity
import FoundationEssentials

/// Writes a transcript while a story is played.
struct TranscriptRecorder {
  private(set) var transcript = Transcript()
  /// Where the running interval of an activity, and the present shield of a token, stand in the transcript.
  private var openIntervals: [String: Int] = [:]
  private var openShields: [String: Int] = [:]

  mutating func note(_ call: Transcript.Call) {
    transcript.calls.append(call)
    let activity = call.callback.activity.rawValue
    switch call.callback.call {
    case .intervalDidStart where openIntervals[activity] == nil:
      openIntervals[activity] = transcript.intervals.count
      transcript.intervals.append(
        Transcript.Interval(
          activity: activity, generation: call.generation,
          stretch: Stretch(from: call.at, to: call.at), cause: nil))
    case .intervalDidEnd:
      guard let running = openIntervals.removeValue(forKey: activity) else { return }
      transcript.intervals[running].stretch.to = call.at
      transcript.intervals[running].cause = call.callback.cause ?? .ended
    default: break
    }
  }

  mutating func note(_ mark: Transcript.Mark) { transcript.marks.append(mark) }

  mutating func note(_ device: Transcript.Device) { transcript.device.append(device) }

  mutating func note(warnings: [String]) { transcript.warnings += warnings }

  /// `names` are shielded from `instant` on, and nothing else.
  mutating func note(shielded names: Set<String>, at instant: Date) {
    for (name, index) in openShields where !names.contains(name) {
      transcript.shields[index].stretch.to = instant
      openShields[name] = nil
    }
    for name in names.sorted() where openShields[name] == nil {
      openShields[name] = transcript.shields.count
      transcript.shields.append(
        Transcript.Shield(token: name, stretch: Stretch(from: instant, to: instant)))
    }
  }

  /// The whole transcript; what is still going on is cut off at `end`.
  func finished(at end: Date, use: UseLog, begin: Date, idle: [Stretch]) -> Transcript {
    var transcript = transcript
    for index in openShields.values { transcript.shields[index].stretch.to = end }
    for index in openIntervals.values { transcript.intervals[index].stretch.to = end }
    transcript.use = use.entries.map {
      Transcript.Use(
        token: $0.name,
        stretch: Stretch(
          from: begin.addingTimeInterval($0.from), to: begin.addingTimeInterval($0.to)),
        kind: $0.isCounted ? .counted : .notCounted)
    }
    transcript.device += idle.map { Transcript.Device(state: .idle, stretch: $0) }
    transcript.device.sort { $0.stretch.from < $1.stretch.from }
    return transcript
  }
}
