import FamilyControls
import FoundationEssentials
import SharedDirectory

/// What the monitor last read of the shared directory.
///
/// A file that cannot be read leaves what was read before in place, and a fault; where nothing was read before it is
/// unknown, which is neither empty nor revoked (rules A2, D6).
struct MonitorState {
  enum Part: CaseIterable {
    case configuration, authorization, registrations, stores, policy, vault, extensions
  }

  private(set) var configuration = Configuration()
  private(set) var authorization: Authorization?
  /// Nil while unknown.
  private(set) var registrations: Registrations?
  /// How often the registrations were read; they may have changed only when this has.
  private(set) var registrationReadings = 0
  /// Nil while unknown.
  private(set) var stores: [MergedStore]?
  private(set) var policy: PolicyDocument?
  private(set) var vault: Vault?
  /// Extra time that a guardian has granted.
  private(set) var extensions: TimeExtensions?
  /// Parts that could not be read, and why.
  private(set) var unreadable: [Part: String] = [:]

  /// What decides on a lock of the device could be read, and says approved or denied (rule A2).
  var isLockKnown: Bool {
    let parts: [Part] = [.configuration, .authorization, .policy]
    let status = authorization?.status ?? .notDetermined
    return parts.allSatisfy { unreadable[$0] == nil } && status != .notDetermined
  }

  /// Who is restricted, and how, could be read.
  var isConfigurationKnown: Bool { unreadable[.configuration] == nil }

  /// Reads again what may have changed.
  mutating func reload(_ parts: Set<Part>, from directory: SharedDirectory<MonitorRole>) {
    for part in Part.allCases where parts.contains(part) || unreadable[part] != nil {
      do {
        try reload(part, from: directory)
        unreadable[part] = nil
      } catch {
        unreadable[part] = "\(error)"
      }
    }
  }

  private mutating func reload(_ part: Part, from directory: SharedDirectory<MonitorRole>) throws {
    switch part {
    case .configuration: configuration = try directory.read(.configuration) ?? Configuration()
    case .authorization:
      let found = try directory.read(.authorization)
      if found == nil, authorization != nil { throw MissingFile(name: "authorization.json") }
      authorization = found
    case .registrations:
      registrations = try directory.registrations()
      registrationReadings += 1
    case .stores: stores = try directory.mergedStores()
    case .policy: policy = try directory.read(.policy)
    case .vault: vault = try directory.read(.vault)
    case .extensions: extensions = try directory.read(.extensions)
    }
  }

  /// The parts that a change of a file concerns.
  static func parts(changedBy name: String) -> Set<Part> {
    switch name {
    case "config.json": [.configuration]
    // Stores and registrations are void or not as the authorization says.
    case "authorization.json": [.authorization, .stores, .registrations]
    case "policy.json": [.policy]
    case "vault.json": [.vault]
    case _ where name.hasPrefix("activities/"): [.registrations]
    case _ where name.hasPrefix("stores/"): [.stores]
    case _ where name.hasPrefix("extensions/"): [.extensions]
    default: []
    }
  }

  /// The faults for `health/monitor.json`.
  func faults(at now: Date) -> [Health.Fault] {
    unreadable.map { part, words in
      Health.Fault(code: "file.unreadable", subject: "\(part)", since: now, words: words)
    }
  }
}

/// A file that was there and no longer is, although nobody removes it.
struct MissingFile: Error, CustomStringConvertible {
  let name: String

  var description: String { "\(name) is missing; what it last said stays in force" }
}
