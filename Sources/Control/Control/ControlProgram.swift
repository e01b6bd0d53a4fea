import ActivityEngine
import FamilyControls
import FoundationEssentials
import Replay
package import SharedDirectory

/// Carries out the commands of `pavise` on one shared directory.
package struct ControlProgram<World: ControlWorld> {
  /// Where the directory lies, for people.
  let path: String
  let storage: any Storage
  let world: World
  let directory: SharedDirectory<ControlRole>

  package init(path: String, storage: any Storage, world: World) {
    self.path = path
    self.storage = storage
    self.world = world
    directory = SharedDirectory(storage: storage, as: ControlRole.self)
  }

  /// Carries out `command`, or says why not.
  package func run(_ command: Command) -> ExitCode {
    do {
      return try perform(command)
    } catch {
      world.warn("pavise: \(error)")
      return ExitCode(error)
    }
  }

  private func perform(_ command: Command) throws -> ExitCode {
    switch command {
    case .help(let topic): Help.lines(topic).forEach(say)
    case .version: say("pavise \(Help.version)")
    case .authorize(let member): try authorize(member)
    case .revoke: try revoke()
    case .status(let form, let isWatching, let isChecking):
      return try status(form, isWatching: isWatching, isChecking: isChecking)
    case .listApplications(let form): try listApplications(form)
    case .pick(let request): try pick(request)
    case .selections(let form): try listSelections(form)
    case .shield(let name): try shield(name)
    case .unshield(let name): try unshield(name)
    case .clear: return try clear()
    case .usage(let request): try showUsage(request)
    case .extend(let request): try extend(request)
    case .apps(let form, let isAll): try listCatalogue(form, isAll: isAll)
    case .why(let word, let form): try explain(word, form)
    case .log(let request): try showJournal(request)
    case .configuration(let request): try configuration(request)
    case .register(let request): try register(request)
    case .sync: try sync()
    case .push(let version): try push(version: version)
    case .categories(let form): try listCategories(form)
    case .doctor(let form): return try examine(form)
    case .privacy(let form): try listPrivacy(form)
    case .replay(let request): return try replay(request)
    case .simulate(let request): return try simulate(request)
    case .listQuirks: world.write(Quirk.list)
    }
    return .success
  }

  // MARK: What the commands share

  func say(_ line: String) {
    world.write(line + "\n")
  }

  func say(json value: some Encodable) throws {
    world.write(String(decoding: try CanonicalJSON.encode(value), as: UTF8.self))
  }

  /// - Throws: ``ControlFailure/noDirectory(_:)``: an answer about a directory that is not there would be a wrong one.
  func requireDirectory() throws {
    guard try world.isDirectoryPresent() else { throw ControlFailure.noDirectory(path) }
  }

  /// What every command does before it changes something, so that a refused caller changes nothing.
  func prepareToChange(_ deed: String) throws {
    try requireDirectory()
    try demandGuardian(for: deed)
    try directory.prepareLayout()
  }

  func readConfiguration() throws -> Configuration {
    try directory.read(.configuration) ?? Configuration()
  }

  func localTimes() throws -> LocalTimes {
    LocalTimes(zone: try world.zones(configured: try readConfiguration().zone).local)
  }

  /// Refuses callers who may not change what an authorization for a child restricts (rule A3).
  func demandGuardian(for deed: String) throws {
    let caller = world.caller
    // Root may whatever state the files are in.
    if caller.isRoot { return }
    if try directory.read(.authorization)?.member == .individual { return }
    let group = try readConfiguration().effectiveGuardianGroup
    guard caller.groups.contains(group) else {
      throw AuthorizationRefusal.notGuardian(user: caller.user, group: group, deed: deed)
    }
  }

  /// Says when what was asked for has to wait for a daemon.
  func warnIfMonitorIsDead(_ consequence: String) throws {
    if try world.daemon(MonitorRole.name) == .dead {
      world.warn("pavise: warning: pavise-monitor is not running; \(consequence)")
    }
  }
}

/// Why a command was not carried out.
enum ControlFailure: Error, Equatable, CustomStringConvertible {
  case noDirectory(String)
  case unauthorized
  case unknownApplication(String, suggestion: String)
  case unknownCategory(String, suggestion: String)
  case unknownSelection(String, suggestion: String)
  /// The authorization under which it was picked was revoked (rule A7).
  case voidSelection(String)
  case damagedSelection(String, reason: String)
  case liftingNeedsRoot

  var description: String {
    switch self {
    case .noDirectory(let path):
      "\(path) does not exist; “pavise authorize” creates it, --directory names another"
    case .unauthorized: "not authorized on this machine; “pavise authorize” comes first"
    case .unknownApplication(let name, let suggestion):
      "no installed application is called “\(name)”\(suggestion); “pavise pick” lists them"
    case .unknownCategory(let name, let suggestion): "no category is called “\(name)”\(suggestion)"
    case .unknownSelection(let name, let suggestion):
      "there is no selection “\(name)”\(suggestion); “pavise selections” lists them"
    case .voidSelection(let name):
      "the selection “\(name)” is void: its authorization was revoked; pick it again"
    case .damagedSelection(let name, let reason): "the selection “\(name)”: \(reason)"
    case .liftingNeedsRoot:
      "pavise-monitor is not running; to lift what it has left in force takes root"
    }
  }
}
