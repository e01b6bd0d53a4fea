/// The words of a command line, sorted into options and the rest. Options may stand anywhere; after `--` there are none.
struct Arguments {
  private(set) var options: [Option: [String]] = [:]
  private(set) var operands: [String] = []
  private(set) var command: CommandName?

  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    var mayBeOption = true
    var given: [Given] = []
    while let word = rest.popFirst() {
      if mayBeOption, word == "--" {
        mayBeOption = false
      } else if mayBeOption, word.hasPrefix("-"), word != "-" {
        given.append(Given(word, rest: &rest, after: operands.first))
      } else {
        operands.append(word)
      }
    }
    if let word = operands.first {
      operands.removeFirst()
      command = CommandName(rawValue: word)
      if command == nil { throw .unknownCommand(word) }
    }
    for option in given { try take(option) }
  }

  func has(_ option: Option) -> Bool { options[option] != nil }

  func value(_ option: Option) -> String? { options[option]?.first }

  func values(_ option: Option) -> [String] { options[option] ?? [] }

  /// An option as it was typed.
  private struct Given {
    let option: Option?
    let word: String
    let value: String?

    init(_ text: String, rest: inout ArraySlice<String>, after command: String?) {
      if let known = Option(word: text, after: command) {
        option = known
        word = text
        value = known.takesValue ? rest.popFirst() : nil
        return
      }
      let isLong = text.hasPrefix("--")
      let end = isLong ? text.firstIndex(of: "=") ?? text.endIndex : text.prefix(2).endIndex
      word = String(text[..<end])
      option = Option(word: word, after: command)
      value = end == text.endIndex ? nil : String(text[end...].dropFirst(isLong ? 1 : 0))
    }
  }

  private mutating func take(_ given: Given) throws(UsageError) {
    guard let option = given.option else { throw .unknownOption(given.word, command) }
    if let command, !command.options.union(Option.global).contains(option) {
      throw .foreignOption(given.word, command)
    }
    if option.takesValue {
      guard let value = given.value, !value.isEmpty else {
        throw .missingValue(given.word, command)
      }
    } else if let value = given.value {
      throw .unexpectedValue(option: given.word, value: value, command)
    }
    if options[option] != nil, !option.mayRepeat { throw .repeated(given.word, command) }
    options[option, default: []].append(given.value ?? "")
  }
}
