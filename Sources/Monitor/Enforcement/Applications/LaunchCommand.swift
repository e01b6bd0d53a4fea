/// What an `Exec` line starts, once quoting, field codes, environment prefixes and starters are taken off.
package enum LaunchCommand: Equatable, Sendable {
  /// A program by absolute path or by a name to look up in the search path.
  case program(String)
  /// A Flatpak application by its identifier, and the program in it if it is not the usual one.
  case flatpak(String, command: String? = nil)
  /// A snap application by its `name` or `name.app`.
  case snap(String)
  /// An interpreter or shell that runs something no single file stands for, and why.
  case opaque(String)

  /// `nil` for a line that breaks the quoting rules or names no program; desktops do not start it either.
  ///
  /// Source: freedesktop.org, *Desktop Entry Specification*, "The Exec key".
  package init?(exec line: String) {
    guard let words = Self.words(of: line) else { return nil }
    self.init(words: words[...])
  }

  private init?(words: ArraySlice<String>) {
    var rest = words
    while let word = rest.first, Self.isAssignment(word) { rest.removeFirst() }
    guard let word = rest.popFirst() else { return nil }
    let name = word.lastPathComponent
    switch name {
    case "env":
      self.init(words: Self.afterEnvironment(rest))
    case _ where Self.starters.contains(name):
      self.init(words: rest.drop { $0.hasPrefix("-") })
    case "flatpak":
      guard let identifier = Self.operand(of: "run", in: rest) else {
        self = .opaque("flatpak without an application to run")
        return
      }
      let command = rest.first { $0.hasPrefix("--command=") }?.dropFirst("--command=".count)
      self = .flatpak(identifier, command: command.map(String.init))
    case "snap":
      guard let name = Self.operand(of: "run", in: rest) else {
        self = .opaque("snap without an application to run")
        return
      }
      self = .snap(name)
    case _ where word.hasPrefix("/snap/bin/") || word.hasPrefix("/var/lib/snapd/snap/bin/"):
      self = .snap(name)
    case _ where Interpreter.isShell(name):
      self.init(shell: name, arguments: rest)
    case _ where Interpreter.contains(name):
      self = .opaque("\(name) is an interpreter that other programs need")
    default:
      self = .program(word)
    }
  }

  /// `sh -c 'exec game --fast'` stands for `game`; anything with more grammar in it stays opaque.
  private init?(shell: String, arguments: ArraySlice<String>) {
    let flags = arguments.prefix { $0.hasPrefix("-") }
    let isCommand = flags.contains { !$0.hasPrefix("--") && $0.contains("c") }
    let opaque = Self.opaque("\(shell) is a shell that other programs need")
    guard isCommand, let script = arguments.dropFirst(flags.count).first else {
      self = opaque
      return
    }
    let grammar: Set<Character> = [
      "|", "&", ";", "<", ">", "(", ")", "`", "\n", "{", "}", "*", "~",
    ]
    let bare = script.replacing(#""$@""#, with: "").replacing("$@", with: "").replacing(
      "$0", with: "")
    guard !bare.contains(where: { grammar.contains($0) || $0 == "$" }),
      var words = Self.shellWords(of: bare)
    else {
      self = opaque
      return
    }
    if words.first == "exec" { words.removeFirst() }
    self.init(words: words[...])
  }
}

extension LaunchCommand {
  /// Programs that replace themselves by the program named after their options.
  private static let starters: Set<String> = [
    "nohup", "setsid", "gamemoderun", "mangohud", "prime-run", "dbus-run-session",
    "systemd-inhibit",
  ]

  private static func isAssignment(_ word: String) -> Bool {
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex else { return false }
    return word[..<equals].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// What `env` runs: its options, of which `-u` and `-C` take a value, and its assignments are skipped.
  private static func afterEnvironment(_ words: ArraySlice<String>) -> ArraySlice<String> {
    var rest = words
    while let word = rest.first {
      if ["-u", "-C", "--unset", "--chdir"].contains(word) {
        rest = rest.dropFirst(2)
      } else if word.hasPrefix("-") || isAssignment(word) {
        rest.removeFirst()
      } else {
        break
      }
    }
    return rest
  }

  /// The first word after `verb` that is no option. Options of `flatpak run` and `snap run` carry their value with `=`.
  private static func operand(of verb: String, in words: ArraySlice<String>) -> String? {
    guard let start = words.firstIndex(of: verb) else { return nil }
    return words[(start + 1)...].first { !$0.hasPrefix("-") && !isAssignment($0) }
  }

  /// Splits by the rules of the `Exec` key and drops field codes; `%%` is a percent sign.
  private static func words(of line: String) -> [String]? {
    split(line, escapable: ["\"", "`", "$", "\\"], singleQuotes: false)?.compactMap { word in
      guard !word.isQuoted, word.text.contains("%") else { return word.text }
      var result = ""
      var rest = word.text[...]
      while let character = rest.popFirst() {
        if character == "%" {
          if rest.popFirst() == "%" { result.append("%") }
        } else {
          result.append(character)
        }
      }
      return result.isEmpty ? nil : result
    }
  }

  private static func shellWords(of line: String) -> [String]? {
    split(line, escapable: ["\"", "`", "$", "\\"], singleQuotes: true)?.map(\.text)
  }

  /// `nil` when a quote is not closed.
  private static func split(
    _ line: String, escapable: Set<Character>, singleQuotes: Bool
  ) -> [(text: String, isQuoted: Bool)]? {
    var words: [(text: String, isQuoted: Bool)] = []
    var word: (text: String, isQuoted: Bool)?
    var quote: Character?
    var rest = line[...]
    while let character = rest.popFirst() {
      if let open = quote {
        if character == open {
          quote = nil
        } else if character == "\\", open == "\"", let next = rest.first, escapable.contains(next) {
          word?.text.append(rest.removeFirst())
        } else {
          word?.text.append(character)
        }
      } else if character == " " || character == "\t" || character == "\n" {
        if let finished = word { words.append(finished) }
        word = nil
      } else if character == "\"" || (singleQuotes && character == "'") {
        quote = character
        word = (word?.text ?? "", true)
      } else if character == "\\", let next = rest.popFirst() {
        word = ((word?.text ?? "") + String(next), word?.isQuoted ?? false)
      } else {
        word = ((word?.text ?? "") + String(character), word?.isQuoted ?? false)
      }
    }
    guard quote == nil else { return nil }
    return word.map { words + [$0] } ?? words
  }
}

extension String {
  /// What follows the last slash.
  var lastPathComponent: String {
    String(self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...])
  }

  /// What stands before the last slash; `/` for a name directly below the root.
  var parentPath: String {
    guard let slash = lastIndex(of: "/"), slash != startIndex else { return "/" }
    return String(self[..<slash])
  }
}
