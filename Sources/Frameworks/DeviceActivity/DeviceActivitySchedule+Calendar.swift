package import FoundationEssentials

extension DeviceActivitySchedule {
  /// The calendar that the start's components are meant in.
  var calendar: Calendar { start.components.effectiveCalendar }

  /// The interval that is running at `now` or else the next one, as the platform's calendar sees it.
  ///
  /// For the memory of a process only: the daemons resolve an occurrence once and by their own zone rules (rule I3).
  package func interval(at now: Date) -> DateInterval? {
    // Matches are whole seconds, and the search leaves out the instant that it begins at.
    let nextSecond = Date(
      timeIntervalSinceReferenceDate: now.timeIntervalSinceReferenceDate.rounded(.down) + 1)
    if let started = start.match(.backward, of: nextSecond),
      let ended = end.match(.forward, of: started), now < ended
    {
      return DateInterval(start: started, end: ended)
    }
    guard let starts = start.match(.forward, of: now), let ends = end.match(.forward, of: starts)
    else { return nil }
    return DateInterval(start: starts, end: ends)
  }
}

extension DateComponents {
  /// The components' calendar, or the current one, in the components' zone if they have one.
  fileprivate var effectiveCalendar: Calendar {
    var calendar = calendar ?? .current
    if let timeZone { calendar.timeZone = timeZone }
    return calendar
  }
}

extension WallClockComponents {
  /// The match next to `date`, not at it.
  fileprivate func match(_ direction: Calendar.SearchDirection, of date: Date) -> Date? {
    components.effectiveCalendar.nextDate(
      after: date, matching: components.withoutPlace,
      matchingPolicy: .nextTimePreservingSmallerComponents, direction: direction)
  }
}

extension DateComponents {
  /// The components without calendar and zone, which the search takes from the calendar that it is asked of.
  fileprivate var withoutPlace: DateComponents {
    var components = self
    components.calendar = nil
    components.timeZone = nil
    return components
  }
}
