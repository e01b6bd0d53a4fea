/// What the program says about itself.
enum Help {
  static let version = "0.1"

  static func lines(_ topic: CommandName?) -> [String] {
    guard let topic else { return overview }
    return ["usage: pavise \(topic.usage)", ""] + details(topic)
  }

  /// The line that follows the complaint about a wrong command line.
  static func usage(_ command: CommandName?) -> String {
    command.map { "usage: pavise \($0.usage)" }
      ?? "usage: pavise [--directory DIR] COMMAND [ARGUMENT...]; “pavise help” lists the commands"
  }

  private static var overview: [String] {
    var table = Table()
    for command in CommandName.allCases { table.add(command.rawValue, command.summary) }
    var options = Table()
    options.add(
      "--directory DIR",
      "the shared directory (default: PAVISE_DIRECTORY, else \(Invocation.defaultDirectory))")
    options.add("--help, -h", "explain the command")
    options.add("--version", "print the version")
    let style = TextStyle()
    return ["usage: pavise [--directory DIR] COMMAND [ARGUMENT...]", ""]
      + ["Keeps screen time rules on this machine.", ""] + table.lines(style) + [""]
      + options.lines(style) + [
        "", "“pavise help COMMAND” says more. Exit status: 0 done, 1 failed, 64 wrong usage,",
        "77 not allowed, 78 wrong configuration.",
      ]
  }

  private static func details(_ command: CommandName) -> [String] {
    switch command {
    case .authorize:
      [
        "Allows Pavise to restrict this machine. For a child it takes root or a member of the",
        "guardian group, and so does its revocation; an individual may revoke by himself.",
      ]
    case .revoke:
      [
        "Takes the authorization back: every token is void at once, running intervals end, and",
        "everything is lifted. What was picked has to be picked again after a new authorization.",
      ]
    case .status:
      [
        "Shows the authorization, both daemons, the policy, what is in force and until when, the",
        "next edges, and what is wrong.", "",
        "  --json   one JSON object instead of text", "  --watch  again at each change, until ^C",
        "  --check  exit with 1 if there is a warning, a fault or a damaged file",
      ]
    case .pick:
      [
        "Stores applications, by the identifiers of their desktop files, and categories as the",
        "selection NAME. Without APP it lists what can be picked.", "",
        "  --category CATEGORY  everything in a category", "  --all-categories     all categories",
        "  --answer APP=TEXT    what you call it; stays on this machine",
        "  --json               the list as JSON",
      ]
    case .selections: ["Lists the selections, how much is in each, and which must be picked again."]
    case .shield:
      ["Shields everything in the selection NAME, from now until “pavise unshield NAME”."]
    case .unshield: ["Lifts the shield of “pavise shield NAME”. Other restrictions stay."]
    case .clear:
      [
        "Empties every settings store, unregisters every activity, and lifts what is in force, also",
        "with both daemons dead (as root then). The authorization and the selections stay. While",
        "pavise-sync runs it applies its policy again: stop it first, or revoke.",
      ]
    case .usage: Command.UsageRequest.help
    case .extend: Command.ExtensionRequest.help
    case .apps:
      [
        "Lists the installed applications: identifiers, categories, age rating, whether each may be used",
        "now, and how far that is in force.", "",
        "  --all   parts of the session too, which nothing shields",
        "  --json  one JSON object instead of text",
      ]
    case .why:
      [
        "Explains what is in force on one application: which section and rule category of the policy,",
        "which store and setting, which backend holds it on which file, and what lifts it, and when.",
        "APP is the identifier of a desktop file, a bundle identifier, or a name.", "",
        "  --json  one JSON object instead of text",
      ]
    case .log:
      [
        "Shows the journal of callbacks and of what else happened, in local time.", "",
        "  -n COUNT, --lines COUNT  the last COUNT entries, or “all” (default: 50)",
        "  --follow, -f             go on with new entries, until ^C",
        "  --json                   the lines of the journal as they are",
      ]
    case .config:
      [
        "Shows or changes the configuration.", "",
        "  managedUser             the child's login name; nobody else is ever restricted",
        "  guardianGroup           who may authorize and revoke (default: pavise-guardians)",
        "  zone                    zone of all schedules (default: the machine's)",
        "  delivery                onTheDot (default) or onFirstUse",
        "  whenNoPolicy            lift (default) or keep",
        "  applicationDirectories  where desktop files lie, with “:” between",
        "  programMounts           file systems that allowlist mode watches (default: all it can)",
      ]
    case .register:
      [
        "Registers this machine for a child, with the token of a parent or one for pairing, which is asked",
        "for on the terminal. The key that the service hands out goes into a file that only pavise-sync",
        "may read; registering again replaces it. Needs root on an installed machine.", "",
        "  --server URL           where the service is: https://example.org/api/v1",
        "  --child ID             the child's id there",
        "  --parent-token FILE|-  read the token from a file or from standard input",
        "  --name NAME            what a parent is shown (default: the host's name)",
        "  --ca FILE              trust these authorities (PEM) instead of the machine's",
        "  --plain-http           also without encryption to another machine",
        "  --ntfy URL             follow the pushes of this topic",
      ]
    case .sync: ["Has the running pavise-sync fetch the policy at once, whatever it waits for."]
    case .push:
      [
        "Writes a push, as the service has it delivered, into the shared directory. pavise-sync fetches",
        "if version N is newer than what is in force.",
      ]
    case .categories:
      [
        "Lists the 45 rule categories: group, framework, what Pavise does for each on this machine and",
        "why, and what was last reported of it.", "",
        "  --json  one JSON object instead of the table",
      ]
    case .doctor:
      [
        "Looks at this machine, changes nothing, and says what will be enforced here of each rule category",
        "and what would make it better. Needs no policy and no daemon; run it as root, who sees more.",
        "Exit status 1 if something is missing that the applied policy asks for.", "",
        "  --json  one JSON object instead of text",
      ]
    case .privacy:
      [
        "Lists every field that leaves this machine: with which call, where it comes from, and whether",
        "it is derived from what a person has chosen or done.", "",
        "  --json  one JSON object instead of the tables",
      ]
    case .replay:
      [
        "Plays scenario files, or the .json files of folders, on simulated time and a simulated disk",
        "with the engine and the loop of the daemons, and holds the callbacks that come against those",
        "that are expected. Exit status 1 if anything is not as expected. Needs no authorization.",
        "",
        "  --quirk NAME        with a known fault of real systems; may be given several times",
        "  --list-quirks       explain them, each with its public source",
        "  --seed N            where several orders are allowed, another one for each N",
        "  --picture FILE.svg  draw the story as a time line; for several stories a folder",
        "  --json              one JSON object instead of tables",
      ]
    case .simulate:
      [
        "Shows what a policy does to N days from DATE on, as 2026-03-28: what comes when, when the device",
        "is locked, what is shielded, which limits are reached, and what cannot be carried out. Sets",
        "nothing and needs no authorization. Exit status 1 if a category of the policy fails.", "",
        "  --zone ZONE         a zone such as Europe/Berlin (default: the machine's)",
        "  --use FILE          what will be used, for the limits: a JSON list of",
        "                      {\"app\": \"org.example.chess\", \"from\": \"16:00\", \"to\": \"17:30\"}, every day,",
        "                      or with instants such as \"2026-03-29T16:00:00+02:00\"",
        "  --picture FILE.svg  draw it as a time line",
        "  --json              one JSON object instead of the table",
      ]
    case .help: ["Explains a command, or lists them all."]
    }
  }
}
