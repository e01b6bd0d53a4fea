package import FamilyControls
package import Replay
package import TimeZoneRules

/// What `pavise` is asked to do.
package enum Command: Equatable, Sendable {
  case help(CommandName?)
  case version
  case authorize(FamilyControlsMember)
  case revoke
  case status(form: Form, isWatching: Bool, isChecking: Bool)
  case listApplications(Form)
  case pick(PickRequest)
  case selections(Form)
  case shield(String)
  case unshield(String)
  case clear
  case usage(UsageRequest)
  case extend(ExtensionRequest)
  case apps(Form, isAll: Bool)
  /// An identifier or a name.
  case why(String, Form)
  case log(LogRequest)
  case configuration(ConfigurationRequest)
  case replay(ReplayRequest)
  case listQuirks
  case simulate(SimulateRequest)
  case register(RegisterRequest)
  case sync
  case push(version: Int)
  case categories(Form)
  case doctor(Form)
  case privacy(Form)

  /// For whom the answer is written.
  package enum Form: Equatable, Sendable {
    case text, json
  }

  package struct PickRequest: Equatable, Sendable {
    package var name: String
    /// Desktop file identifiers, without `.desktop`.
    package var applications: [String] = []
    package var categories: Categories = .named([])
    /// By desktop file identifier (rule B6).
    package var answers: [String: String] = [:]

    package enum Categories: Equatable, Sendable {
      case named([String])
      case all
    }
  }

  package struct LogRequest: Equatable, Sendable {
    package var form: Form = .text
    package var isFollowing = false
    /// How many entries at most; nil for all.
    package var count: Int? = 50
  }

  package struct ReplayRequest: Equatable, Sendable {
    package var form: Form = .text
    /// Scenario files and folders of them.
    package var paths: [String]
    package var quirks: [Quirk] = []
    package var seed: UInt64?
    /// A file, or a folder for several.
    package var picture: String?
  }

  package struct SimulateRequest: Equatable, Sendable {
    package var form: Form = .text
    package var policy: String
    /// The first day.
    package var from: CivilTime
    package var days: Int
    /// Nil for the machine's.
    package var zone: String?
    package var use: String?
    package var picture: String?
  }

  package struct RegisterRequest: Equatable, Sendable {
    /// Up to the version, like `https://example.org/api/v1`.
    package var server: String
    package var child: String
    /// A file, "-" for standard input, nil for the terminal.
    package var parentToken: String?
    /// Nil for the host's.
    package var name: String?
    /// A file of certificates.
    package var authorities: String?
    package var allowsPlainHTTP = false
    package var ntfy: String?
  }

  package enum ConfigurationRequest: Equatable, Sendable {
    case show(Form)
    case get(ConfigurationKey, Form)
    case set(ConfigurationKey, String)
    case unset(ConfigurationKey)
  }
}

/// A command and where it is carried out.
package struct Invocation: Equatable, Sendable {
  package static let defaultDirectory = "/var/lib/pavise"

  package var directory: String
  package var command: Command

  /// - Parameter words: Those after the program's name.
  package init(_ words: [String], environment: [String: String] = [:]) throws(UsageError) {
    let arguments = try Arguments(words)
    let chosen = environment["PAVISE_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 }
    directory = arguments.value(.directory) ?? chosen ?? Self.defaultDirectory
    command = try Command(arguments)
  }
}
