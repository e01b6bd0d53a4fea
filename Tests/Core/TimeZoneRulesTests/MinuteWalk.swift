import Foundation
import TimeZoneRules

/// Four days around a transition, minute by minute by the C library's clock, and what rule I1 makes of them.
struct MinuteWalk: Sendable {
  /// The two days after the first one, so that a time is known to have been shown before.
  let range: Range<Int>
  private var matches: [Int: [Int]] = [:]

  init(around transition: Int, by clock: borrowing CLibraryClock.Zone) {
    let first = transition - 2 * 86_400
    range = first + 86_400..<transition + 86_400
    var shown: Set<Int> = []
    var previous = first - 60 + clock.offset(at: first - 60)
    for instant in stride(from: first, to: transition + 2 * 86_400, by: 60) {
      let local = instant + clock.offset(at: instant)
      // A time that the clock jumps over counts as long after the jump as it is after the last minute shown.
      for skipped in stride(from: previous + 60, to: local, by: 60) where !shown.contains(skipped) {
        add(skipped, at: instant + skipped - (previous + 60))
      }
      if shown.insert(local).inserted { add(local, at: instant) }
      previous = local
    }
  }

  private mutating func add(_ local: Int, at instant: Int) {
    matches[(local / 60) % 1440, default: []].append(instant)
  }

  /// The instants at which the time of day matches, each once.
  func matches(ofMinute minute: Int) -> [Int] {
    Set(matches[minute] ?? []).filter(range.contains).sorted()
  }
}

/// The matches in a range by asking for the next one again and again.
func forwards(_ pattern: WallClockPattern, in rules: TimeZoneRules, _ range: Range<Int>) -> [Int] {
  var found: [Int] = []
  var next = rules.next(pattern, after: Date(range.lowerBound), inclusive: true)
  while let date = next, date.seconds < range.upperBound {
    found.append(date.seconds)
    next = rules.next(pattern, after: date)
  }
  return found
}

/// The matches in a range by asking for the one before again and again, in ascending order.
func backwards(_ pattern: WallClockPattern, in rules: TimeZoneRules, _ range: Range<Int>) -> [Int] {
  var found: [Int] = []
  var previous = rules.previous(pattern, before: Date(range.upperBound))
  while let date = previous, date.seconds >= range.lowerBound {
    found.append(date.seconds)
    previous = rules.previous(pattern, before: date)
  }
  return found.reversed()
}
