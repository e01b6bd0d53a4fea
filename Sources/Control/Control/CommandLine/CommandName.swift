/// The commands of `pavise`, as they are typed.
package enum CommandName: String, CaseIterable, Sendable {
  case authorize, revoke, status, pick, selections, shield, unshield, clear, log, config, replay,
    help

  /// The options that it takes beside the global ones.
  var options: Set<Option> {
    switch self {
    case .status: [.json, .watch, .check]
    case .pick: [.json, .answer, .category, .allCategories]
    case .selections: [.json]
    case .log: [.json, .follow, .count]
    case .config: [.json]
    case .replay: [.json, .quirk, .seed, .picture, .listQuirks]
    case .authorize, .revoke, .shield, .unshield, .clear, .help: []
    }
  }

  /// How it is called, without `pavise` in front.
  var usage: String {
    switch self {
    case .authorize: "authorize child|individual"
    case .revoke: "revoke"
    case .status: "status [--json] [--watch] [--check]"
    case .pick:
      "pick [--json] [NAME [APP...] [--category CATEGORY]... [--all-categories] [--answer APP=TEXT]...]"
    case .selections: "selections [--json]"
    case .shield: "shield NAME"
    case .unshield: "unshield NAME"
    case .clear: "clear"
    case .log: "log [--follow] [-n COUNT|all] [--json]"
    case .config: "config [--json] [get [KEY] | set KEY VALUE | unset KEY]"
    case .replay:
      "replay FILE|FOLDER... [--quirk NAME]... [--seed N] [--json] [--picture FILE.svg] [--list-quirks]"
    case .help: "help [COMMAND]"
    }
  }

  /// What it does, in a few words.
  var summary: String {
    switch self {
    case .authorize: "allow Pavise to restrict this machine"
    case .revoke: "take the authorization back and lift everything"
    case .status: "show what is in force, until when, and what is wrong"
    case .pick: "choose applications and store them under a name"
    case .selections: "list what was picked"
    case .shield: "shield what was picked, at once"
    case .unshield: "lift such a shield, at once"
    case .clear: "lift all restrictions"
    case .log: "show the journal of callbacks"
    case .config: "show or change the configuration"
    case .replay: "play stories of the clock and of use, and compare callbacks"
    case .help: "explain a command"
    }
  }
}

/// The options of all commands.
enum Option: String, CaseIterable, Sendable {
  case directory = "--directory"
  case help = "--help"
  case version = "--version"
  case json = "--json"
  case watch = "--watch"
  case check = "--check"
  case follow = "--follow"
  case count = "-n"
  case answer = "--answer"
  case category = "--category"
  case allCategories = "--all-categories"
  case quirk = "--quirk"
  case listQuirks = "--list-quirks"
  case seed = "--seed"
  case picture = "--picture"

  static let global: Set<Option> = [.directory, .help, .version]

  /// The letter that stands for it.
  init?(word: String) {
    switch word {
    case "-h": self = .help
    case "-f": self = .follow
    case "--lines": self = .count
    default: self.init(rawValue: word)
    }
  }

  var takesValue: Bool {
    switch self {
    case .directory, .count, .answer, .category, .quirk, .seed, .picture: true
    default: false
    }
  }

  var mayRepeat: Bool { [.answer, .category, .quirk].contains(self) }
}
