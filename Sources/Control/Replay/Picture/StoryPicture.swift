import ActivityEngine
import FoundationEssentials
import TimeZoneRules

/// A replayed story as a time line, in SVG: use, intervals, callbacks expected and come, shields, and what was done to
/// the machine.
///
/// What is wrong has a colour, a shape and a number of its own, and is told in words below. The picture is light or dark
/// as its reader is. Equal stories give equal bytes.
package struct StoryPicture {
  /// Something that is so for stretches of time, shown with the shields.
  package struct Band: Equatable, Sendable {
    package var name: String
    package var stretches: [Stretch]

    package init(name: String, stretches: [Stretch]) {
      self.name = name
      self.stretches = stretches
    }
  }

  let replayed: Replayed
  let bands: [Band]
  /// Whether something was expected; otherwise there is nothing to judge.
  private let isJudged: Bool

  static let width = 1200.0
  private static let left = 236.0
  private static let margin = 24.0
  /// The most lines of what is wrong that are told.
  private static let mostWrongs = 20

  package init(_ replayed: Replayed, bands: [Band] = [], isJudged: Bool = true) {
    self.replayed = replayed
    self.bands = bands
    self.isJudged = isJudged
  }

  package var svg: String {
    let marks = Marks(replayed)
    let scale = TimeScale(
      zone: replayed.story.zone, begin: replayed.story.begin, end: replayed.story.end,
      left: Self.left, width: Self.width - Self.left - Self.margin * 2)
    let head = PictureHead(replayed, isJudged: isJudged, wrongs: marks.wrongs.map(\.look))
    let axis = AxisLane(replayed.transcript, scale: scale)
    let lanes = lanes(marks, scale)
    let wrongs = Array(marks.wrongs.prefix(Self.mostWrongs))
    let axisTop = head.height
    let lanesTop = axisTop + axis.height
    let lanesBottom = lanesTop + lanes.map(\.height).reduce(0, +) + 8
    let legendTop = lanesBottom + 12
    let foot = PictureFoot(
      wrongs: wrongs, more: marks.wrongs.count - wrongs.count, failures: replayed.failures,
      warnings: replayed.transcript.warnings, isJudged: isJudged)
    let height = legendTop + foot.height
    var svg = SVGWriter()
    let size = (SVGWriter.number(Self.width), SVGWriter.number(height))
    svg.container(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": size.0, "height": size.1,
        "viewBox": "0 0 \(size.0) \(size.1)", "role": "img",
      ]
    ) { svg in
      svg.element("title", [:], words: head.title)
      PictureStyle.write(to: &svg)
      svg.element("rect", ["width": "100%", "height": "100%", "class": "paper"])
      head.draw(to: &svg, margin: Self.margin, right: scale.right)
      axis.drawLines(to: &svg, from: axisTop, through: lanesBottom, on: scale)
      axis.draw(to: &svg, from: axisTop, on: scale)
      svg.line(scale.left, lanesTop, scale.right, lanesTop, look: "day")
      var y = lanesTop
      for lane in lanes {
        lane.draw(to: &svg, from: y, on: scale)
        y += lane.height
      }
      svg.line(scale.left, lanesBottom, scale.right, lanesBottom, look: "day")
      foot.draw(to: &svg, from: legendTop, margin: Self.margin)
    }
    return svg.text
  }

  private func lanes(_ marks: Marks, _ scale: TimeScale) -> [any PictureLane] {
    var lanes: [any PictureLane] = useLanes(scale)
    for activity in marks.activities {
      lanes.append(
        ActivityLane(
          activity: activity,
          intervals: replayed.transcript.intervals.filter { $0.activity == activity },
          marks: marks.byActivity[activity] ?? [], scale: scale))
    }
    lanes += shieldLanes(scale) as [any PictureLane]
    if !marks.facts.isEmpty { lanes.append(FactLane(marks.facts, scale: scale)) }
    return lanes
  }
}
