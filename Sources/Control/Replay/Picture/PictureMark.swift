import FoundationEssentials

/// A callback in a picture, expected or come.
struct PictureMark {
  /// Colour and shape of it.
  enum Look: String {
    /// Came as expected: a dot; where it was expected, a ring.
    case good
    /// Out of its time, a triangle that points back to it; or otherwise not as it should be, a square.
    case late, early, different
    /// A diamond.
    case unexpected
    /// A ring with a cross.
    case missing

    var tone: String {
      switch self {
      case .good: "good"
      case .late, .early, .different: "odd"
      case .unexpected, .missing: "bad"
      }
    }
  }

  var at: Date
  var look: Look
  /// Whether it says when it was expected, not when it came.
  var isExpectation: Bool
  /// What it is called beside the mark.
  var words: String
  /// In the list of what is wrong, from 1; nil if nothing is.
  var number: Int?
  /// Everything about it.
  var title: String

  var label: String { (number.map { "[\($0)] " } ?? "") + words }

  static let size = 4.5

  func draw(to svg: inout SVGWriter, x: Double, y: Double) {
    let (size, look) = (Self.size, "mark \(look.tone)")
    func at(_ dx: Double, _ dy: Double) -> String {
      "\(SVGWriter.number(x + dx * size)) \(SVGWriter.number(y + dy * size))"
    }
    func shape(_ corners: String...) {
      svg.element(
        "path", ["d": "M" + corners.joined(separator: "L") + "Z", "class": look], title: title)
    }
    func circle(_ radius: Double, _ look: String) {
      svg.element(
        "circle",
        [
          "cx": SVGWriter.number(x), "cy": SVGWriter.number(y), "r": SVGWriter.number(radius),
          "class": look,
        ], title: title)
    }
    switch self.look {
    case .missing:
      circle(size, "\(look) ring")
      svg.element(
        "path",
        [
          "d": "M\(at(-0.9, -0.9))L\(at(0.9, 0.9))M\(at(-0.9, 0.9))L\(at(0.9, -0.9))",
          "class": "cross",
        ])
    case _ where isExpectation: circle(size * 0.75, "\(look) ring")
    case .good: circle(size * 0.85, look)
    case .late: shape(at(-1.1, 0), at(0.9, -1.1), at(0.9, 1.1))
    case .early: shape(at(1.1, 0), at(-0.9, -1.1), at(-0.9, 1.1))
    case .different: shape(at(-0.9, -0.9), at(0.9, -0.9), at(0.9, 0.9), at(-0.9, 0.9))
    case .unexpected: shape(at(0, -1.3), at(1.3, 0), at(0, 1.3), at(-1.3, 0))
    }
  }
}

extension PictureMark.Look {
  init(_ verdict: Replayed.Line.Verdict) {
    self =
      switch verdict {
      case .matched: .good
      case .missing: .missing
      case .unexpected: .unexpected
      case .late: .late
      case .early: .early
      case .different: .different
      }
  }
}
