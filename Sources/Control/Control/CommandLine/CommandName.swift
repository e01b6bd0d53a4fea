/// The commands of `pavise`, as they are typed.
package enum CommandName: String, CaseIterable, Sendable {
  case authorize, revoke, status, pick, selections, shield, unshield, clear, usage, extend
  case apps, why, log, config, register, sync, push, categories, doctor, privacy, replay, simulate,
    help

  /// The options that it takes beside the global ones.
  var options: Set<Option> {
    switch self {
    case .status: [.json, .watch, .check]
    case .pick: [.json, .answer, .category, .allCategories]
    case .selections: [.json]
    case .log: [.json, .follow, .count]
    case .config: [.json]
    case .register: [.server, .child, .parentToken, .name, .authorities, .plainHTTP, .ntfy]
    case .push: [.pushedVersion]
    case .categories, .doctor, .privacy, .why: [.json]
    case .apps: [.json, .all]
    case .replay: [.json, .quirk, .seed, .picture, .listQuirks]
    case .simulate: [.json, .from, .days, .zone, .use, .picture]
    case .usage: [.json, .day, .week, .picture]
    case .authorize, .revoke, .shield, .unshield, .clear, .extend, .sync, .help: []
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
    case .usage: "usage [--json] [--day DATE] [--week] [--picture FILE.svg]"
    case .extend: "extend APP|all MINUTES"
    case .apps: "apps [--json] [--all]"
    case .why: "why [--json] APP"
    case .log: "log [--follow] [-n COUNT|all] [--json]"
    case .config: "config [--json] [get [KEY] | set KEY VALUE | unset KEY]"
    case .register:
      "register --server URL --child ID [--parent-token FILE|-] [--name NAME] [--ca FILE] [--plain-http] [--ntfy URL]"
    case .sync: "sync"
    case .push: "push --version N"
    case .categories: "categories [--json]"
    case .doctor: "doctor [--json]"
    case .privacy: "privacy [--json]"
    case .replay:
      "replay FILE|FOLDER... [--quirk NAME]... [--seed N] [--json] [--picture FILE.svg] [--list-quirks]"
    case .simulate:
      "simulate POLICY.json --from DATE --days N [--zone ZONE] [--use FILE] [--json] [--picture FILE.svg]"
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
    case .usage: "show what was used, and how long"
    case .extend: "grant extra time for today"
    case .apps: "list the applications, and what is in force on each"
    case .why: "explain what is in force on an application, from the policy to its files"
    case .log: "show the journal of callbacks"
    case .config: "show or change the configuration"
    case .register: "register this machine with a policy service"
    case .sync: "have the policy fetched now"
    case .push: "say that a version of the policy exists, as the service's pushes do"
    case .categories: "list the 45 rule categories and what is done for each here"
    case .doctor: "check this machine: what will be enforced here, and what would help"
    case .privacy: "list every field that leaves this machine"
    case .replay: "play stories of the clock and of use, and compare callbacks"
    case .simulate: "show what a policy does to a day or a month, before it is sent"
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
  case from = "--from"
  case days = "--days"
  case zone = "--zone"
  case use = "--use"
  case server = "--server"
  case child = "--child"
  case parentToken = "--parent-token"
  case name = "--name"
  case authorities = "--ca"
  case plainHTTP = "--plain-http"
  case ntfy = "--ntfy"
  /// `--version` after `push`.
  case pushedVersion = "--version N"
  case day = "--day"
  case week = "--week"
  case all = "--all"

  static let global: Set<Option> = [.directory, .help, .version]

  /// The option that a word is, which may depend on the command before it.
  init?(word: String, after command: String?) {
    switch word {
    case "--version" where command == CommandName.push.rawValue: self = .pushedVersion
    case "-h": self = .help
    case "-f": self = .follow
    case "--lines": self = .count
    default: self.init(rawValue: word)
    }
  }

  var takesValue: Bool {
    switch self {
    case .directory, .count, .answer, .category, .quirk, .seed, .picture, .from, .days,
      .zone, .use, .server, .child, .parentToken, .name, .authorities, .ntfy, .pushedVersion,
      .day:
      true
    default: false
    }
  }

  var mayRepeat: Bool { [.answer, .category, .quirk].contains(self) }
}
