import Replay

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
}
