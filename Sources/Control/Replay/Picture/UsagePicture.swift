/// A day of use and the week that it ends, as SVG: how long on each day, in which hours of the day, and with what.
package struct UsagePicture: Equatable, Sendable {
  package struct Bar: Equatable, Sendable {
    package var label: String
    package var seconds: Int

    package init(_ label: String, seconds: Int) {
      self.label = label
      self.seconds = seconds
    }
  }

  package var title: String
  package var subtitle: String
  /// The oldest first; the last one is the day.
  package var week: [Bar]
  /// Seconds in each hour of the clock, 24 of them.
  package var hours: [Int]
  /// Of the day, the most used first.
  package var applications: [Bar]
  /// How use is measured.
  package var foot: String
  /// A length of time in words.
  private let words: @Sendable (Int) -> String

  package init(
    title: String, subtitle: String, week: [Bar], hours: [Int], applications: [Bar],
    foot: String, words: @escaping @Sendable (Int) -> String
  ) {
    self.title = title
    self.subtitle = subtitle
    self.week = week
    self.hours = hours
    self.applications = applications
    self.foot = foot
    self.words = words
  }

  package static func == (one: Self, other: Self) -> Bool { one.svg == other.svg }

  // MARK: Measures

  private static let width = 760.0
  private static let margin = 28.0
  private static let right = width - margin
  private static let chart = 120.0
  /// More applications than these are told as a number.
  private static let shownApplications = 10
  private static let line = 24.0

  private var shown: ArraySlice<Bar> { applications.prefix(Self.shownApplications) }

  package var svg: String {
    let weekTop = 104.0
    let hoursTop = weekTop + Self.chart + 66
    let listTop = hoursTop + Self.chart + 66
    let rows = max(shown.count + (applications.count > shown.count ? 1 : 0), 1)
    let height = listTop + Double(rows) * Self.line + 44
    var svg = SVGWriter()
    svg.container(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": "0 0 \(SVGWriter.number(Self.width)) \(SVGWriter.number(height))",
        "width": SVGWriter.number(Self.width), "height": SVGWriter.number(height), "role": "img",
      ]
    ) { svg in
      svg.element("title", [:], words: "\(title): \(subtitle)")
      PictureStyle.write(to: &svg)
      svg.element("rect", ["width": "100%", "height": "100%", "class": "paper"])
      svg.words(title, Self.margin, 42, look: "title")
      svg.words(subtitle, Self.margin, 64, look: "faint")
      drawWeek(to: &svg, top: weekTop)
      drawHours(to: &svg, top: hoursTop)
      drawApplications(to: &svg, top: listTop)
      svg.words(foot, Self.margin, height - 18, look: "faint")
    }
    return svg.text
  }

  // MARK: Parts

  private func drawWeek(to svg: inout SVGWriter, top: Double) {
    svg.words("The week", Self.margin, top - 12, look: "name")
    let base = top + Self.chart
    let highest = Double(max(week.map(\.seconds).max() ?? 0, 3600))
    let step = (Self.right - Self.margin) / Double(max(week.count, 1))
    svg.line(Self.margin, base, Self.right, base, look: "day")
    for (index, day) in week.enumerated() {
      let middle = Self.margin + step * (Double(index) + 0.5)
      let height = Double(day.seconds) / highest * (Self.chart - 22)
      let isLast = index == week.count - 1
      if day.seconds > 0 {
        svg.bar(
          from: middle - step * 0.3, to: middle + step * 0.3, y: base - max(height, 1),
          height: max(height, 1), look: isLast ? "use" : "interval",
          title: "\(day.label): \(words(day.seconds))")
        centred(words(day.seconds), middle, base - height - 6, "small", to: &svg)
      } else {
        centred("–", middle, base - 6, "faint", to: &svg)
      }
      centred(day.label, middle, base + 17, isLast ? "name" : "faint", to: &svg)
    }
  }

  private func drawHours(to svg: inout SVGWriter, top: Double) {
    svg.words("The day, hour by hour", Self.margin, top - 12, look: "name")
    let base = top + Self.chart
    let step = (Self.right - Self.margin) / 24
    for (seconds, label) in [(3600, "60 min"), (1800, "30 min")] {
      let y = base - Double(seconds) / 3600 * (Self.chart - 6)
      svg.line(Self.margin, y, Self.right, y, look: "grid")
      svg.words(label, Self.right, y - 3, look: "faint", endsThere: true)
    }
    svg.line(Self.margin, base, Self.right, base, look: "day")
    for (hour, seconds) in hours.enumerated() where seconds > 0 {
      // An hour that the clocks repeat may hold two.
      let height = Double(min(seconds, 3600)) / 3600 * (Self.chart - 6)
      let x = Self.margin + step * Double(hour)
      svg.bar(
        from: x + 2, to: x + step - 2, y: base - max(height, 1), height: max(height, 1),
        look: "use", title: "\(hour):00: \(words(seconds))")
    }
    for hour in stride(from: 0, through: 24, by: 3) {
      let x = Self.margin + step * Double(hour)
      svg.line(x, base, x, base + 4, look: "day")
      centred("\(hour < 10 ? "0" : "")\(hour):00", x, base + 17, "faint", to: &svg)
    }
  }

  private func drawApplications(to svg: inout SVGWriter, top: Double) {
    svg.words("With what", Self.margin, top - 12, look: "name")
    guard !shown.isEmpty else {
      svg.words("nothing that is known", Self.margin, top + 14, look: "faint")
      return
    }
    let start = Self.margin + 190
    let end = Self.right - 80
    let highest = Double(max(shown.first?.seconds ?? 0, 1))
    for (index, use) in shown.enumerated() {
      let y = top + Double(index) * Self.line
      svg.words(Self.shortened(use.label), start - 12, y + 14, endsThere: true)
      let length = Double(use.seconds) / highest * (end - start)
      svg.bar(
        from: start, to: start + length, y: y + 3, height: 14, look: "use",
        title: "\(use.label): \(words(use.seconds))")
      svg.words(words(use.seconds), start + max(length, 1) + 8, y + 14, look: "small")
    }
    let rest = applications.dropFirst(shown.count)
    if !rest.isEmpty {
      let sum = rest.reduce(0) { $0 + $1.seconds }
      svg.words(
        "and \(rest.count) more, \(words(sum))", start,
        top + Double(shown.count) * Self.line + 14, look: "faint")
    }
  }

  private func centred(
    _ words: String, _ x: Double, _ y: Double, _ look: String, to svg: inout SVGWriter
  ) {
    svg.element(
      "text",
      [
        "x": SVGWriter.number(x), "y": SVGWriter.number(y), "class": look, "text-anchor": "middle",
      ], words: words)
  }

  private static func shortened(_ name: String) -> String {
    name.count > 26 ? name.prefix(25) + "…" : name
  }
}
