package import FoundationEssentials

extension UsageDay {
  /// This day without what cannot have been (rule E6): a file may have been written under a clock that was wrong.
  ///
  /// - Returns: What is left, and in words what was refused or clipped.
  package func checked(at now: Date) -> (day: UsageDay, faults: [String]) {
    var result = self
    var faults: [String] = []
    result.records = []
    for var record in records {
      guard record.seconds.isFinite, record.seconds > 0, record.end.isFinite else {
        faults.append("a use of \(record.seconds) s is refused")
        continue
      }
      guard record.start <= now else {
        faults.append("a use in the future is refused")
        continue
      }
      if let last = result.records.last {
        let free = last.start.addingTimeInterval(last.seconds)
        let overlap = free.timeIntervalSince(record.start)
        if overlap > Self.overlapTolerance {
          guard overlap < record.seconds else {
            faults.append("a use during another one is refused")
            continue
          }
          record.start = free
          record.seconds -= overlap
          faults.append("a use that begins during another one is clipped")
        }
      }
      let elapsed = now.timeIntervalSince(record.start)
      if record.seconds > elapsed + Self.overlapTolerance {
        record.seconds = elapsed
        faults.append("a use that is longer than the time it spans is clipped")
      }
      if record.seconds > Self.longestDay {
        record.seconds = Self.longestDay
        faults.append("a use that is longer than a day is clipped")
      }
      if record.seconds > 0 { result.records.append(record) }
    }
    if !result.position.isFinite || result.position < 0 { result.position = 0 }
    return (result, faults)
  }

  /// Two clocks measure, and a wall clock that is set back by less than this is steered, not wrong. Seconds.
  private static let overlapTolerance: Double = 2
  /// The day on which the clocks go back by most, in seconds.
  private static let longestDay: Double = 27 * 3600
}
