import FoundationEssentials
import TimeZoneRules

/// Where an instant lies in a picture, and what the axis says.
struct TimeScale {
  struct Tick: Equatable {
    var at: Date
    var words: String
  }

  let zone: TimeZoneRules
  let begin: Date
  let end: Date
  let left: Double
  let width: Double

  var right: Double { left + width }
  private var seconds: TimeInterval { max(end.timeIntervalSince(begin), 1) }

  /// What lies outside is at the edge.
  func x(_ instant: Date) -> Double {
    left + width * min(max(instant.timeIntervalSince(begin) / seconds, 0), 1)
  }

  private func pixels(_ seconds: TimeInterval) -> Double { width * seconds / self.seconds }

  // MARK: Ticks

  /// The nearest that two ticks may be, in pixels.
  private static let distance = 58.0
  private static let minutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720]
  private static let days = [1, 2, 7, 14]

  /// Times of day that are round; none where a day has no room for them.
  var times: [Tick] {
    guard let step = Self.minutes.first(where: { pixels(Double($0) * 60) >= Self.distance }) else {
      return []
    }
    return localDays.flatMap { day in
      stride(from: 0, to: 1440, by: step).compactMap { minute in
        tick(CivilTime(dayNumber: day, secondOfDay: minute * 60)) { zone.clockText(of: $0) }
      }
    }.map { Tick(at: $0.at, words: String($0.words.prefix(5))) }
  }

  /// Midnights, or some of them, and the first of each month where there are too many.
  var dates: [Tick] {
    let step = Self.days.first { pixels(Double($0) * 86400) >= Self.distance + 10 }
    return localDays.compactMap { day in
      let midnight = CivilTime(dayNumber: day)
      let isTick =
        switch step {
        case 7?, 14?: midnight.weekday == 2 && (step == 7 || day % 14 < 7)
        case let step?: day % step == 0
        case nil: midnight.day == 1
        }
      return isTick ? tick(midnight) { date(of: $0, isMonth: step == nil) } : nil
    }
  }

  private func tick(_ time: CivilTime, _ words: (Date) -> String) -> Tick? {
    let instant = zone.instant(of: time).instant
    // A time that the clocks skip is none.
    guard begin <= instant, instant <= end, zone.localTime(at: instant) == time else { return nil }
    return Tick(at: instant, words: words(instant))
  }

  private var localDays: ClosedRange<Int> {
    zone.localTime(at: begin).dayNumber...zone.localTime(at: end).dayNumber
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  func date(of instant: Date, isMonth: Bool = false) -> String {
    let time = zone.localTime(at: instant)
    return isMonth
      ? String(time.description.prefix(7))
      : "\(Self.weekdays[time.weekday - 1]) \(zone.dayText(of: instant))"
  }

  // MARK: Clock changes

  /// When the zone's clocks change, and by how much.
  var clockChanges: [Tick] {
    var changes: [Tick] = []
    var (from, last) = (begin, zone.offset(at: begin))
    while from < end {
      let to = min(from.addingTimeInterval(21600), end)
      let offset = zone.offset(at: to)
      if offset != last {
        let at = change(after: from, upTo: to, to: offset)
        let minutes = abs(offset - last) / 60
        changes.append(
          Tick(at: at, words: "clocks \(offset < last ? "back" : "forward") \(minutes) min"))
      }
      (from, last) = (to, offset)
    }
    return changes
  }

  private func change(after from: Date, upTo to: Date, to offset: Int) -> Date {
    var (before, after) = (from, to)
    while after.timeIntervalSince(before) > 1 {
      let middle = Date(
        timeIntervalSince1970: ((before.timeIntervalSince1970 + after.timeIntervalSince1970) / 2)
          .rounded(.down))
      if zone.offset(at: middle) == offset { after = middle } else { before = middle }
      if middle == before, after.timeIntervalSince(before) <= 1 { break }
    }
    return after
  }
}
