import FoundationEssentials

/// What a picture says below the time line: what the marks mean, and what is wrong.
struct PictureFoot {
  let wrongs: [(words: String, look: PictureMark.Look)]
  /// How many more there are than are told.
  let more: Int
  let failures: [String]
  let warnings: [String]
  let isJudged: Bool

  private var lines: [(words: String, look: String)] {
    var lines: [(words: String, look: String)] = []
    for (index, wrong) in wrongs.enumerated() {
      let wrapped = PictureHead.wrapped("[\(index + 1)] \(wrong.words)")
      lines += wrapped.map { (words: $0, look: "told \(wrong.look.tone)") }
    }
    if more > 0 { lines.append(("… and \(more) more, in the table", "told bad")) }
    lines += failures.flatMap { PictureHead.wrapped("failed: \($0)") }.map { ($0, "told bad") }
    lines += warnings.flatMap { PictureHead.wrapped("warning: \($0)") }.map { ($0, "told odd") }
    return lines
  }

  var height: Double { 26 + Double(lines.count) * 17 + 14 }

  func draw(to svg: inout SVGWriter, from y: Double, margin: Double) {
    drawLegend(to: &svg, from: y, margin: margin)
    for (index, line) in lines.enumerated() {
      svg.words(line.words, margin, y + 40 + Double(index) * 17, look: line.look)
    }
  }

  private func drawLegend(to svg: inout SVGWriter, from y: Double, margin: Double) {
    var x = margin
    func bar(_ look: String, _ words: String, _ svg: inout SVGWriter) {
      svg.bar(from: x, to: x + 18, y: y, height: 10, look: look)
      svg.words(words, x + 23, y + 9, look: "faint")
      x += 23 + LabelRows.width(of: words) + 9
    }
    func mark(
      _ look: PictureMark.Look, isExpectation: Bool, _ words: String, _ svg: inout SVGWriter
    ) {
      PictureMark(
        at: .distantPast, look: look, isExpectation: isExpectation, words: "", title: words
      ).draw(to: &svg, x: x + 5, y: y + 5)
      svg.words(words, x + 14, y + 9, look: "faint")
      x += 14 + LabelRows.width(of: words) + 8
    }
    bar("use", "in use", &svg)
    bar("lost", "use that does not count", &svg)
    bar("idle", "idle or asleep", &svg)
    bar("down", "not running", &svg)
    bar("interval", "interval", &svg)
    bar("shield", "shielded", &svg)
    guard isJudged else { return mark(.good, isExpectation: false, "callback", &svg) }
    mark(.good, isExpectation: true, "expected", &svg)
    mark(.good, isExpectation: false, "came", &svg)
    mark(.late, isExpectation: false, "late", &svg)
    mark(.early, isExpectation: false, "early", &svg)
    mark(.different, isExpectation: false, "different", &svg)
    mark(.unexpected, isExpectation: false, "unexpected", &svg)
    mark(.missing, isExpectation: true, "missing", &svg)
  }
}
