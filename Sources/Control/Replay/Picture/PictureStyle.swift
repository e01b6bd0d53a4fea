/// How a picture looks, in light and in dark.
enum PictureStyle {
  static let sheet = rules(light) + "@media (prefers-color-scheme: dark) {\n" + rules(dark) + "}\n"

  private struct Palette {
    var paper, ink, faint, grid, day, use, interval, edge, shield, idle, good, odd, bad: String
  }

  private static let light = Palette(
    paper: "#ffffff", ink: "#1b1f24", faint: "#667079", grid: "#e8ebee", day: "#aab3bc",
    use: "#3f7cb8", interval: "#cfdcea", edge: "#7f9cbc", shield: "#8a6bbd", idle: "#c3cad1",
    good: "#2c7a4b", odd: "#b86a00", bad: "#c62828")

  private static let dark = Palette(
    paper: "#15181c", ink: "#e7eaed", faint: "#98a2ac", grid: "#262b31", day: "#565f69",
    use: "#6aa5dd", interval: "#2b3f56", edge: "#5c80a8", shield: "#ab8fdb", idle: "#444c55",
    good: "#5fbf86", odd: "#f0a63c", bad: "#ff6b63")

  private static func rules(_ colour: Palette) -> String {
    """
    .paper{fill:\(colour.paper)}
    text{fill:\(colour.ink);font:12px system-ui,"DejaVu Sans",sans-serif}
    .small{font-size:11px}
    .faint{fill:\(colour.faint);font-size:11px}
    .halo{paint-order:stroke;stroke:\(colour.paper);stroke-width:3;stroke-linejoin:round}
    .title{font-size:19px;font-weight:600}
    .name{font-weight:600}
    .good{fill:\(colour.good)}.odd{fill:\(colour.odd)}.bad{fill:\(colour.bad)}
    text.odd,text.bad{font-weight:600}text.told{font-weight:400}
    .ring{fill:\(colour.paper);stroke:\(colour.good);stroke-width:1.5}
    .ring.odd{stroke:\(colour.odd)}.ring.bad{stroke:\(colour.bad)}
    .cross{stroke:\(colour.bad);stroke-width:2}
    .grid{stroke:\(colour.grid)}.day{stroke:\(colour.day)}
    .leader{stroke:\(colour.faint);stroke-width:.7}
    .leader.odd{stroke:\(colour.odd)}.leader.bad{stroke:\(colour.bad)}
    .moved{stroke:\(colour.odd);stroke-width:1.5;stroke-dasharray:4 2}
    .event{stroke:\(colour.ink);stroke-dasharray:5 3}.event.bad{stroke:\(colour.bad)}
    .use{fill:\(colour.use)}
    .lost{fill:url(#lost);stroke:\(colour.use)}
    .interval{fill:\(colour.interval);stroke:\(colour.edge)}
    .shield{fill:\(colour.shield)}
    .idle{fill:url(#idle);stroke:\(colour.idle)}
    .down{fill:url(#down);stroke:\(colour.bad)}
    .h-lost{stroke:\(colour.use)}.h-idle{stroke:\(colour.idle)}.h-down{stroke:\(colour.bad)}

    """
  }

  static func write(to svg: inout SVGWriter) {
    svg.element("style", [:], words: sheet)
    svg.container("defs") { svg in
      for name in ["lost", "idle", "down"] {
        svg.container(
          "pattern",
          [
            "id": name, "width": "5", "height": "5", "patternUnits": "userSpaceOnUse",
            "patternTransform": "rotate(45)",
          ]
        ) { $0.element("path", ["d": "M0 0V5", "class": "h-\(name)", "stroke-width": "2"]) }
      }
    }
  }
}
