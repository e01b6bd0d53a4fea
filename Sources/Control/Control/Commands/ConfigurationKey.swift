import ActivityEngine
import FoundationEssentials
import SharedDirectory

/// A field of the configuration, as it is named at the command line.
package enum ConfigurationKey: String, CaseIterable, Sendable {
  case managedUser, guardianGroup, zone, delivery, whenNoPolicy, applicationDirectories,
    programMounts

  /// The value as it would be given to ``set(_:in:using:)``; nil if the field is left out.
  func value(in configuration: Configuration) -> String? {
    switch self {
    case .managedUser: configuration.managedUser
    case .guardianGroup: configuration.guardianGroup
    case .zone: configuration.zone
    case .delivery: configuration.delivery?.rawValue
    case .whenNoPolicy: configuration.whenNoPolicy?.rawValue
    case .applicationDirectories: configuration.applicationDirectories?.joined(separator: ":")
    case .programMounts: configuration.programMounts?.joined(separator: ":")
    }
  }

  func unset(in configuration: inout Configuration) {
    switch self {
    case .managedUser: configuration.managedUser = nil
    case .guardianGroup: configuration.guardianGroup = nil
    case .zone: configuration.zone = nil
    case .delivery: configuration.delivery = nil
    case .whenNoPolicy: configuration.whenNoPolicy = nil
    case .applicationDirectories: configuration.applicationDirectories = nil
    case .programMounts: configuration.programMounts = nil
    }
  }

  /// - Throws: ``ConfigurationFault``, with nothing changed.
  func set(
    _ text: String, in configuration: inout Configuration, using world: some ControlWorld
  ) throws {
    func fault(_ reason: String) -> ConfigurationFault {
      ConfigurationFault(key: self, value: text, reason: reason)
    }
    switch self {
    case .managedUser:
      guard let uid = try world.userID(named: text) else { throw fault("no user has this name") }
      if uid == 0 { throw fault("root is never restricted") }
      configuration.managedUser = text
    case .guardianGroup:
      guard try world.hasGroup(named: text) else { throw fault("no group has this name") }
      configuration.guardianGroup = text
    case .zone:
      do { _ = try world.zones(configured: text) } catch { throw fault("\(error)") }
      configuration.zone = text
    case .delivery:
      guard let delivery = ActivityEngine.Delivery(rawValue: text) else {
        throw fault("it is “onTheDot” or “onFirstUse”")
      }
      configuration.delivery = delivery
    case .whenNoPolicy:
      guard let choice = Configuration.WhenNoPolicy(rawValue: text) else {
        throw fault("it is “lift” or “keep”")
      }
      configuration.whenNoPolicy = choice
    case .applicationDirectories, .programMounts:
      let paths = text.split(separator: ":").map(String.init)
      guard !paths.isEmpty, paths.allSatisfy({ $0.hasPrefix("/") }) else {
        throw fault("it is absolute paths with “:” between them")
      }
      if self == .programMounts {
        configuration.programMounts = paths
      } else {
        configuration.applicationDirectories = paths
      }
    }
  }
}

/// A value that a field of the configuration cannot have.
struct ConfigurationFault: Error, Equatable, CustomStringConvertible {
  let key: ConfigurationKey
  let value: String
  let reason: String

  var description: String { "config.json: \(key.rawValue): “\(value)”: \(reason)" }
}
