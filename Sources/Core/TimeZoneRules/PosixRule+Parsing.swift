extension PosixRule {
  /// Parses `std offset [dst [offset] [,start[/time],end[/time]]]`.
  ///
  /// Without a rule the one of the United States is meant, as in the C library.
  init(parsing text: String) throws(TimeZoneRulesError) {
    var parser = Parser(text: text)
    try parser.name()
    standardOffset = -(try parser.signedTime(maximumHours: 24))
    guard !parser.isAtEnd else { return }
    try parser.name()
    var daylight = Daylight(
      offset: standardOffset + 3600,
      start: YearlyMoment(day: .weekday(month: 3, week: 2, weekday: 0)),
      end: YearlyMoment(day: .weekday(month: 11, week: 1, weekday: 0)))
    if !parser.isAtEnd, !parser.isNext(",") {
      daylight.offset = -(try parser.signedTime(maximumHours: 24))
    }
    if !parser.isAtEnd {
      daylight.start = try parser.moment()
      daylight.end = try parser.moment()
    }
    self.daylight = daylight
    guard parser.isAtEnd else { throw parser.expected("the end") }
  }
}

private struct Parser {
  private let text: String
  private let bytes: [UInt8]
  private var position = 0

  init(text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  func isNext(_ character: Unicode.Scalar) -> Bool {
    !isAtEnd && bytes[position] == UInt8(ascii: character)
  }

  func expected(_ what: String) -> TimeZoneRulesError {
    .posix(text, position: position, expected: what)
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard isNext(character) else { return false }
    position += 1
    return true
  }

  private mutating func demand(_ character: Unicode.Scalar) throws(TimeZoneRulesError) {
    guard skip(character) else { throw expected("\"\(character)\"") }
  }

  /// At least three letters, or anything of letters, digits and signs in angle brackets.
  mutating func name() throws(TimeZoneRulesError) {
    let isQuoted = skip("<")
    let first = position
    while !isAtEnd {
      switch bytes[position] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9") where isQuoted: break
      case UInt8(ascii: "+") where isQuoted, UInt8(ascii: "-") where isQuoted: break
      default:
        guard position - first >= 3 else { throw expected("a name of three characters") }
        if isQuoted { try demand(">") }
        return
      }
      position += 1
    }
    guard position - first >= 3 else { throw expected("a name of three characters") }
    if isQuoted { try demand(">") }
  }

  private mutating func number(
    _ range: ClosedRange<Int>, _ what: String
  ) throws(TimeZoneRulesError) -> Int {
    let first = position
    var value = 0
    while !isAtEnd, position - first < 3, case let digit = Int(bytes[position]) - 48,
      (0...9).contains(digit)
    {
      value = value * 10 + digit
      position += 1
    }
    guard position > first, range.contains(value) else {
      position = first
      throw expected("\(what) from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  mutating func signedTime(maximumHours: Int) throws(TimeZoneRulesError) -> Int {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    var seconds = try number(0...maximumHours, "hours") * 3600
    if skip(":") { seconds += try number(0...59, "minutes") * 60 }
    if skip(":") { seconds += try number(0...59, "seconds") }
    return isNegative ? -seconds : seconds
  }

  /// `,Jn`, `,n` or `,Mm.w.d`, each with `/time` or without.
  mutating func moment() throws(TimeZoneRulesError) -> YearlyMoment {
    try demand(",")
    var moment = YearlyMoment(day: try day())
    if skip("/") { moment.time = try signedTime(maximumHours: 167) }
    return moment
  }

  private mutating func day() throws(TimeZoneRulesError) -> YearlyMoment.Day {
    if skip("J") { return .withoutLeapDay(try number(1...365, "a day")) }
    guard skip("M") else { return .withLeapDay(try number(0...365, "a day")) }
    let month = try number(1...12, "a month")
    try demand(".")
    let week = try number(1...5, "a week")
    try demand(".")
    return .weekday(month: month, week: week, weekday: try number(0...6, "a weekday"))
  }
}
