/// A POSIX `TZ` string: one offset for ever, or two that change places at two moments of every year.
struct PosixRule: Equatable {
  /// Seconds east of UTC.
  var standardOffset: Int
  var daylight: Daylight?

  struct Daylight: Equatable {
    var offset: Int
    var start: YearlyMoment
    var end: YearlyMoment
  }

  /// The two changes of a year in order of time.
  func changes(in year: Int) -> [(instant: Int, offset: Int)] {
    guard let daylight else { return [] }
    let start = daylight.start.seconds(in: year) - standardOffset
    let end = daylight.end.seconds(in: year) - daylight.offset
    return start <= end
      ? [(start, daylight.offset), (end, standardOffset)]
      : [(end, standardOffset), (start, daylight.offset)]
  }

  /// The changes of a range of years in order of time, without those that change nothing.
  ///
  /// Where one year's end coincides with the next year's start, the start holds: so is daylight time for ever written.
  func changes(in years: ClosedRange<Int>) -> [(instant: Int, offset: Int)] {
    var changes: [(instant: Int, offset: Int)] = []
    for change in years.flatMap(changes(in:)) {
      while let last = changes.last, last.instant >= change.instant { changes.removeLast() }
      if changes.last?.offset != change.offset { changes.append(change) }
    }
    // The year after the last one might take its last change back.
    return changes.dropLast()
  }
}

/// A moment that comes once a year by the clock in force just before it.
struct YearlyMoment: Equatable {
  enum Day: Equatable {
    /// `Jn`: 1 to 365; 29 February is never counted.
    case withoutLeapDay(Int)
    /// `n`: 0 to 365; 29 February is counted.
    case withLeapDay(Int)
    /// `Mm.w.d`: the `week`th `weekday` of `month`, 5 meaning the last; 0 is Sunday.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  var day: Day
  /// Seconds after midnight, from −167 to 167 hours.
  var time = 7200

  func seconds(in year: Int) -> Int { dayNumber(in: year) * secondsPerDay + time }

  private func dayNumber(in year: Int) -> Int {
    let newYear = CivilTime.dayNumber(year: year, month: 1, day: 1)
    switch day {
    case .withoutLeapDay(let day):
      let isAfterLeapDay = day >= 60 && CivilTime.daysInMonth(year: year, month: 2) == 29
      return newYear + day - (isAfterLeapDay ? 0 : 1)
    case .withLeapDay(let day):
      return newYear + day
    case .weekday(let month, let week, let weekday):
      let first = CivilTime.dayNumber(year: year, month: month, day: 1)
      let length = CivilTime.daysInMonth(year: year, month: month)
      let wait = (weekday + 8 - CivilTime.weekday(dayNumber: first)) % 7
      let day = wait + (week - 1) * 7
      return first + (day < length ? day : day - 7)
    }
  }
}
