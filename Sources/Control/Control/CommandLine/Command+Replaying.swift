import Replay
import TimeZoneRules

extension Command {
  static func replay(
    _ arguments: Arguments, _ form: Form, _ operands: inout Operands
  ) throws(UsageError) -> Command {
    if arguments.has(.listQuirks) { return .listQuirks }
    guard !operands.isAtEnd else {
      throw .missingOperand("a scenario FILE or a FOLDER of them", .replay)
    }
    var request = ReplayRequest(form: form, paths: operands.rest())
    for name in arguments.values(.quirk) {
      guard let quirk = Quirk(rawValue: name) else {
        let near = Suggestion.words(for: name, among: Quirk.allCases.map(\.rawValue))
        throw .badValue(what: "--quirk", value: name, expected: "a known quirk\(near)", .replay)
      }
      if !request.quirks.contains(quirk) { request.quirks.append(quirk) }
    }
    if let text = arguments.value(.seed) {
      guard let seed = UInt64(text) else {
        throw .badValue(what: "--seed", value: text, expected: "a whole number from 0 on", .replay)
      }
      request.seed = seed
    }
    request.picture = arguments.value(.picture)
    return .replay(request)
  }

  static func simulate(
    _ arguments: Arguments, _ form: Form, _ operands: inout Operands
  ) throws(UsageError) -> Command {
    let policy = try operands.required("a POLICY.json")
    guard let from = arguments.value(.from) else { throw .missingOperand("--from DATE", .simulate) }
    guard let days = arguments.value(.days) else { throw .missingOperand("--days N", .simulate) }
    guard let first = day(from) else {
      throw .badValue(
        what: "--from", value: from, expected: "a date such as 2026-03-28", .simulate)
    }
    guard let count = Int(days), (1...3660).contains(count) else {
      throw .badValue(
        what: "--days", value: days, expected: "a number of days from 1 to 3660", .simulate)
    }
    return .simulate(
      SimulateRequest(
        form: form, policy: policy, from: first, days: count, zone: arguments.value(.zone),
        use: arguments.value(.use), picture: arguments.value(.picture)))
  }

  private static func day(_ text: String) -> CivilTime? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2]), year >= 1970, (1...12).contains(month), day >= 1,
      day <= CivilTime.daysInMonth(year: year, month: month)
    else { return nil }
    return CivilTime(year: year, month: month, day: day)
  }
}
