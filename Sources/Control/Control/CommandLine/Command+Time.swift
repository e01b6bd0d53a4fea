import TimeZoneRules

extension Command {
  /// What `pavise usage` is asked for.
  package struct UsageRequest: Equatable, Sendable {
    package var form: Form = .text
    /// As `2026-03-28`; nil for today.
    package var day: String?
    package var isWeek = false
    package var picture: String?

    static let help = [
      "Shows how long applications were used today, and in all. The last minute may be missing.",
      "",
      "  --day DATE  another day of the last 31, as 2026-03-28",
      "  --week      the seven days up to that day",
      "  --json      one JSON object instead of text",
      "  --picture FILE.svg",
      "              that day and its week as a picture too",
    ]

    init(_ arguments: Arguments, _ form: Form) throws(UsageError) {
      self.form = form
      isWeek = arguments.has(.week)
      picture = arguments.value(.picture)
      guard let text = arguments.value(.day) else { return }
      guard CivilTime(date: text) != nil else {
        throw .badValue(what: "--day", value: text, expected: "a date as 2026-03-28", .usage)
      }
      day = text
    }
  }

  /// What `pavise extend` is asked for.
  package struct ExtensionRequest: Equatable, Sendable {
    /// Nil for every limit.
    package var application: String?
    package var minutes: Int

    /// A day is the longest that makes sense.
    private static let allowed = 1...1440

    static let help = [
      "Grants extra time for today: for one application's own limit, or with “all” for the daily",
      "limit and every application's. What is shielded by it is lifted at once, and shielded again",
      "when the extra time is used up. Works without a network. Who granted it stands in the journal.",
    ]

    init(_ application: String, _ minutes: String?) throws(UsageError) {
      guard let minutes else { throw .missingOperand("a number of MINUTES", .extend) }
      guard let number = Int(minutes), Self.allowed.contains(number) else {
        throw .badValue(
          what: "MINUTES", value: minutes, expected: "a whole number from 1 to 1440", .extend)
      }
      self.application = application == "all" ? nil : application
      self.minutes = number
    }
  }
}

extension CivilTime {
  /// Midnight of a date as `2026-03-28`; nil if there is no such date.
  init?(date text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count == 10, parts.count == 3, parts[0].utf8.count == 4,
      parts[1].utf8.count == 2, let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2])
    else { return nil }
    let time = CivilTime(year: year, month: month, day: day)
    guard time.date == text else { return nil }
    self = time
  }

  /// As `2026-03-28`.
  var date: String { String(description.prefix { $0 != " " }) }
}
