import FoundationEssentials
import PhosraAPI
import SharedDirectory
import SyncService

extension ControlProgram {
  /// Registers this machine with a policy service. The parent's token is forgotten with the end of the program, the
  /// device's key goes into its file and nowhere else.
  func register(_ request: Command.RegisterRequest) throws {
    try prepareToChange("register this machine")
    try world.prepareToStoreKey()
    let authorities = try request.authorities.map(world.contents(of:))
    let token = try world.secret(request.parentToken, prompt: "Parent's token: ")
    guard !token.exposed.isEmpty else { throw ServiceFailure.emptyToken }

    var connection = HTTPConfiguration()
    connection.authorities = request.authorities
    connection.allowsPlainHTTP = request.allowsPlainHTTP
    let machine = world.machine
    let call = try DeviceAPI(baseURL: request.server).registration(
      childID: request.child, parentToken: token,
      RegisterDeviceRequest(
        deviceName: request.name ?? machine.name, deviceModel: machine.model,
        osVersion: machine.system, appVersion: Help.version))
    let response: RegisterDeviceResponse
    do throws(PhosraError) {
      response = try DeviceAPI.registration(from: try world.perform(call, connection))
    } catch {
      throw ServiceFailure.notRegistered(error)
    }

    var registration = ServiceRegistration(
      server: request.server, child: request.child, device: response.device.id)
    registration.hasOwnAuthorities = authorities != nil
    registration.allowsPlainHTTP = request.allowsPlainHTTP
    registration.ntfy = request.ntfy
    // A daemon that runs shows no server the key of another one, whatever it sees of the steps that follow.
    if try directory.read(.registration)?.server != request.server { try world.removeKey() }
    if let authorities {
      try storage.replace(ServiceRegistration.authorities, mode: 0o644) { authorities }
    }
    try directory.write(.registration, registration)
    try world.store(response.apiKey)
    say("registered as “\(response.device.deviceName)” (\(response.device.id))")
    if try world.daemon(SyncRole.name) == .dead {
      world.warn("pavise: warning: pavise-sync is not running; it fetches when it starts")
    }
  }

  /// Asks the running sync for a fetch.
  func sync() throws {
    try prepareToChange("have the policy fetched")
    try drop("\(PushInbox.directoryName)/\(PushInbox.wish)", "")
  }

  /// Says that a version of the policy exists, as a push of the service does.
  func push(version: Int) throws {
    try prepareToChange("push")
    let name = "\(PushInbox.directoryName)/version-\(version).json"
    try drop(name, PushPayload(version: version).text + "\n")
  }

  private func drop(_ name: String, _ text: String) throws {
    try storage.replace(name, mode: 0o640) { Data(text.utf8) }
    if try world.daemon(SyncRole.name) == .dead {
      world.warn("pavise: warning: pavise-sync is not running; it fetches when it starts")
    }
  }

  func listPrivacy(_ form: Command.Form) throws {
    if form == .json { return try say(json: ["fields": PrivacyInventory.entries]) }
    say("All that leaves this machine: to the service and, if one is named, to the ntfy server.")
    for call in PrivacyEntry.Call.allCases {
      var table = Table()
      for entry in PrivacyInventory.entries where entry.call == call {
        table.add(
          "\(entry.place.rawValue) \(entry.field)", entry.isPersonal ? "personal" : "-",
          entry.source, tone: entry.isPersonal ? .doubtful : nil)
      }
      say("")
      say(call.rawValue)
      table.lines(world.style).forEach(say)
    }
  }
}

/// Why this machine was not registered.
enum ServiceFailure: Error, Equatable, CustomStringConvertible {
  case notRegistered(PhosraError)
  case emptyToken
  case noTerminal
  /// Only root can give the key to the user that runs pavise-sync.
  case keyNeedsOwner(directory: String)

  var description: String {
    switch self {
    case .notRegistered(.unauthorized(let message)):
      "not registered: the service does not accept the token\(message.map { " (\($0))" } ?? "");"
        + " a pairing token is good for one device and one hour, a parent's until it is replaced"
    case .notRegistered(.notFound(let message)):
      "not registered: the service does not know the child or the address"
        + "\(message.map { " (\($0))" } ?? ""); check --child and --server"
    case .notRegistered(let error): "not registered: \(error)"
    case .emptyToken: "the token is empty"
    case .noTerminal:
      "there is no terminal to ask for the token on; --parent-token FILE, or - for standard input"
    case .keyNeedsOwner(let directory):
      "only the owner of \(directory), or root, can store the key where pavise-sync reads it"
    }
  }
}
