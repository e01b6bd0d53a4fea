package import FoundationEssentials
package import TimeZoneRules

/// The days that are kept, and the records in them by the recorder's position. Holds no file.
package struct UseLedger: Equatable, Sendable {
  /// How many days are kept, today included.
  package static let daysKept = 31

  /// By name.
  package private(set) var days: [String: UsageDay] = [:]
  /// Names of days that have changed since they were last saved.
  package private(set) var unsaved: Set<String> = []

  package init(_ days: [UsageDay] = []) {
    self.days = Dictionary(days.map { ($0.date, $0) }, uniquingKeysWith: { $1 })
  }

  /// The position at the end of everything.
  package var position: Double { days.values.map(\.position).max() ?? 0 }

  package mutating func add(_ record: UseRecord, in rules: TimeZoneRules) {
    for (name, part) in UsageDay.split(record, in: rules) {
      days[name, default: UsageDay(date: name)].add(part)
      unsaved.insert(name)
    }
  }

  /// Folds what is over and told.
  package mutating func fold(at now: Date, upTo cursor: Double, in rules: TimeZoneRules) {
    let hour = rules.localTime(at: now)
    let begun = now.addingTimeInterval(-Double(hour.minute * 60 + hour.second))
    for name in unsaved { days[name]?.fold(before: begun, upTo: cursor, in: rules) }
  }

  /// Notes what the applications of days that will be saved are.
  package mutating func describe(_ kind: (String) -> UsageDay.Kind?) {
    for name in unsaved { days[name]?.describe(kind) }
  }

  package mutating func didSave(_ name: String) { unsaved.remove(name) }

  /// The names of `known` days that are no longer kept.
  package static func expired(_ known: [String], at now: Date, in rules: TimeZoneRules) -> [String]
  {
    let today = rules.localTime(at: now)
    let first = CivilTime(year: today.year, month: today.month, day: today.day - daysKept + 1)
    let name = String(first.description.prefix { $0 != " " })
    return known.filter { $0 < name }
  }

  /// Forgets days that are no longer kept.
  package mutating func forget(_ names: [String]) {
    for name in names {
      days[name] = nil
      unsaved.remove(name)
    }
  }

  /// What was recorded between two positions, in order.
  package func records(from: Double, to: Double) -> [UseRecord] {
    let reached = days.values.filter { $0.position > from }.sorted { $0.date < $1.date }
    return reached.flatMap(\.records).compactMap { record in
      let begin = max(record.end - record.seconds, from)
      let end = min(record.end, to)
      guard begin < end else { return nil }
      var part = record
      part.start += begin - (record.end - record.seconds)
      part.seconds = end - begin
      part.end = end
      return part
    }.sorted { $0.end < $1.end }
  }

  /// What was recorded after `instant` by the wall clock, up to a position.
  package func records(after instant: Date, to position: Double) -> [UseRecord] {
    records(from: 0, to: position).filter {
      $0.start.addingTimeInterval($0.seconds) > instant
    }
  }
}
