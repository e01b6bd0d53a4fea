public import FoundationEssentials

/// The instant at which a wall clock shows a time.
public enum ResolvedTime: Hashable, Sendable {
  case once(Date)
  /// The clocks went back over it.
  case twice(first: Date, second: Date)
  /// The clocks went forward over it; `movedTo` is as long after the change as the time is after what the clock
  /// last showed, so 02:30 in an hour that was skipped is 03:30.
  case never(movedTo: Date)

  /// The instant that counts: the first pass of a repeated time, a skipped one moved forward (rule I1).
  public var instant: Date {
    switch self {
    case .once(let date), .twice(first: let date, second: _), .never(movedTo: let date): date
    }
  }
}

extension TimeZoneRules {
  /// When the wall clock shows `time`.
  public func instant(of time: CivilTime) -> ResolvedTime {
    let local = min(max(time.seconds, -instantLimit), instantLimit)
    // No offset is larger than 26 hours, so the clock shows an earlier time here.
    var segment = segment(at: local - largestOffset)
    while local >= segment.end + segment.offset { segment = self.segment(at: segment.end) }
    guard local >= segment.start + segment.offset else {
      return .never(movedTo: Date(seconds: local - segment.previousOffset))
    }
    let first = Date(seconds: local - segment.offset)
    let next = self.segment(at: segment.end)
    guard segment.end < Segment.never, local >= next.start + next.offset else {
      return .once(first)
    }
    return .twice(first: first, second: Date(seconds: local - next.offset))
  }
}

/// An offset is never further from UTC than this.
let largestOffset = 26 * 3600
