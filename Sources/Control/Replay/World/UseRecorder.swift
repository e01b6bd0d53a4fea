import ActivityEngine
import FoundationEssentials

/// The device's own record of what is in use. It outlives every program, and knows of a use only up to now.
///
/// Positions are seconds of true time since the story began.
struct UseRecorder {
  private struct Record {
    var subjects: Set<UseSubject>
    var from: TimeInterval
    var to: TimeInterval
    /// The wall clock, as far as it could be believed, when it began.
    var start: Date
  }

  private struct Active {
    var name: String
    var until: TimeInterval
  }

  private var records: [Record] = []
  private var active: [Active] = []
  /// Boundaries of idle stretches still to come, the next one last.
  private var idleChanges: [TimeInterval]
  private var isIdle = false
  private var isSuspended = false
  private var shielded: Set<String> = []
  private(set) var position: TimeInterval = 0
  private(set) var current: Set<UseSubject> = []
  /// Whether the last record is still growing.
  private var isOpen = false
  private(set) var log = UseLog()

  init(idle: [(from: TimeInterval, to: TimeInterval)]) {
    idleChanges = idle.flatMap { [$0.from, $0.to] }.reversed()
  }

  var isDeviceInUse: Bool { !isIdle && !isSuspended }

  /// When what is in use, or whether the device is, changes next by itself.
  var nextChange: TimeInterval? {
    [active.map(\.until).min(), idleChanges.last].compactMap(\.self).min()
  }

  /// Records what was used up to `position`, at or before ``nextChange``.
  mutating func advance(to position: TimeInterval) {
    if position > self.position {
      if isOpen { records[records.endIndex - 1].to = position }
      for name in Set(active.map(\.name)).sorted() {
        log.extend(name, isCounted: isCounting(name), from: self.position, to: position)
      }
      self.position = position
    }
  }

  /// Lets uses and idle stretches begin and end at the present position, and notes what is in use from here on.
  ///
  /// - Returns: Whether that changed, or whether the device is in use.
  mutating func update(
    start: Date, subject: (String) -> UseSubject
  ) -> Bool {
    let (before, wasInUse) = (current, isDeviceInUse)
    active.removeAll { $0.until <= position }
    while let change = idleChanges.last, change <= position {
      isIdle.toggle()
      idleChanges.removeLast()
    }
    current = Set(active.filter { isCounting($0.name) }.map { subject($0.name) })
    isOpen = !current.isEmpty
    if isOpen, !isContinued(at: start) {
      records.append(Record(subjects: current, from: position, to: position, start: start))
    }
    return current != before || isDeviceInUse != wasInUse
  }

  /// Whether the last record goes on: the same things are in use, and nobody has set the clock.
  private func isContinued(at start: Date) -> Bool {
    guard let last = records.last, last.to == position, last.subjects == current else {
      return false
    }
    let expected = last.start.addingTimeInterval(last.to - last.from)
    return abs(expected.timeIntervalSince(start)) < 0.001
  }

  private func isCounting(_ name: String) -> Bool {
    isDeviceInUse && !shielded.contains(name)
  }

  /// What begins takes effect at the next ``update(start:subject:)``.
  mutating func begin(_ name: String, until: TimeInterval) {
    active.append(Active(name: name, until: until))
  }

  mutating func setSuspended(_ value: Bool) { isSuspended = value }

  mutating func setShielded(_ names: Set<String>) { shielded = names }

  // MARK: What the monitor is told

  /// What was used since `cursor`.
  func report(since cursor: TimeInterval) -> UseReport {
    UseReport(
      spans: spans(from: cursor, to: position), current: current, isDeviceInUse: isDeviceInUse,
      cursor: position)
  }

  /// What was used from `instant`, by the wall clock, up to `cursor`.
  func past(from instant: Date, to cursor: TimeInterval) -> [UseSpan] {
    spans(from: 0, to: cursor).filter { $0.start.addingTimeInterval($0.seconds) > instant }
  }

  private func spans(from: TimeInterval, to: TimeInterval) -> [UseSpan] {
    var spans: [UseSpan] = []
    for record in records.reversed() {
      if record.to <= from { break }
      let (begin, end) = (max(record.from, from), min(record.to, to))
      guard begin < end else { continue }
      spans.append(
        UseSpan(
          subjects: record.subjects, start: record.start.addingTimeInterval(begin - record.from),
          seconds: end - begin))
    }
    return spans.reversed()
  }
}

/// Which use counted and which did not, name by name, for the transcript.
struct UseLog {
  struct Entry {
    var name: String
    var isCounted: Bool
    var from: TimeInterval
    var to: TimeInterval
  }

  private(set) var entries: [Entry] = []
  private var last: [String: Int] = [:]

  mutating func extend(_ name: String, isCounted: Bool, from: TimeInterval, to: TimeInterval) {
    if let index = last[name], entries[index].to == from, entries[index].isCounted == isCounted {
      entries[index].to = to
    } else {
      last[name] = entries.count
      entries.append(Entry(name: name, isCounted: isCounted, from: from, to: to))
    }
  }
}
