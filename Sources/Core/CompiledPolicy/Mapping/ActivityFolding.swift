import DeviceActivity
import FoundationEssentials
import ManagedSettings

/// Minutes of the week as repeating activities (rule P7).
///
/// Windows that touch or overlap are one run first. Runs that are alike on several days and meet nothing else then are
/// one daily activity if every other day is covered at these times too; every other run is one weekly activity. Fewer
/// activities than these cannot be exactly those minutes. Nothing is widened to fit.
struct ActivityFolding {
  struct Window: Equatable {
    /// Nil for a daily window.
    let weekday: Weekday?
    let span: WeekRun
  }

  private(set) var windows: [Window] = []
  /// Runs shorter than an activity may be.
  private(set) var tooShort: [WeekRun] = []
  /// Runs beyond the budget, the shortest ones.
  private(set) var tooMany: [WeekRun] = []

  private static let shortest = Int(IntervalLimits.shortest) / 60

  init(_ pattern: WeekPattern, budget: Int) {
    let runs = pattern.runs
    if pattern.isFull {
      windows = [Window(weekday: nil, span: WeekRun(start: 0, length: ClockTime.minutesOfDay))]
    } else {
      fold(runs, of: pattern)
    }
    keep(atMost: max(0, budget))
  }

  private mutating func fold(_ runs: [WeekRun], of pattern: WeekPattern) {
    let day = ClockTime.minutesOfDay
    var alike: [WeekRun: Int] = [:]
    for run in runs {
      alike[WeekRun(start: run.start % day, length: run.length), default: 0] += 1
    }
    var daily: Set<WeekRun> = []
    for run in runs {
      let shape = WeekRun(start: run.start % day, length: run.length)
      guard run.length >= Self.shortest else {
        tooShort.append(run)
        continue
      }
      if alike[shape, default: 0] > 1, pattern.hasDaily(shape) {
        if daily.insert(shape).inserted { windows.append(Window(weekday: nil, span: shape)) }
      } else {
        windows.append(Window(weekday: Weekday(rawValue: run.start / day), span: run))
      }
    }
  }

  /// The windows that cover most of the week stay.
  private mutating func keep(atMost budget: Int) {
    guard windows.count > budget else { return }
    let byCoverage = windows.indices.sorted {
      (-windows[$0].minutesOfWeek, $0) < (-windows[$1].minutesOfWeek, $1)
    }
    tooMany = byCoverage.dropFirst(budget).sorted().flatMap { windows[$0].runs }
    windows = byCoverage.prefix(budget).sorted().map { windows[$0] }
  }
}

extension WeekPattern {
  /// Whether every day has these minutes.
  fileprivate func hasDaily(_ shape: WeekRun) -> Bool {
    guard shape.length <= ClockTime.minutesOfDay else { return false }
    return Weekday.allCases.allSatisfy { day in
      let start = day.rawValue * ClockTime.minutesOfDay + shape.start
      return (start..<start + shape.length).allSatisfy { self[$0] }
    }
  }
}

extension ActivityFolding.Window {
  fileprivate var minutesOfWeek: Int { weekday == nil ? span.length * 7 : span.length }

  /// The minutes of the week that it covers.
  var runs: [WeekRun] {
    guard weekday == nil else { return [span] }
    return Weekday.allCases.map {
      WeekRun(start: $0.rawValue * ClockTime.minutesOfDay + span.start, length: span.length)
    }
  }

  /// Like `daily-2100` or `mon-2100`: by the start, so that a window that ends later than before is the same one (rule I6).
  var name: String {
    let minute = span.start % ClockTime.minutesOfDay
    return
      "\(weekday?.abbreviation ?? "daily")-\(Self.digits(minute / 60))\(Self.digits(minute % 60))"
  }

  var schedule: DeviceActivitySchedule {
    DeviceActivitySchedule(
      intervalStart: components(span.start), intervalEnd: components(span.start + span.length),
      repeats: true)
  }

  private func components(_ minuteOfWeek: Int) -> DateComponents {
    let minute = minuteOfWeek % WeekPattern.length
    let day = Weekday(rawValue: minute / ClockTime.minutesOfDay)
    return DateComponents(
      hour: minute % ClockTime.minutesOfDay / 60, minute: minute % 60,
      weekday: weekday == nil ? nil : day?.component)
  }

  private static func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

extension WeekRun: CustomStringConvertible {
  /// Like `mon 21:00`.
  var description: String {
    let minute = start % ClockTime.minutesOfDay
    let day = Weekday(rawValue: start / ClockTime.minutesOfDay % 7)
    let digits = "0\(minute % 60)".suffix(2)
    return "\(day?.abbreviation ?? "") \(minute / 60):\(digits)"
  }
}
