package import FoundationEssentials
package import TimeZoneRules

/// What was used on one local day (`usage/YYYY-MM-DD.json`).
///
/// The hour that is going on is kept stretch by stretch, earlier ones are folded: whoever looks back does so from full
/// hours (rule E2), and a day of a thousand changes stays a small file.
package struct UsageDay: Codable, Equatable, Sendable {
  /// What an application was when it was used, for readers that do not know what is installed.
  package struct Kind: Codable, Equatable, Sendable {
    /// Its desktop identifier and the bundle identifiers that mean it, sorted.
    package var identifiers: [String]
    /// Screen-time categories, sorted.
    package var categories: [String]

    package init(identifiers: some Sequence<String>, categories: some Sequence<String>) {
      self.identifiers = identifiers.sorted()
      self.categories = categories.sorted()
    }
  }

  /// As `2026-03-28`.
  package let date: String
  /// In order of time, without overlap.
  package internal(set) var records: [UseRecord] = []
  /// The recorder's position at the end of the last record.
  package internal(set) var position: Double
  /// By desktop identifier; an application that is missing is of no known kind.
  package internal(set) var kinds: [String: Kind]?

  package init(date: String, position: Double = 0) {
    self.date = date
    self.position = position
  }

  /// Adds what was used after everything that is in it.
  package mutating func add(_ record: UseRecord) {
    position = record.end
    if let last = records.last, last.applications == record.applications,
      abs(last.end + record.seconds - record.end) < Self.closeness,
      abs(last.start.addingTimeInterval(last.seconds).timeIntervalSince(record.start))
        < Self.closeness
    {
      records[records.endIndex - 1].seconds += record.seconds
      records[records.endIndex - 1].end = record.end
    } else {
      records.append(record)
    }
  }

  /// Seconds by which stretches that follow each other may be apart, since two clocks measure them.
  private static let closeness = 0.01

  /// Notes what the applications in it are, as far as that is not known yet.
  package mutating func describe(_ kind: (String) -> Kind?) {
    for name in Set(records.flatMap(\.applications)) where kinds?[name] == nil {
      if let kind = kind(name) { kinds = (kinds ?? [:]).merging([name: kind]) { $1 } }
    }
  }

  // MARK: Folding

  /// Makes one record of all that have the same applications in the same hour, as far as they ended before `instant` and
  /// nobody asks any more for what was recorded up to `position`.
  package mutating func fold(before instant: Date, upTo position: Double, in rules: TimeZoneRules) {
    var hours: [(hour: Date, sums: [[String]: UseRecord])] = []
    var rest = records[...]
    while let record = rest.first, record.end <= position,
      record.start.addingTimeInterval(record.seconds) <= instant
    {
      rest.removeFirst()
      let hour = rules.startOfHour(record.start)
      if hours.last?.hour != hour { hours.append((hour, [:])) }
      var sum =
        hours[hours.endIndex - 1].sums[record.applications]
        ?? UseRecord(applications: record.applications, start: hour, seconds: 0, end: record.end)
      sum.seconds += record.seconds
      sum.end = max(sum.end, record.end)
      hours[hours.endIndex - 1].sums[record.applications] = sum
    }
    let folded = hours.flatMap { hour, sums in
      var start = hour
      return sums.values.sorted { $0.end < $1.end }.map { sum in
        defer { start.addTimeInterval(sum.seconds) }
        return UseRecord(
          applications: sum.applications, start: start, seconds: sum.seconds, end: sum.end)
      }
    }
    records = folded + rest
  }

  // MARK: Totals

  /// Seconds by application; what several shared counts for each.
  package var byApplication: [String: Double] {
    records.reduce(into: [:]) { sums, record in
      for application in record.applications { sums[application, default: 0] += record.seconds }
    }
  }

  /// Seconds during which the device was in use at all.
  package var total: Double { records.reduce(0) { $0 + $1.seconds } }

  /// Seconds of use in each hour of the clock, 24 of them; an hour that the clocks repeat has both.
  package func byHour(in rules: TimeZoneRules) -> [Double] {
    var hours = [Double](repeating: 0, count: 24)
    for record in records {
      var start = record.start
      var left = record.seconds
      while left > 0 {
        let next = rules.startOfHour(start).addingTimeInterval(3600)
        let part = min(left, max(next.timeIntervalSince(start), 1))
        hours[rules.localTime(at: start).hour] += part
        left -= part
        start += part
      }
    }
    return hours
  }

  // MARK: Days

  /// The name of the local day that `instant` lies in.
  package static func name(of instant: Date, in rules: TimeZoneRules) -> String {
    String(rules.localTime(at: instant).description.prefix { $0 != " " })
  }

  /// The parts of `record` by local day, in order; a record that sleep has cut in two is placed at its start.
  package static func split(
    _ record: UseRecord, in rules: TimeZoneRules
  ) -> [(day: String, record: UseRecord)] {
    var parts: [(String, UseRecord)] = []
    var rest = record
    while true {
      var midnight = rules.localTime(at: rest.start)
      midnight = CivilTime(year: midnight.year, month: midnight.month, day: midnight.day + 1)
      let untilMidnight = rules.instant(of: midnight).instant.timeIntervalSince(rest.start)
      let day = name(of: rest.start, in: rules)
      guard untilMidnight > 0, untilMidnight < rest.seconds else { return parts + [(day, rest)] }
      var part = rest
      part.seconds = untilMidnight
      part.end = rest.end - (rest.seconds - untilMidnight)
      parts.append((day, part))
      rest.start += untilMidnight
      rest.seconds -= untilMidnight
    }
  }
}

extension TimeZoneRules {
  /// The full hour, on the wall clock, in which `instant` lies.
  fileprivate func startOfHour(_ instant: Date) -> Date {
    let time = localTime(at: instant)
    let whole = instant.timeIntervalSince1970.rounded(.down)
    return Date(timeIntervalSince1970: whole - Double(time.minute * 60 + time.second))
  }
}
