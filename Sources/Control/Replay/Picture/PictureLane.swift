import ActivityEngine

/// Something that takes its height of a picture and draws itself there.
protocol PictureLane {
  var height: Double { get }
  /// Draws below `y`.
  func draw(to svg: inout SVGWriter, from y: Double, on scale: TimeScale)
}

extension PictureLane {
  /// Writes the name of a lane, shortened to what fits left of the time line.
  func name(
    _ words: String, to svg: inout SVGWriter, y: Double, on scale: TimeScale, look: String = ""
  ) {
    let most = Int((scale.left - 22) / 6.6)
    let short =
      words.count > most ? "\(words.prefix(most / 2))…\(words.suffix(most / 2 - 1))" : words
    svg.words(short, scale.left - 10, y, look: look, endsThere: true)
  }
}

/// Bars along the time line, of one thing.
struct BarLane: PictureLane {
  struct Bar {
    var stretch: Stretch
    var look: String
    var title: String
  }

  var name: String
  var bars: [Bar]

  var height: Double { 20 }

  func draw(to svg: inout SVGWriter, from y: Double, on scale: TimeScale) {
    name(name, to: &svg, y: y + 13, on: scale, look: "small")
    svg.line(scale.left, y + 16, scale.right, y + 16, look: "grid")
    for bar in bars where bar.stretch.from < scale.end && bar.stretch.to > scale.begin {
      svg.bar(
        from: scale.x(bar.stretch.from), to: scale.x(bar.stretch.to), y: y + 4, height: 12,
        look: bar.look, title: bar.title)
    }
  }
}

/// The intervals of an activity; above them what was expected of it, below what came.
struct ActivityLane: PictureLane {
  private let activity: String
  private let intervals: [Transcript.Interval]
  private let expected: MarkTrack
  private let came: MarkTrack

  private static let bar = 12.0

  init(
    activity: String, intervals: [Transcript.Interval], marks: [PictureMark], scale: TimeScale
  ) {
    self.activity = activity
    self.intervals = intervals
    expected = MarkTrack(
      marks.filter(\.isExpectation), scale: scale, growsDown: false, labelsGood: false)
    came = MarkTrack(
      marks.filter { !$0.isExpectation }, scale: scale, growsDown: true, labelsGood: true)
  }

  var height: Double { expected.height + Self.bar + came.height + 16 }

  func draw(to svg: inout SVGWriter, from y: Double, on scale: TimeScale) {
    let top = y + 6 + expected.height
    let bottom = top + Self.bar
    if expected.height > 0 {
      name("expected", to: &svg, y: top - 3, on: scale, look: "faint")
    }
    name(activity, to: &svg, y: top + 10, on: scale, look: "name")
    if came.height > 0 { name("came", to: &svg, y: bottom + 11, on: scale, look: "faint") }
    svg.line(scale.left, top + Self.bar / 2, scale.right, top + Self.bar / 2, look: "grid")
    for interval in intervals where interval.stretch.from < scale.end {
      svg.bar(
        from: scale.x(interval.stretch.from), to: scale.x(interval.stretch.to), y: top,
        height: Self.bar, look: "interval", title: title(interval, in: scale))
    }
    let wanted = expected.places(from: top)
    for (number, place) in came.places(from: bottom).sorted(by: { $0.key < $1.key }) {
      if let from = wanted[number] { svg.line(from.x, from.y, place.x, place.y, look: "moved") }
    }
    expected.draw(to: &svg, from: top)
    came.draw(to: &svg, from: bottom)
  }

  private func title(_ interval: Transcript.Interval, in scale: TimeScale) -> String {
    let end = interval.cause.map {
      "to \(scale.zone.text(of: interval.stretch.to)) (\($0.rawValue))"
    }
    return "\(activity) from \(scale.zone.text(of: interval.stretch.from)) "
      + (end ?? "and still running")
  }
}

/// Facts that were looked at.
struct FactLane: PictureLane {
  private let track: MarkTrack

  init(_ marks: [PictureMark], scale: TimeScale) {
    track = MarkTrack(marks, scale: scale, growsDown: true, labelsGood: false)
  }

  var height: Double { track.height + 6 }

  func draw(to svg: inout SVGWriter, from y: Double, on scale: TimeScale) {
    name("facts", to: &svg, y: y + 12, on: scale, look: "small")
    track.draw(to: &svg, from: y + 1)
  }
}
