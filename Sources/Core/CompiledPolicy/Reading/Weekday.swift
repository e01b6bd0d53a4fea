/// A day of the week. The raw value counts from Sunday, 0.
enum Weekday: Int, CaseIterable {
  case sunday, monday, tuesday, wednesday, thursday, friday, saturday

  static let weekdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
  static let weekend: [Weekday] = [.saturday, .sunday]

  /// `monday`, `Mon`, `tues`: an English name in any case, or its beginning of at least three letters.
  init?(name: String) {
    let name = Words.normalized(name).filter { $0 != "." }
    guard name.count >= 3,
      let day = Self.allCases.first(where: { "\($0)".hasPrefix(name) })
    else { return nil }
    self = day
  }

  /// As `DateComponents` counts: Sunday is 1.
  var component: Int { rawValue + 1 }

  var abbreviation: String { String("\(self)".prefix(3)) }
}
