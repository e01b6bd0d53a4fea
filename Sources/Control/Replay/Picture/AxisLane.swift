import FoundationEssentials

/// Days and times, and what happened to the machine: the lines through the whole picture.
struct AxisLane: PictureLane {
  struct Event {
    var at: Date
    var words: String
    /// A line through everything, not only a label.
    var isLine: Bool
    var look: String
  }

  private let events: [Event]
  private let labels: LabelRows
  private let hasTimes: Bool

  init(_ transcript: Transcript, scale: TimeScale) {
    events =
      (transcript.marks.map(Event.init)
      + scale.clockChanges.map { Event(at: $0.at, words: $0.words, isLine: true, look: "") })
      .sorted { $0.at < $1.at }
    hasTimes = !scale.times.isEmpty
    var labels = LabelRows(right: scale.right + 20)
    var rest = events[...]
    while let first = rest.first {
      let x = scale.x(first.at)
      let cluster = rest.prefix {
        scale.x($0.at) - x <= (first.isLine || $0.isLine ? 1 : 30) && $0.look == first.look
      }
      rest = rest.dropFirst(cluster.count)
      labels.add(Self.words(for: Array(cluster)), at: x, look: "small \(first.look)")
    }
    self.labels = labels
  }

  private static func words(for events: [Event]) -> String {
    guard let first = events.first, let last = events.last, events.count > 3 else {
      return events.map(\.words).joined(separator: ", ")
    }
    return "\(first.words) … \(last.words) (\(events.count))"
  }

  var height: Double { Double(labels.count) * 14 + (hasTimes ? 34 : 20) + 4 }

  func draw(to svg: inout SVGWriter, from y: Double, on scale: TimeScale) {
    for label in labels.labels {
      svg.words(
        label.words, label.x + (label.endsThere ? -3 : 3), y + Double(label.row) * 14 + 11,
        look: "\(label.look) halo", endsThere: label.endsThere)
    }
    let bottom = y + height
    for day in days(on: scale) where scale.x(day.at) + 40 < scale.right {
      svg.words(day.words, scale.x(day.at) + 3, bottom - (hasTimes ? 22 : 8), look: "small halo")
    }
    for time in scale.times where scale.x(time.at) + 32 < scale.right + 20 {
      svg.words(time.words, scale.x(time.at) + 3, bottom - 8, look: "faint halo")
    }
  }

  /// The days' beginnings, and the picture's own if there is room before the first of them.
  private func days(on scale: TimeScale) -> [TimeScale.Tick] {
    let dates = scale.dates
    let room = dates.first.map { scale.x($0.at) - scale.left } ?? .infinity
    guard room > 66 else { return dates }
    return [TimeScale.Tick(at: scale.begin, words: scale.date(of: scale.begin))] + dates
  }

  /// Draws the lines that go through all lanes.
  func drawLines(
    to svg: inout SVGWriter, from y: Double, through bottom: Double, on scale: TimeScale
  ) {
    let axis = y + height
    for time in scale.times {
      svg.line(scale.x(time.at), axis - 18, scale.x(time.at), bottom, look: "grid")
    }
    for day in scale.dates {
      svg.line(scale.x(day.at), axis - (hasTimes ? 32 : 18), scale.x(day.at), bottom, look: "day")
    }
    for event in events where event.isLine {
      let row = labels.labels.last { $0.x <= scale.x(event.at) && $0.x >= scale.x(event.at) - 1 }
      svg.line(
        scale.x(event.at), y + Double(row?.row ?? 0) * 14 + 2, scale.x(event.at), bottom,
        look: "event \(event.look)")
    }
  }
}

extension AxisLane.Event {
  fileprivate init(_ mark: Transcript.Mark) {
    at = mark.at
    words = mark.told
    isLine = [.killed, .launched, .clockSet, .zoneSet, .revoked, .granted].contains(mark.kind)
    look = [.killed, .refused, .revoked].contains(mark.kind) ? "bad" : ""
  }
}

extension Transcript.Mark {
  /// What happened, in a few words.
  var told: String {
    switch kind {
    case .killed: "\(words) killed"
    case .launched: "\(words) launched"
    case .zoneSet: "zone \(words)"
    case .registered: "\(words) registered"
    case .refused: "refused \(words)"
    case .stopped: "\(words) stopped"
    case .clockSet, .granted, .revoked: words
    }
  }
}
