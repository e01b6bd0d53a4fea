/// The days that a pattern matches, as day numbers since 1970.
enum MatchingDays: Hashable, Sendable {
  case all
  case weekly(weekday: Int)
  /// At most one day of every month, or of those named.
  case monthly(year: Int?, month: Int?, day: DayOfMonth)

  enum DayOfMonth: Hashable, Sendable {
    /// The first of the next month where the month is too short.
    case number(Int)
    case numberOnWeekday(Int, weekday: Int)
    case nth(Int, weekday: Int)
  }

  init(year: Int?, month: Int?, day: Int?, weekday: Int?, weekdayOrdinal: Int?) {
    let isMonthly = year != nil || month != nil || day != nil || weekdayOrdinal != nil
    let month = month ?? (year == nil ? nil : 1)
    self =
      switch (day, weekday) {
      case (nil, nil) where !isMonthly: .all
      case (nil, let weekday?) where !isMonthly: .weekly(weekday: weekday)
      case (let day, nil): .monthly(year: year, month: month, day: .number(day ?? 1))
      case (let day?, let weekday?):
        .monthly(year: year, month: month, day: .numberOnWeekday(day, weekday: weekday))
      case (nil, let weekday?):
        .monthly(year: year, month: month, day: .nth(weekdayOrdinal ?? 1, weekday: weekday))
      }
  }

  func first(onOrAfter day: Int) -> Int? {
    switch self {
    case .all:
      return day
    case .weekly(let weekday):
      return day + (weekday + 7 - CivilTime.weekday(dayNumber: day)) % 7
    case .monthly(let year, let month, let rule):
      // The month before may have its match on the first of this one.
      let current = monthNumber(of: day) - 1
      let numbers = months(of: year, month, in: current...(current + searchedMonths))
      var number = numbers.first
      while number <= numbers.last {
        if let match = rule.day(inMonth: number), match >= day { return match }
        number += numbers.step
      }
      return nil
    }
  }

  func last(onOrBefore day: Int) -> Int? {
    switch self {
    case .all:
      return day
    case .weekly(let weekday):
      return day - (CivilTime.weekday(dayNumber: day) + 7 - weekday) % 7
    case .monthly(let year, let month, let rule):
      let current = monthNumber(of: day)
      let numbers = months(of: year, month, in: (current - searchedMonths)...current)
      var number = numbers.last
      while number >= numbers.first {
        if let match = rule.day(inMonth: number), match <= day { return match }
        number -= numbers.step
      }
      return nil
    }
  }
}

/// A date that falls on a given weekday comes again within 40 years, 29 February at the turn of a century included.
private let searchedMonths = 41 * 12

/// Months counted from January of year 0.
private func monthNumber(of day: Int) -> Int {
  let date = CivilTime.date(dayNumber: day)
  return date.year * 12 + date.month - 1
}

/// The months of `range` that are of the year and the month given; a year is not limited to the range.
private func months(
  of year: Int?, _ month: Int?, in range: ClosedRange<Int>
) -> (first: Int, last: Int, step: Int) {
  guard let month else { return (range.lowerBound, range.upperBound, 1) }
  if let year {
    let only = year * 12 + month - 1
    return (only, only, 1)
  }
  let years =
    floorDivide(range.lowerBound - month, 12) + 1...floorDivide(range.upperBound - month + 1, 12)
  return (years.lowerBound * 12 + month - 1, years.upperBound * 12 + month - 1, 12)
}

extension MatchingDays.DayOfMonth {
  /// The match of one month, if it has one.
  func day(inMonth number: Int) -> Int? {
    let first = CivilTime.firstDay(ofMonth: number)
    switch self {
    case .number(let day):
      return day <= 28
        ? first + day - 1 : min(first + day - 1, CivilTime.firstDay(ofMonth: number + 1))
    case .numberOnWeekday(let day, let weekday):
      let match = first + day - 1
      let isRight =
        match < CivilTime.firstDay(ofMonth: number + 1)
        && CivilTime.weekday(dayNumber: match) == weekday
      return isRight ? match : nil
    case .nth(let ordinal, let weekday):
      let wait = (weekday + 7 - CivilTime.weekday(dayNumber: first)) % 7
      let match = first + wait + (ordinal - 1) * 7
      return match < CivilTime.firstDay(ofMonth: number + 1) ? match : nil
    }
  }
}
