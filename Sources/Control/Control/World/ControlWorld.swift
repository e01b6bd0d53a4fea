package import ActivityEngine
package import Enforcement
package import FoundationEssentials
package import PhosraAPI
package import SharedDirectory

/// Everything that the control program asks of the machine it runs on. One real world, one of values for tests.
package protocol ControlWorld {
  var now: Date { get }
  var caller: Caller { get }
  /// How standard output is to look.
  var style: TextStyle { get }

  /// - Parameter zone: As configured; nil for the machine's own.
  /// - Throws: If there is no such zone.
  func zones(configured zone: String?) throws -> Zones

  /// Nil if there is no such user.
  func userID(named name: String) throws -> UInt32?
  func hasGroup(named name: String) throws -> Bool

  /// Whether the directory is there at all.
  func isDirectoryPresent() throws -> Bool

  /// The state of a daemon, by the name of its role.
  func daemon(_ name: String) throws -> DaemonState

  /// What can be picked, sorted by identifier.
  func applications(_ configuration: Configuration) throws -> [PickableApplication]
  /// Everything that is installed, parts of the session too.
  func catalogue(_ configuration: Configuration) throws -> ApplicationCatalogue
  /// The categories that can be picked.
  var categories: [String] { get }

  /// Lifts what is in force on the machine itself, without the monitor (rule S5).
  func lift(_ configuration: Configuration) throws -> [BackendReport]

  /// What `pavise doctor` looks at; as much as this caller can see.
  ///
  /// - Parameter configuration: Nil if it cannot be read.
  func facts(_ configuration: Configuration?) -> MachineFacts

  // MARK: The service

  /// What is told of this machine.
  var machine: MachineDescription { get }
  /// - Parameter file: Nil for the terminal, "-" for standard input.
  func secret(_ file: String?, prompt: String) throws -> Secret
  func contents(of path: String) throws -> Data
  /// - Throws: If this caller could not store a key.
  func prepareToStoreKey() throws
  func store(_ key: DeviceKey) throws
  func removeKey() throws
  func perform(
    _ request: HTTPRequest, _ connection: HTTPConfiguration
  ) throws(PhosraError) -> HTTPResponse

  /// Writes to standard output.
  func write(_ text: String)
  /// Writes a line to standard error.
  func warn(_ text: String)

  /// Blocks until something in the shared directory has changed or `deadline` has come.
  ///
  /// What changed since the last call, or since the first, ends the wait at once.
  func waitForChange(until deadline: Date?) throws -> ControlWake
}

/// Why a wait of the control program ended.
package enum ControlWake: Equatable, Sendable {
  case changed, due, stop
}

/// Whether a daemon lives (rule D5).
package enum DaemonState: Equatable, Sendable {
  case dead
  /// The process id, once the daemon has written it.
  case alive(pid: Int32?)
}

/// An application that a person can pick.
package struct PickableApplication: Equatable, Sendable {
  /// The name of its desktop file without `.desktop`.
  package var identifier: String
  package var name: String
  package var categories: [String]
  /// Every identifier that means it, those of policies too.
  package var identifiers: Set<String>

  package init(
    identifier: String, name: String, categories: [String] = [], identifiers: Set<String> = []
  ) {
    self.identifier = identifier
    self.name = name
    self.categories = categories
    self.identifiers = identifiers.union([identifier])
  }
}
