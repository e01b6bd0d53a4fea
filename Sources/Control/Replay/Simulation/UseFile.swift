import CompiledPolicy
import FoundationEssentials
import TimeZoneRules

/// Which applications will be used when: what a policy is tried out on.
///
/// A JSON list of `{"app": …, "from": …, "to": …}`, with instants as RFC 3339 writes them or with times of day as `16:00`,
/// which then hold every day; an end at or before its start is on the next day.
package struct UseFile: Equatable, Sendable {
  enum Span: Equatable, Sendable {
    case once(Stretch)
    /// Minutes of the day.
    case daily(from: Int, to: Int)
  }

  struct Entry: Equatable, Sendable {
    var app: String
    var span: Span
  }

  private(set) var entries: [Entry] = []

  package init() {}

  /// - Throws: ``StoryFault``, which names file, line and field.
  package init(parsing bytes: [UInt8], file: String) throws(StoryFault) {
    let source = StorySource(file: file, bytes: bytes)
    let document = try source.document()
    guard case .array(let items) = document else {
      throw source.fault("", "\(document.kind) where a list is needed")
    }
    for (index, item) in items.enumerated() {
      var fields = try StoryFields(item, at: "[\(index)]", in: source)
      entries.append(Entry(app: try fields.text("app"), span: try Self.span(&fields)))
      try fields.end()
    }
  }

  private static func span(_ fields: inout StoryFields) throws(StoryFault) -> Span {
    let (from, to) = (try fields.text("from"), try fields.text("to"))
    if let start = minute(from) {
      guard let end = minute(to) else { throw fields.fault("to", "must be a time of day too") }
      return .daily(from: start, to: end)
    }
    let words = "must be a time of day as 16:00, or as 2026-03-29T16:00:00+02:00"
    guard let start = RFC3339.date(from) else { throw fields.fault("from", words) }
    guard let end = RFC3339.date(to) else { throw fields.fault("to", words) }
    guard start < end else { throw fields.fault("to", "must be after “from”") }
    return .once(Stretch(from: start, to: end))
  }

  private static func minute(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), (0..<24).contains(hour), (0..<60).contains(minute)
    else { return nil }
    return hour * 60 + minute
  }

  // MARK: In time

  /// What is used between `begin` and `end`, in order of time.
  func actions(from begin: Date, to end: Date, in zone: TimeZoneRules) -> [StoryAction] {
    let days = zone.localTime(at: begin).dayNumber - 1...zone.localTime(at: end).dayNumber
    let stretches = entries.flatMap { entry -> [(app: String, stretch: Stretch)] in
      switch entry.span {
      case .once(let stretch): [(entry.app, stretch)]
      case .daily(let from, let to):
        days.map { day in
          let next = to > from ? day : day + 1
          return (
            entry.app,
            Stretch(
              from: zone.instant(of: CivilTime(dayNumber: day, secondOfDay: from * 60)).instant,
              to: zone.instant(of: CivilTime(dayNumber: next, secondOfDay: to * 60)).instant)
          )
        }
      }
    }
    return stretches.compactMap { app, stretch in
      let (from, to) = (max(stretch.from, begin), min(stretch.to, end))
      return from < to ? StoryAction(at: from, .use(token: app, until: to)) : nil
    }.sorted { $0.at < $1.at }
  }
}
