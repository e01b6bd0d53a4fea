/// Why the words of a command line are no command.
package enum UsageError: Error, Equatable, Sendable {
  case noCommand
  case unknownCommand(String)
  case unknownOption(String, CommandName?)
  /// The option belongs to other commands.
  case foreignOption(String, CommandName)
  case missingValue(String, CommandName?)
  case unexpectedValue(option: String, value: String, CommandName?)
  case repeated(String, CommandName?)
  /// The two cannot go together.
  case conflict(String, String, CommandName)
  case missingOperand(String, CommandName)
  case extraOperand(String, CommandName)
  /// `what` names the operand or option, `expected` says what it may be.
  case badValue(what: String, value: String, expected: String, CommandName)

  /// The command that was meant, if that is known.
  var command: CommandName? {
    switch self {
    case .noCommand, .unknownCommand: nil
    case .unknownOption(_, let command), .missingValue(_, let command),
      .unexpectedValue(_, _, let command), .repeated(_, let command):
      command
    case .foreignOption(_, let command), .conflict(_, _, let command),
      .missingOperand(_, let command), .extraOperand(_, let command),
      .badValue(_, _, _, let command):
      command
    }
  }
}

extension UsageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noCommand: "no command given"
    case .unknownCommand(let word):
      "unknown command “\(word)”"
        + Suggestion.words(for: word, among: CommandName.allCases.map(\.rawValue))
    case .unknownOption(let word, let command):
      "unknown option “\(word)”"
        + Suggestion.words(
          for: word,
          among: Option.global.union(command?.options ?? []).map(\.rawValue))
    case .foreignOption(let option, let command):
      "“\(command.rawValue)” has no option “\(option)”"
    case .missingValue(let option, _): "“\(option)” needs a value"
    case .unexpectedValue(let option, let value, _):
      "“\(option)” takes no value, but “\(value)” was given"
    case .repeated(let option, _): "“\(option)” was given twice"
    case .conflict(let first, let second, _): "“\(first)” and “\(second)” cannot go together"
    case .missingOperand(let what, let command):
      "“\(command.rawValue)” needs \(what)"
    case .extraOperand(let word, _): "unexpected argument “\(word)”"
    case .badValue(let what, let value, let expected, _):
      "\(what): “\(value)” is not \(expected)"
    }
  }
}
