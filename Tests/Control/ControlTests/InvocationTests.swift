import FamilyControls
import Testing

@testable import Control

@Suite struct `A command line` {
  struct Case: CustomTestStringConvertible, Sendable {
    var line: String
    var command: Command
    var testDescription: String { line }

    init(_ line: String, _ command: Command) {
      self.line = line
      self.command = command
    }
  }

  @Test(arguments: [
    Case("authorize child", .authorize(.child)),
    Case("authorize individual", .authorize(.individual)),
    Case("revoke", .revoke),
    Case("status", .status(form: .text, isWatching: false, isChecking: false)),
    Case("status --json --watch", .status(form: .json, isWatching: true, isChecking: false)),
    Case("--json status --check", .status(form: .json, isWatching: false, isChecking: true)),
    Case("pick", .listApplications(.text)),
    Case("pick --json", .listApplications(.json)),
    Case("pick evening", .listApplications(.text)),
    Case("pick evening a b.desktop", .pick(.init(name: "evening", applications: ["a", "b"]))),
    Case("pick evening -- --a", .pick(.init(name: "evening", applications: ["--a"]))),
    Case(
      "pick evening --category games --category social",
      .pick(.init(name: "evening", categories: .named(["games", "social"])))),
    Case("pick --all-categories evening", .pick(.init(name: "evening", categories: .all))),
    Case(
      "pick evening a --answer a=x=y",
      .pick(.init(name: "evening", applications: ["a"], answers: ["a": "x=y"]))),
    Case("selections --json", .selections(.json)),
    Case("shield evening", .shield("evening")),
    Case("unshield evening", .unshield("evening")),
    Case("clear", .clear),
    Case("log", .log(.init())),
    Case("log -n 3 -f", .log(.init(isFollowing: true, count: 3))),
    Case("log -n3", .log(.init(count: 3))),
    Case(
      "log --lines=all --follow --json", .log(.init(form: .json, isFollowing: true, count: nil))),
    Case("config", .configuration(.show(.text))),
    Case("config get --json", .configuration(.show(.json))),
    Case("config get zone", .configuration(.get(.zone, .text))),
    Case("config set managedUser kid", .configuration(.set(.managedUser, "kid"))),
    Case("config unset zone", .configuration(.unset(.zone))),
    Case(
      "register --server https://h --child c --parent-token -",
      .register(.init(server: "https://h/api/v1", child: "c", parentToken: "-"))),
    Case(
      "register --server http://h:1/x/v2/ --child c --name n --ca f --plain-http --ntfy https://n/t",
      .register(
        .init(
          server: "http://h:1/x/v2", child: "c", name: "n", authorities: "f",
          allowsPlainHTTP: true, ntfy: "https://n/t"))),
    Case("sync", .sync),
    Case("push --version 7", .push(version: 7)),
    Case("push --version=7", .push(version: 7)),
    Case("--version push", .version),
    Case("categories --json", .categories(.json)),
    Case("privacy", .privacy(.text)),
    Case("help", .help(nil)),
    Case("help log", .help(.log)),
    Case("log --help --follow", .help(.log)),
    Case("-h", .help(nil)),
    Case("--version", .version),
  ])
  func `means`(_ sample: Case) throws {
    let words = sample.line.split(separator: " ").map(String.init)
    #expect(try Invocation(words).command == sample.command)
  }

  struct Wrong: CustomTestStringConvertible, Sendable {
    var line: String
    var error: UsageError
    var words: String
    var testDescription: String { line }

    init(_ line: String, _ error: UsageError, _ words: String) {
      self.line = line
      self.error = error
      self.words = words
    }
  }

  @Test(arguments: [
    Wrong("", .noCommand, "no command given"),
    Wrong(
      "stauts", .unknownCommand("stauts"), "unknown command “stauts”; did you mean “status”?"),
    Wrong("fly", .unknownCommand("fly"), "unknown command “fly”"),
    Wrong("help fly", .unknownCommand("fly"), "unknown command “fly”"),
    Wrong(
      "status --jsno", .unknownOption("--jsno", .status),
      "unknown option “--jsno”; did you mean “--json”?"),
    Wrong("status -x", .unknownOption("-x", .status), "unknown option “-x”"),
    Wrong("revoke --json", .foreignOption("--json", .revoke), "“revoke” has no option “--json”"),
    Wrong("log -n", .missingValue("-n", .log), "“-n” needs a value"),
    Wrong("log --lines=", .missingValue("--lines", .log), "“--lines” needs a value"),
    Wrong("--directory", .missingValue("--directory", nil), "“--directory” needs a value"),
    Wrong(
      "status --json=yes", .unexpectedValue(option: "--json", value: "yes", .status),
      "“--json” takes no value, but “yes” was given"),
    Wrong("log -f --follow", .repeated("--follow", .log), "“--follow” was given twice"),
    Wrong(
      "status --watch --check", .conflict("--watch", "--check", .status),
      "“--watch” and “--check” cannot go together"),
    Wrong(
      "pick a --category x --all-categories", .conflict("--category", "--all-categories", .pick),
      "“--category” and “--all-categories” cannot go together"),
    Wrong(
      "pick a b --json", .conflict("--json", "NAME", .pick),
      "“--json” and “NAME” cannot go together"),
    Wrong(
      "authorize", .missingOperand("a member: “child” or “individual”", .authorize),
      "“authorize” needs a member: “child” or “individual”"),
    Wrong(
      "authorize parent",
      .badValue(
        what: "authorize", value: "parent", expected: "“child” or “individual”", .authorize),
      "authorize: “parent” is not “child” or “individual”"),
    Wrong("authorize child now", .extraOperand("now", .authorize), "unexpected argument “now”"),
    Wrong("revoke all", .extraOperand("all", .revoke), "unexpected argument “all”"),
    Wrong(
      "clear everything", .extraOperand("everything", .clear), "unexpected argument “everything”"),
    Wrong(
      "shield", .missingOperand("the NAME of a selection", .shield),
      "“shield” needs the NAME of a selection"),
    Wrong(
      "pick --all-categories", .missingOperand("a NAME for the selection", .pick),
      "“pick” needs a NAME for the selection"),
    Wrong(
      "pick a --answer b=c", .missingOperand("an APP to which --answer belongs", .pick),
      "“pick” needs an APP to which --answer belongs"),
    Wrong(
      "pick a b --answer c=d",
      .badValue(
        what: "--answer", value: "c=d", expected: "APP=TEXT for an APP that is picked", .pick),
      "--answer: “c=d” is not APP=TEXT for an APP that is picked"),
    Wrong(
      "log -n some",
      .badValue(what: "-n", value: "some", expected: "a number of entries or “all”", .log),
      "-n: “some” is not a number of entries or “all”"),
    Wrong(
      "log -n 0", .badValue(what: "-n", value: "0", expected: "a number of entries or “all”", .log),
      "-n: “0” is not a number of entries or “all”"),
    Wrong(
      "config put a b",
      .badValue(what: "config", value: "put", expected: "“get”, “set” or “unset”", .config),
      "config: “put” is not “get”, “set” or “unset”"),
    Wrong(
      "register --child c", .missingOperand("--server URL", .register),
      "“register” needs --server URL"),
    Wrong(
      "register --server ftp://h --child c",
      .badValue(
        what: "--server", value: "ftp://h",
        expected: "an address such as https://example.org/api/v1", .register),
      "--server: “ftp://h” is not an address such as https://example.org/api/v1"),
    Wrong(
      "register --server https://u:p@h --child c",
      .badValue(
        what: "--server", value: "https://u:p@h",
        expected: "an address such as https://example.org/api/v1", .register),
      "--server: “https://u:p@h” is not an address such as https://example.org/api/v1"),
    Wrong(
      "register --server https://h", .missingOperand("--child ID", .register),
      "“register” needs --child ID"),
    Wrong("push", .missingOperand("--version N", .push), "“push” needs --version N"),
    Wrong(
      "push --version", .missingValue("--version", .push), "“--version” needs a value"),
    Wrong(
      "push --version -1",
      .badValue(what: "--version", value: "-1", expected: "a whole number from 0 on", .push),
      "--version: “-1” is not a whole number from 0 on"),
    Wrong("config set", .missingOperand("a KEY", .config), "“config” needs a KEY"),
    Wrong("config set zone", .missingOperand("a VALUE", .config), "“config” needs a VALUE"),
    Wrong(
      "config get zones",
      .badValue(
        what: "KEY", value: "zones",
        expected: "a key of the configuration; did you mean “zone”?", .config),
      "KEY: “zones” is not a key of the configuration; did you mean “zone”?"),
  ])
  func `is refused`(_ sample: Wrong) {
    let words = sample.line.split(separator: " ").map(String.init)
    let error = #expect(throws: UsageError.self) { try Invocation(words) }
    #expect(error == sample.error)
    #expect(error?.description == sample.words)
    #expect(ExitCode(sample.error) == .usage)
  }

  @Test(arguments: ["", String(repeating: "ü", count: 100)])
  func `refuses a selection name that no file can have`(name: String) {
    #expect(throws: UsageError.self) { try Invocation(["shield", name]) }
  }

  @Test func `names the directory by option, environment or default`() throws {
    let environment = ["PAVISE_DIRECTORY": "/e"]
    #expect(try Invocation(["status"]).directory == "/var/lib/pavise")
    #expect(
      try Invocation(["status"], environment: ["PAVISE_DIRECTORY": ""]).directory
        == "/var/lib/pavise")
    #expect(try Invocation(["status"], environment: environment).directory == "/e")
    #expect(
      try Invocation(["status", "--directory=/o"], environment: environment).directory == "/o")
    #expect(try Invocation(["--directory", "/o", "status"]).directory == "/o")
  }

  @Test(arguments: CommandName.allCases)
  func `has a help in lines of a terminal`(command: CommandName) {
    let lines = Help.lines(command)
    #expect(lines.first == "usage: pavise \(command.usage)")
    #expect(lines.count > 2)
    #expect(lines.dropFirst().allSatisfy { $0.count <= 100 })
    #expect(Help.lines(nil).contains { $0.hasPrefix("  \(command.rawValue) ") })
  }

  @Test(arguments: [
    ("status", "status", 0), ("stauts", "status", 1), ("", "abc", 3), ("pick", "log", 4),
  ])
  func `is as far from another word as there are changes`(
    first: String, second: String, distance: Int
  ) {
    #expect(Suggestion.distance(first, second) == distance)
    #expect(Suggestion.distance(second, first) == distance)
  }
}
