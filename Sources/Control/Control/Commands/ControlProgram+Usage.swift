import FoundationEssentials
import Replay
import SharedDirectory
import TimeZoneRules
import UseAccounting

extension ControlProgram {
  func showUsage(_ request: Command.UsageRequest) throws {
    try requireDirectory()
    let times = try localTimes()
    let last = request.day.flatMap { CivilTime(date: $0) } ?? times.zone.localTime(at: world.now)
    let week = try (0..<7).reversed().map { back in
      let day = CivilTime(year: last.year, month: last.month, day: last.day - back)
      return UsageReport.Day(
        day: day.date, usage: try directory.read(.usage(day.date)), in: times.zone)
    }
    let inForce = try directory.salvage(.inForce)
    let report = UsageReport(
      managedUser: try readConfiguration().managedUser, source: inForce?.use,
      days: request.isWeek ? week : week.suffix(1))
    let names = Dictionary(
      try world.applications(try readConfiguration()).map { ($0.identifier, $0.name) },
      uniquingKeysWith: { first, _ in first })
    if let path = request.picture {
      try PictureFiles(path).write([
        (last.date, UsagePicture(report, week: week, names: names).svg)
      ])
    }
    if request.form == .json { return try say(json: report) }
    UsageText(report: report, names: names, style: world.style).lines.forEach(say)
  }
}

extension UsagePicture {
  /// - Parameters:
  ///   - week: Seven days; the last one is shown hour by hour.
  ///   - names: By desktop identifier.
  fileprivate init(_ report: UsageReport, week: [UsageReport.Day], names: [String: String]) {
    let day = week.last
    let whose = report.managedUser.map { " of \(TextStyle.printable($0))" } ?? ""
    self.init(
      title: "Screen time\(whose)",
      subtitle: "\(day?.day ?? ""): \(UsageText.words(day?.seconds ?? 0))"
        + "   ·   in seven days: \(UsageText.words(week.reduce(0) { $0 + $1.seconds }))",
      week: week.map { Bar(Self.label($0.day), seconds: $0.seconds) }, hours: day?.hours ?? [],
      applications: (day?.applications ?? []).map {
        Bar(names[$0.application] ?? $0.application, seconds: $0.seconds)
      }, foot: UsageText.source(of: report), words: UsageText.words)
  }

  /// Like `Mon 30`.
  private static func label(_ date: String) -> String {
    guard let day = CivilTime(date: date) else { return date }
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    return "\(names[day.weekday - 1]) \(day.day)"
  }
}

/// What was used on some days, as `pavise usage --json` prints it.
struct UsageReport: Codable, Equatable {
  struct Day: Codable, Equatable {
    struct Application: Codable, Equatable {
      var application: String
      var seconds: Int
    }

    /// As `2026-03-28`.
    var day: String
    /// Of the device, whatever was used.
    var seconds: Int
    /// In each hour of the clock.
    var hours: [Int]
    /// The most used first.
    var applications: [Application]

    /// - Parameter usage: Nil for a day of which nothing is known.
    init(day: String, usage: UsageDay?, in zone: TimeZoneRules) {
      self.day = day
      seconds = Int((usage?.total ?? 0).rounded())
      hours = (usage?.byHour(in: zone) ?? Array(repeating: 0, count: 24)).map { Int($0.rounded()) }
      applications = (usage?.byApplication ?? [:])
        .map { Application(application: $0.key, seconds: Int($0.value.rounded())) }
        .sorted { ($1.seconds, $0.application) < ($0.seconds, $1.application) }
    }
  }

  var managedUser: String?
  /// How use is measured; nil while that is not known.
  var source: UseMeasurement?
  /// The oldest first.
  var days: [Day]
}

/// A ``UsageReport`` in words.
struct UsageText {
  let report: UsageReport
  /// By desktop identifier.
  let names: [String: String]
  let style: TextStyle

  var lines: [String] {
    let whose = report.managedUser.map { " by \(TextStyle.printable($0))" } ?? ""
    var lines: [String] = []
    if let day = report.days.first, report.days.count == 1 {
      lines.append(style.toned("Used on \(day.day)\(whose)", .heading))
      lines += applications(day.applications, total: day.seconds)
    } else if let first = report.days.first, let last = report.days.last {
      lines.append(style.toned("Used from \(first.day) to \(last.day)\(whose)", .heading))
      lines += week
    }
    return lines + ["", Self.source(of: report)]
  }

  private func applications(_ applications: [UsageReport.Day.Application], total: Int) -> [String] {
    var table = Table()
    for use in applications {
      table.add(Self.words(use.seconds), names[use.application] ?? use.application)
    }
    table.add(Self.words(total), "in all")
    return table.lines(style)
  }

  private var week: [String] {
    var days = Table()
    for day in report.days { days.add(day.day, Self.words(day.seconds)) }
    let sums = report.days.flatMap(\.applications).reduce(into: [String: Int]()) {
      $0[$1.application, default: 0] += $1.seconds
    }
    let uses = sums.map { UsageReport.Day.Application(application: $0.key, seconds: $0.value) }
      .sorted { ($1.seconds, $0.application) < ($0.seconds, $1.application) }
    return days.lines(style) + [""]
      + applications(uses, total: report.days.reduce(0) { $0 + $1.seconds })
  }

  /// How use is measured.
  static func source(of report: UsageReport) -> String {
    guard let source = report.source else { return "How use is measured is not known yet." }
    switch source.accuracy {
    case .enforced: return "Measured by the window in front (\(source.source))."
    case .partial(let reason): return "Measured in part: \(reason)."
    case .unsupported(let reason), .failed(let reason), .dry(let reason):
      return "Not measured: \(reason)."
    }
  }

  /// As `1 h 05 min`, below an hour as `5 min`, below a minute as `12 s`.
  @Sendable static func words(_ seconds: Int) -> String {
    if seconds < 60 { return "\(seconds) s" }
    let minutes = seconds / 60
    if minutes < 60 { return "\(minutes) min" }
    let rest = minutes % 60
    return "\(minutes / 60) h \(rest < 10 ? "0" : "")\(rest) min"
  }
}
