public import FoundationEssentials

/// The offsets of one time zone from UTC, for all time.
///
/// Pavise has its own because the rules of Foundation come with the toolchain, not with the system's tzdata, and are
/// wrong in some zones. A value holds no file and no clock. Instants are whole seconds; those more than 30,000 years
/// away are treated as if they were that far.
public struct TimeZoneRules: Sendable, Equatable {
  /// What the zone is called, as in `Europe/Berlin`; the `TZ` string itself for rules made of one.
  public let identifier: String

  /// The instants at which the offset changes, ascending.
  private let transitions: [Int]
  /// `offsets[n]` holds up to `transitions[n]`, so there is one more of these.
  private let offsets: [Int]
  private let recurrence: Recurrence

  /// Where the transitions go on beyond their table. A rule's 400 years are tabulated; after them the calendar
  /// and its weekdays, and with them every rule, come again.
  private enum Recurrence: Equatable {
    case none
    case afterLast
    case beforeFirstAndAfterLast
  }

  /// Reads the content of a TZif file, versions 1 to 4.
  public init(
    tzif bytes: some Collection<UInt8>, identifier: String
  ) throws(TimeZoneRulesError) {
    let file = try TZif(Array(bytes))
    let rule = file.footer.isEmpty ? nil : try PosixRule(parsing: file.footer)
    let isReachable = { (transition: (instant: Int, offset: Int)) in
      abs(clamping: transition.instant) < instantLimit
    }
    let tooEarly = file.transitions.prefix { $0.instant <= -instantLimit }
    self.init(
      identifier: identifier, initialOffset: tooEarly.last?.offset ?? file.initialOffset,
      transitions: file.transitions.filter(isReachable), rule: rule)
  }

  /// Reads a POSIX `TZ` string such as `CET-1CEST,M3.5.0,M10.5.0/3`; its rule holds for all time.
  public init(posix text: String) throws(TimeZoneRulesError) {
    let rule = try PosixRule(parsing: text)
    self.init(
      identifier: text, initialOffset: rule.standardOffset, transitions: [], rule: rule)
  }

  public static let utc = TimeZoneRules(
    identifier: "UTC", initialOffset: 0, transitions: [], rule: nil)

  private init(
    identifier: String, initialOffset: Int, transitions: [(instant: Int, offset: Int)],
    rule: PosixRule?
  ) {
    self.identifier = identifier
    var offsets = [initialOffset]
    var instants: [Int] = []
    for (instant, offset) in transitions where offset != offsets.last {
      instants.append(instant)
      offsets.append(offset)
    }
    let last = transitions.last?.instant
    let year = last.map { CivilTime(seconds: $0).year } ?? 1970
    let changes = rule?.changes(in: (year - 1)...(year + 402)) ?? []
    if let rule, last == nil { offsets = [changes.first?.offset ?? rule.standardOffset] }
    for (instant, offset) in changes where instant > last ?? .min && offset != offsets.last {
      instants.append(instant)
      offsets.append(offset)
    }
    self.transitions = instants
    self.offsets = offsets
    let isRecurring = changes.count > 1
    recurrence = !isRecurring ? .none : last == nil ? .beforeFirstAndAfterLast : .afterLast
  }
}

// MARK: Offsets

extension TimeZoneRules {
  /// Seconds east of UTC.
  public func offset(at date: Date) -> Int {
    segment(at: date.flooredSeconds).offset
  }

  /// What the wall clock shows.
  public func localTime(at date: Date) -> CivilTime {
    let seconds = date.flooredSeconds
    return CivilTime(seconds: seconds + segment(at: seconds).offset)
  }

  /// A stretch of time with one offset, as long as possible.
  struct Segment {
    /// The first instant, and the first one after it; both far beyond any instant where there is no transition.
    var start, end: Int
    var offset: Int
    /// The offset before `start`.
    var previousOffset: Int

    /// Local times that the clock skipped at `start`, as seconds; nil where it did not.
    var skipped: Range<Int>? {
      offset > previousOffset ? start + previousOffset..<start + offset : nil
    }

    /// The first local time of the segment that the clock had not shown before.
    var firstNewLocal: Int { start + max(offset, previousOffset) }
  }

  func segment(at instant: Int) -> Segment {
    let shift = shift(at: instant)
    let index = index(at: instant - shift)
    return Segment(
      start: index == 0 ? -Segment.never : transitions[index - 1] + shift,
      end: index == transitions.count ? Segment.never : transitions[index] + shift,
      offset: offsets[index], previousOffset: offsets[max(0, index - 1)])
  }

  /// How far `instant` is, in whole cycles, from the one of the table that has the same offset.
  private func shift(at instant: Int) -> Int {
    guard recurrence != .none, let first = transitions.first, let last = transitions.last else {
      return 0
    }
    let cycle = daysPerCycle * secondsPerDay
    if instant >= last { return ((instant - last) / cycle + 1) * cycle }
    if recurrence == .beforeFirstAndAfterLast, instant < first {
      return -((first - instant) / cycle + 1) * cycle
    }
    return 0
  }

  /// The number of transitions up to and including `instant`.
  private func index(at instant: Int) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension TimeZoneRules.Segment {
  /// Beyond every instant, and such that adding an offset does not overflow.
  static let never = 1 << 60
}
