import ActivityEngine
import DeviceActivity
import FoundationEssentials

extension Transcript {
  mutating func note(_ call: Call) {
    calls.append(call)
    let activity = call.callback.activity.rawValue
    let running = intervals.lastIndex { $0.activity == activity && $0.cause == nil }
    switch call.callback.call {
    case .intervalDidStart where running == nil:
      intervals.append(
        Interval(
          activity: activity, generation: call.generation,
          stretch: Stretch(from: call.at, to: call.at), cause: nil))
    case .intervalDidEnd:
      guard let running else { return }
      intervals[running].stretch.to = call.at
      intervals[running].cause = call.callback.cause ?? .ended
    default: break
    }
  }

  /// `names` are shielded from `instant` on, and nothing else.
  mutating func noteShields(_ names: Set<String>, at instant: Date) {
    var open: Set<String> = []
    for index in shields.indices where shields[index].stretch.to == .distantFuture {
      if names.contains(shields[index].token) {
        open.insert(shields[index].token)
      } else {
        shields[index].stretch.to = instant
      }
    }
    for name in names.subtracting(open).sorted() {
      shields.append(Shield(token: name, stretch: Stretch(from: instant, to: .distantFuture)))
    }
  }

  /// Ends what is still going on when the story is over.
  mutating func finish(at end: Date) {
    for index in shields.indices where shields[index].stretch.to == .distantFuture {
      shields[index].stretch.to = end
    }
    for index in intervals.indices where intervals[index].cause == nil {
      intervals[index].stretch.to = end
    }
  }
}
