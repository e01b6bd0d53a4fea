public import FoundationEssentials

/// The instants that match a pattern are a fixed ascending sequence: the ones asked for depend on the pattern and
/// the rules, never on where the search began. (Foundation, asked inside a repeated hour, answers differently.)
///
/// - A repeated time matches at its first pass, a skipped one is moved forward (rule I1), and what is moved onto
///   another match is one match with it.
/// - A pattern without an hour (`minute: 0`) asks for what the clock shows every hour: in a repeated hour it
///   matches at both passes, and in a skipped one there is nothing to move.
extension TimeZoneRules {
  /// The first match after `date`, or at it if `inclusive`; nil where none is left. Zones in the pattern are the
  /// caller's to resolve.
  public func next(
    _ pattern: WallClockPattern, after date: Date, inclusive: Bool = false
  ) -> Date? {
    next(pattern, from: inclusive ? date.ceiledSeconds : date.flooredSeconds + 1)
      .map(Date.init(seconds:))
  }

  /// The last match before `date`, or at it if `inclusive`; nil where there is none.
  public func previous(
    _ pattern: WallClockPattern, before date: Date, inclusive: Bool = false
  ) -> Date? {
    previous(pattern, upTo: inclusive ? date.flooredSeconds : date.ceiledSeconds - 1)
      .map(Date.init(seconds:))
  }

  private func next(_ pattern: WallClockPattern, from instant: Int) -> Int? {
    var instant = instant
    while true {
      let segment = segment(at: instant)
      if let moved = firstMoved(pattern, from: instant, in: segment) { return moved }
      let earliest = instant + segment.offset
      guard
        let local = pattern.firstLocal(
          onOrAfter: pattern.isHourly ? earliest : max(earliest, segment.firstNewLocal))
      else { return nil }
      if local < segment.end + segment.offset { return local - segment.offset }
      guard segment.end < Segment.never else { return nil }
      // No clock shows `local` earlier than that, and nothing before it matches.
      instant = max(segment.end, local - largestOffset)
    }
  }

  private func previous(_ pattern: WallClockPattern, upTo instant: Int) -> Int? {
    var instant = instant
    while true {
      let segment = segment(at: instant)
      let latest = instant + segment.offset
      let local = pattern.lastLocal(onOrBefore: latest)
      let earliest = pattern.isHourly ? segment.start + segment.offset : segment.firstNewLocal
      if let local, local >= earliest { return local - segment.offset }
      if let moved = lastMoved(pattern, upTo: instant, in: segment) { return moved }
      guard segment.start > -Segment.never else { return nil }
      instant = segment.start - 1
      // In a repeated hour the segment before shows later times than `latest`; else all before show earlier ones, and
      // none shows `local` later than that.
      if latest >= segment.firstNewLocal {
        guard let local else { return nil }
        instant = min(instant, local + largestOffset)
      }
    }
  }

  // A pattern with an hour matches at most once a day, and no clock ever skipped more than a day. So where a segment
  // has a moved match and one of its own, the moved one is not the later of the two.

  /// The first match from `instant` on that was moved forward out of the times skipped at the start of `segment`.
  private func firstMoved(
    _ pattern: WallClockPattern, from instant: Int, in segment: Segment
  ) -> Int? {
    guard let skipped = segment.skipped, !pattern.isHourly else { return nil }
    let earliest = instant + segment.previousOffset
    guard earliest < skipped.upperBound, let local = pattern.firstLocal(onOrAfter: earliest),
      local < skipped.upperBound
    else { return nil }
    return local - segment.previousOffset
  }

  /// The last such match up to `instant`.
  private func lastMoved(
    _ pattern: WallClockPattern, upTo instant: Int, in segment: Segment
  ) -> Int? {
    guard let skipped = segment.skipped, !pattern.isHourly else { return nil }
    let latest = min(instant + segment.previousOffset, skipped.upperBound - 1)
    guard let local = pattern.lastLocal(onOrBefore: latest), local >= skipped.lowerBound else {
      return nil
    }
    return local - segment.previousOffset
  }
}
