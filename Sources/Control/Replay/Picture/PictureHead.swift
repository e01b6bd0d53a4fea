import ActivityEngine
import FoundationEssentials
import TimeZoneRules

/// What a picture says above the time line: which story it is, and how it went.
struct PictureHead {
  let title: String
  private let verdict: (words: String, look: String)?
  private let lines: [(words: String, look: String)]

  init(_ replayed: Replayed, isJudged: Bool, wrongs: [PictureMark.Look]) {
    let story = replayed.story
    title = [story.name, story.kind].compactMap(\.self).joined(separator: ": ")
    verdict = isJudged ? Self.verdict(replayed, wrongs) : nil
    let (from, to) = (story.zone.text(of: story.begin), story.zone.text(of: story.end))
    let edges = story.delivery == .onTheDot ? "edges on the dot" : "edges on first use"
    var lines = [("\(story.zone.identifier), \(from) to \(to), \(edges)", "faint")]
    lines += replayed.quirks.map { ("with the quirk \($0.rawValue): \($0.explanation)", "odd") }
    if let bug = story.bug { lines.append(("Reported: \(bug)", "")) }
    if let source = story.source { lines.append((source, "faint")) }
    self.lines = lines.flatMap { words, look in
      Self.wrapped(words).map { (words: $0, look: look) }
    }
  }

  private static func verdict(
    _ replayed: Replayed, _ wrongs: [PictureMark.Look]
  ) -> (words: String, look: String) {
    if replayed.isAsExpected { return ("✓ as expected", "good") }
    var counts: [String] = []
    for look in [PictureMark.Look.missing, .unexpected, .late, .early, .different] {
      let count = wrongs.count { $0 == look }
      if count > 0 { counts.append("\(count) \(look.rawValue)") }
    }
    if !replayed.failures.isEmpty { counts.append("\(replayed.failures.count) failed") }
    return ("✗ NOT as expected: \(counts.joined(separator: ", "))", "bad")
  }

  /// Lines that fit the picture.
  static func wrapped(_ words: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > 165 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }

  var height: Double { 46 + Double(lines.count) * 17 + 14 }

  func draw(to svg: inout SVGWriter, margin: Double, right: Double) {
    svg.words(title, margin, 36, look: "title")
    if let verdict {
      svg.words(verdict.words, right, 36, look: "name \(verdict.look)", endsThere: true)
    }
    for (index, line) in lines.enumerated() {
      svg.words(line.words, margin, 58 + Double(index) * 17, look: line.look)
    }
  }
}
