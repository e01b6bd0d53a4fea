/// Minutes of a day and those that follow it, up to 24 hours.
struct DaySpan: Equatable {
  /// Minute of the day.
  let start: Int
  let length: Int

  /// The whole day.
  static let day = DaySpan(start: 0, length: ClockTime.minutesOfDay)
}

/// A set of minutes of the week, which begins on Sunday at 00:00 and goes round.
struct WeekPattern: Equatable {
  static let length = 7 * ClockTime.minutesOfDay

  private var minutes: [Bool]

  init() { minutes = Array(repeating: false, count: Self.length) }

  subscript(minute: Int) -> Bool { minutes[minute % Self.length] }

  var isEmpty: Bool { !minutes.contains(true) }
  var isFull: Bool { !minutes.contains(false) }

  var inverted: WeekPattern {
    var result = self
    result.minutes = minutes.map { !$0 }
    return result
  }

  mutating func insert(_ span: DaySpan, on days: [Weekday]) {
    for day in days {
      insert(
        WeekRun(start: day.rawValue * ClockTime.minutesOfDay + span.start, length: span.length))
    }
  }

  mutating func insert(_ run: WeekRun) {
    for minute in run.start..<run.start + run.length { minutes[minute % Self.length] = true }
  }

  mutating func formUnion(_ other: WeekPattern) {
    for minute in minutes.indices where other.minutes[minute] { minutes[minute] = true }
  }

  func intersects(_ run: WeekRun) -> Bool {
    (run.start..<run.start + run.length).contains { self[$0] }
  }

  /// The runs that are as long as can be, in order of their start. A full week is one run from its beginning.
  var runs: [WeekRun] {
    if isFull { return [WeekRun(start: 0, length: Self.length)] }
    var result: [WeekRun] = []
    for start in minutes.indices where minutes[start] && !self[start + Self.length - 1] {
      var length = 1
      while self[start + length] { length += 1 }
      result.append(WeekRun(start: start, length: length))
    }
    return result
  }
}

/// Minutes of the week one after the other; may go past the end of the week into the next.
struct WeekRun: Hashable {
  /// Minute of the week.
  let start: Int
  let length: Int
}
