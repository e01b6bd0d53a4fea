/// Marks along the time line, stacked where they meet, with labels beyond them.
struct MarkTrack {
  private struct Placed {
    var mark: PictureMark
    var x: Double
    var level: Int
  }

  private var placed: [Placed] = []
  private var levels: [Double] = []
  private var labels: LabelRows
  /// Whether stack and labels grow downwards.
  private let growsDown: Bool

  private static let step = 11.0
  private static let row = 13.0
  /// Marks at most so far apart share a label, in pixels.
  private static let reach = 30.0
  private static let mostLevels = 6
  /// Where there is more, what is as it should be goes without a label.
  private static let mostRows = 3

  /// - Parameter labelsGood: Whether what is as it should be gets labels too.
  init(_ marks: [PictureMark], scale: TimeScale, growsDown: Bool, labelsGood: Bool) {
    self.growsDown = growsDown
    labels = LabelRows(right: scale.right + 20)
    // The sort keeps the order of what has one time.
    for mark in marks.sorted(by: { $0.at < $1.at }) { place(mark, at: scale.x(mark.at)) }
    label(labelsGood: labelsGood)
  }

  private mutating func place(_ mark: PictureMark, at x: Double) {
    let free = levels.firstIndex { $0 + Self.step * 0.9 <= x }
    let level = free ?? min(levels.count, Self.mostLevels - 1)
    if level == levels.count { levels.append(x) } else { levels[level] = x }
    placed.append(Placed(mark: mark, x: x, level: level))
  }

  private mutating func label(labelsGood: Bool) {
    let told = placed.filter { labelsGood || $0.mark.number != nil }
    var rest = told[...]
    while let first = rest.first {
      let cluster = rest.prefix { $0.x - first.x <= Self.reach }
      rest = rest.dropFirst(cluster.count)
      add(cluster.filter { $0.mark.number != nil }, at: first.x)
      add(cluster.filter { $0.mark.number == nil }, at: first.x)
    }
  }

  /// Of many marks the first and the last are named.
  private mutating func add(_ marks: [Placed], at x: Double) {
    guard let first = marks.first?.mark, let last = marks.last?.mark else { return }
    let numbers = [first.number, last.number].compactMap(\.self)
    let text =
      if marks.count <= 3 {
        marks.map(\.mark.label).joined(separator: ", ")
      } else if numbers.count == 2 {
        "[\(numbers[0])–\(numbers[1])] \(first.words) … \(last.words)"
      } else {
        "\(first.words) … \(last.words) (\(marks.count))"
      }
    if first.number == nil {
      labels.add(text, at: x, look: "faint", mostRows: Self.mostRows)
    } else {
      labels.add(text, at: x, look: "small \(first.look.tone)")
    }
  }

  var height: Double {
    (levels.isEmpty ? 0 : Double(levels.count) * Self.step + 3) + Double(labels.count) * Self.row
      + (labels.count > 0 ? 3 : 0)
  }

  /// Where the marks came to lie, by their numbers.
  func places(from y: Double) -> [Int: (x: Double, y: Double)] {
    placed.reduce(into: [:]) { places, item in
      if let number = item.mark.number { places[number] = (item.x, self.y(item.level, from: y)) }
    }
  }

  private func y(_ level: Int, from y: Double) -> Double {
    y + (growsDown ? 1 : -1) * (Double(level) * Self.step + 7)
  }

  /// Draws from `y` on, which is the edge nearest to what the marks are about.
  func draw(to svg: inout SVGWriter, from y: Double) {
    let direction = growsDown ? 1.0 : -1
    let start = y + direction * (Double(levels.count) * Self.step + 3)
    func base(_ label: LabelRows.Label) -> Double {
      let offset = Double(label.row) * Self.row
      return growsDown ? start + offset + 12 : start - offset - 3
    }
    for label in labels.labels where label.row > 0 || levels.count > 1 {
      let tone = label.look.replacing("small ", with: "")
      svg.line(
        label.x, start, label.x, base(label) + (growsDown ? -9 : 2), look: "leader \(tone)")
    }
    for label in labels.labels {
      svg.words(
        label.words, label.x + (label.endsThere ? 3 : -3), base(label),
        look: "\(label.look) halo", endsThere: label.endsThere)
    }
    for item in placed.filter({ $0.mark.number == nil })
      + placed.filter({ $0.mark.number != nil })
    {
      item.mark.draw(to: &svg, x: item.x, y: self.y(item.level, from: y))
    }
  }
}
