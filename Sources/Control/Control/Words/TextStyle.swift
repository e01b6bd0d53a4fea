/// How text for people is set.
package struct TextStyle: Equatable, Sendable {
  package var columns: Int
  package var isTerminal: Bool
  package var isColoured: Bool

  package init(columns: Int = 80, isTerminal: Bool = false, isColoured: Bool = false) {
    self.columns = columns
    self.isTerminal = isTerminal
    self.isColoured = isColoured
  }

  enum Tone: String {
    case heading = "1"
    case good = "32"
    case bad = "31"
    case doubtful = "33"
    case faint = "2"
  }

  func toned(_ text: String, _ tone: Tone) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// `text` in lines that fit behind `indent` columns; words longer than a line stay whole.
  ///
  /// Control characters become "?", since what stands in a file must not command a terminal.
  func wrapped(_ text: String, indent: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in Self.printable(text).split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > max(columns - indent, 20) {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }

  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          let isControl = $0.properties.generalCategory == .control
          return $0 == "\n" ? " " : isControl ? "?" : $0
        }))
  }
}
