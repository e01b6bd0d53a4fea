import FamilyControls
import SharedDirectory

extension Command {
  init(_ arguments: Arguments) throws(UsageError) {
    if arguments.has(.help) {
      self = .help(arguments.command)
      return
    }
    if arguments.has(.version) {
      self = .version
      return
    }
    guard let name = arguments.command else { throw .noCommand }
    var operands = Operands(arguments.operands, of: name)
    let form: Form = arguments.has(.json) ? .json : .text
    switch name {
    case .authorize: self = .authorize(try operands.member())
    case .revoke: self = .revoke
    case .status: self = try .status(arguments, form)
    case .pick: self = try .pick(arguments, form, &operands)
    case .selections: self = .selections(form)
    case .shield: self = .shield(try operands.selectionName())
    case .unshield: self = .unshield(try operands.selectionName())
    case .clear: self = .clear
    case .usage: self = .usage(try UsageRequest(arguments, form))
    case .extend:
      self = .extend(
        try ExtensionRequest(try operands.required("an APP, or “all”"), operands.next()))
    case .apps: self = .apps(form, isAll: arguments.has(.all))
    case .why: self = .why(Self.desktopID(of: try operands.required("an APP")), form)
    case .log: self = try .log(arguments, form)
    case .config: self = .configuration(try ConfigurationRequest(&operands, form))
    case .register: self = try .register(arguments)
    case .sync: self = .sync
    case .push: self = try .push(arguments)
    case .categories: self = .categories(form)
    case .doctor: self = .doctor(form)
    case .privacy: self = .privacy(form)
    case .replay: self = try .replay(arguments, form, &operands)
    case .simulate: self = try .simulate(arguments, form, &operands)
    case .help: self = .help(try operands.topic())
    }
    try operands.end()
  }

  private static func status(_ arguments: Arguments, _ form: Form) throws(UsageError) -> Command {
    let isWatching = arguments.has(.watch)
    let isChecking = arguments.has(.check)
    if isWatching, isChecking { throw .conflict("--watch", "--check", .status) }
    return .status(form: form, isWatching: isWatching, isChecking: isChecking)
  }

  private static func pick(
    _ arguments: Arguments, _ form: Form, _ operands: inout Operands
  ) throws(UsageError) -> Command {
    let name = try operands.isAtEnd ? nil : operands.selectionName()
    let applications = operands.rest().map(desktopID(of:))
    let categories = arguments.values(.category)
    if arguments.has(.allCategories), !categories.isEmpty {
      throw .conflict("--category", "--all-categories", .pick)
    }
    let picksNothing = applications.isEmpty && categories.isEmpty && !arguments.has(.allCategories)
    guard let name, !picksNothing else {
      if !picksNothing { throw .missingOperand("a NAME for the selection", .pick) }
      if arguments.has(.answer) { throw .missingOperand("an APP to which --answer belongs", .pick) }
      return .listApplications(form)
    }
    if form == .json { throw .conflict("--json", "NAME", .pick) }
    var answers: [String: String] = [:]
    for text in arguments.values(.answer) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let application = desktopID(of: String(parts[0]))
      guard parts.count == 2, applications.contains(application), !parts[1].isEmpty else {
        throw .badValue(
          what: "--answer", value: text, expected: "APP=TEXT for an APP that is picked", .pick)
      }
      answers[application] = String(parts[1])
    }
    return .pick(
      PickRequest(
        name: name, applications: applications,
        categories: arguments.has(.allCategories) ? .all : .named(categories), answers: answers))
  }

  private static func log(_ arguments: Arguments, _ form: Form) throws(UsageError) -> Command {
    var request = LogRequest(form: form, isFollowing: arguments.has(.follow))
    if let text = arguments.value(.count) {
      if text == "all" {
        request.count = nil
      } else if let count = Int(text), count > 0 {
        request.count = count
      } else {
        throw .badValue(what: "-n", value: text, expected: "a number of entries or “all”", .log)
      }
    }
    return .log(request)
  }

  /// The identifier of a desktop file that may be written as its file name.
  private static func desktopID(of word: String) -> String {
    word.hasSuffix(".desktop") ? String(word.dropLast(".desktop".count)) : word
  }
}

extension Command.ConfigurationRequest {
  fileprivate init(_ operands: inout Operands, _ form: Command.Form) throws(UsageError) {
    guard let deed = operands.next() else {
      self = .show(form)
      return
    }
    switch deed {
    case "get": self = operands.isAtEnd ? .show(form) : .get(try operands.key(), form)
    case "set": self = .set(try operands.key(), try operands.required("a VALUE"))
    case "unset": self = .unset(try operands.key())
    default:
      throw .badValue(
        what: "config", value: deed, expected: "“get”, “set” or “unset”", .config)
    }
  }
}

/// The arguments of a command that are no options, one after the other.
struct Operands {
  private var words: ArraySlice<String>
  private let command: CommandName

  init(_ words: [String], of command: CommandName) {
    self.words = words[...]
    self.command = command
  }

  var isAtEnd: Bool { words.isEmpty }

  mutating func next() -> String? { words.popFirst() }

  mutating func rest() -> [String] {
    defer { words = [] }
    return Array(words)
  }

  mutating func required(_ what: String) throws(UsageError) -> String {
    guard let word = next() else { throw .missingOperand(what, command) }
    return word
  }

  func end() throws(UsageError) {
    if let extra = words.first { throw .extraOperand(extra, command) }
  }

  mutating func member() throws(UsageError) -> FamilyControlsMember {
    switch try required("a member: “child” or “individual”") {
    case "child": .child
    case "individual": .individual
    case let word:
      throw .badValue(
        what: command.rawValue, value: word, expected: "“child” or “individual”", command)
    }
  }

  /// A name that a file can have after its escaping.
  mutating func selectionName() throws(UsageError) -> String {
    let name = try required("the NAME of a selection")
    guard !name.isEmpty, FileName.escape(name).utf8.count <= 200 else {
      throw .badValue(
        what: "NAME", value: name, expected: "a name of 1 to 200 bytes", command)
    }
    return name
  }

  mutating func key() throws(UsageError) -> ConfigurationKey {
    let word = try required("a KEY")
    guard let key = ConfigurationKey(rawValue: word) else {
      let known = Suggestion.words(for: word, among: ConfigurationKey.allCases.map(\.rawValue))
      throw .badValue(
        what: "KEY", value: word, expected: "a key of the configuration\(known)", command)
    }
    return key
  }

  mutating func topic() throws(UsageError) -> CommandName? {
    guard let word = next() else { return nil }
    guard let topic = CommandName(rawValue: word) else { throw .unknownCommand(word) }
    return topic
  }
}
