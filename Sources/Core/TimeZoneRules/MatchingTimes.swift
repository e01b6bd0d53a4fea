/// The times of day that a pattern matches, as seconds after midnight by the clock. Never none.
struct MatchingTimes: Hashable, Sendable {
  /// Nil means any.
  let hour: Int?
  /// Nil means any, and only where the hour is any too.
  let minute: Int?
  let second: Int

  /// A field that is nil has any value if all larger ones are nil too, else its lowest.
  init(hour: Int?, minute: Int?, second: Int?) {
    self.hour = hour
    self.minute = minute ?? (hour != nil || second == nil ? 0 : nil)
    self.second = second ?? 0
  }

  var earliest: Int { seconds(hour ?? 0, minute ?? 0) }
  var latest: Int { seconds(hour ?? 23, minute ?? 59) }

  func first(onOrAfter time: Int) -> Int? {
    if let hour, let minute {
      let only = seconds(hour, minute)
      return only >= time ? only : nil
    }
    let found = roundUp(time)
    return found < secondsPerDay ? found : nil
  }

  func last(onOrBefore time: Int) -> Int? {
    if let hour, let minute {
      let only = seconds(hour, minute)
      return only <= time ? only : nil
    }
    let found = roundUp(time + 1) - period
    return found >= 0 ? found : nil
  }

  private func seconds(_ hour: Int, _ minute: Int) -> Int { hour * 3600 + minute * 60 + second }

  /// How often a match comes where the hour is any.
  private var period: Int { minute == nil ? 60 : 3600 }

  /// The first match at or after `time` where the hour is any, be it on the next day.
  private func roundUp(_ time: Int) -> Int {
    time + ((minute ?? 0) * 60 + second - time % period + period) % period
  }
}
