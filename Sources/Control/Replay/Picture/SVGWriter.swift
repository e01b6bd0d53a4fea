/// Writes SVG that is well-formed whatever the texts are, and the same bytes for the same picture.
struct SVGWriter {
  private(set) var text = ""

  /// An element; with `words` it holds them as its text, with `title` people are told it when they point at it.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String>, words: String? = nil,
    title: String? = nil
  ) {
    open(name, attributes, isEmpty: words == nil && title == nil)
    guard words != nil || title != nil else { return }
    if let title { text += "<title>\(Self.escaped(title))</title>" }
    if let words { text += Self.escaped(words) }
    text += "</\(name)>\n"
  }

  /// An element that holds what `body` writes.
  mutating func container(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
    body: (inout SVGWriter) -> Void
  ) {
    open(name, attributes, isEmpty: false)
    text += "\n"
    body(&self)
    text += "</\(name)>\n"
  }

  private mutating func open(
    _ name: String, _ attributes: KeyValuePairs<String, String>, isEmpty: Bool
  ) {
    text += "<\(name)"
    for (key, value) in attributes where !value.isEmpty {
      text += " \(key)=\"\(Self.escaped(value))\""
    }
    text += isEmpty ? "/>\n" : ">"
  }

  // MARK: Shapes

  mutating func bar(
    from x: Double, to end: Double, y: Double, height: Double, look: String, title: String? = nil
  ) {
    element(
      "rect",
      [
        "x": Self.number(x), "y": Self.number(y), "width": Self.number(max(end - x, 1)),
        "height": Self.number(height), "rx": "1.5", "class": look,
      ], title: title)
  }

  mutating func line(_ x: Double, _ y: Double, _ x2: Double, _ y2: Double, look: String) {
    element(
      "line",
      [
        "x1": Self.number(x), "y1": Self.number(y), "x2": Self.number(x2), "y2": Self.number(y2),
        "class": look,
      ])
  }

  mutating func words(
    _ words: String, _ x: Double, _ y: Double, look: String = "", endsThere: Bool = false
  ) {
    element(
      "text",
      [
        "x": Self.number(x), "y": Self.number(y), "class": look,
        "text-anchor": endsThere ? "end" : "",
      ], words: words)
  }

  /// At most one digit behind the point, and none that says nothing.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let whole = "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10)"
    return tenths % 10 == 0 ? whole : "\(whole).\(abs(tenths) % 10)"
  }

  /// `text` as the content of an element or an attribute; what XML cannot hold becomes U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\r", "\t": result += " "
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
