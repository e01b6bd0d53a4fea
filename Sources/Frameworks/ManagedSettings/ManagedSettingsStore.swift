/// The settings that one app, or one of its extensions, asks for under one name.
///
/// Stores of the same name are the same store, in every process that shares it (rule S1). A store reads back what was
/// set in it, not what is in force.
///
/// Source: Apple, *ManagedSettings.ManagedSettingsStore*.
public class ManagedSettingsStore {
  /// The name of a store.
  public struct Name: RawRepresentable, Codable, Equatable, Hashable, Sendable {
    public static let `default` = Self("default")

    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  private let name: Name

  /// The store named `default`.
  public convenience init() {
    self.init(named: .default)
  }

  public init(named name: Name) {
    self.name = name
  }

  public var account: AccountSettings {
    get { self[group: AccountSettings.self] }
    _modify { yield &self[group: AccountSettings.self] }
  }
  public var application: ApplicationSettings {
    get { self[group: ApplicationSettings.self] }
    _modify { yield &self[group: ApplicationSettings.self] }
  }
  public var appStore: AppStoreSettings {
    get { self[group: AppStoreSettings.self] }
    _modify { yield &self[group: AppStoreSettings.self] }
  }
  public var cellular: CellularSettings {
    get { self[group: CellularSettings.self] }
    _modify { yield &self[group: CellularSettings.self] }
  }
  public var dateAndTime: DateAndTimeSettings {
    get { self[group: DateAndTimeSettings.self] }
    _modify { yield &self[group: DateAndTimeSettings.self] }
  }
  public var gameCenter: GameCenterSettings {
    get { self[group: GameCenterSettings.self] }
    _modify { yield &self[group: GameCenterSettings.self] }
  }
  public var media: MediaSettings {
    get { self[group: MediaSettings.self] }
    _modify { yield &self[group: MediaSettings.self] }
  }
  public var passcode: PasscodeSettings {
    get { self[group: PasscodeSettings.self] }
    _modify { yield &self[group: PasscodeSettings.self] }
  }
  public var safari: SafariSettings {
    get { self[group: SafariSettings.self] }
    _modify { yield &self[group: SafariSettings.self] }
  }
  public var shield: ShieldSettings {
    get { self[group: ShieldSettings.self] }
    _modify { yield &self[group: ShieldSettings.self] }
  }
  public var siri: SiriSettings {
    get { self[group: SiriSettings.self] }
    _modify { yield &self[group: SiriSettings.self] }
  }
  public var webContent: WebContentSettings {
    get { self[group: WebContentSettings.self] }
    _modify { yield &self[group: WebContentSettings.self] }
  }

  /// Deletes every setting of this store and of no other.
  public func clearAllSettings() {
    SettingsBackingProvider.current.clear(name)
  }

  /// The movie rating in force on the device, whoever asked for it.
  public var effectiveMaximumMovieRating: Int {
    effective(.mediaMaximumMovieRating) ?? MediaSettings.maximumMovieRating.defaultValue
  }

  /// The rating of television shows in force on the device, whoever asked for it.
  public var effectiveMaximumTVShowRating: Int {
    effective(.mediaMaximumTVShowRating) ?? MediaSettings.maximumTVShowRating.defaultValue
  }
}

extension ManagedSettingsStore {
  private func effective<Property: SettingRepresentable>(_ key: SettingKey) -> Property? {
    SettingsBackingProvider.current.effectiveSettings[setting: key]
  }

  private subscript<Group: BackedGroup>(group group: Group.Type) -> Group {
    get {
      Group(
        values: SettingsBackingProvider.current.settings(of: name).filter { Group.holds($0.key) })
    }
    // Changes are told apart from what was read for this access, so that an assignment to one property never undoes
    // what another process wrote to its neighbour meanwhile (rule S3).
    _modify {
      let before = self[group: group]
      var after = before
      defer { write(from: before.values, to: after.values) }
      yield &after
    }
  }

  private func write(from before: SettingValues, to after: SettingValues) {
    var changes: [SettingKey: SettingValue?] = [:]
    for key in Set(before.keys).union(after.keys) where before[key] != after[key] {
      changes.updateValue(after[key], forKey: key)
    }
    if !changes.isEmpty { SettingsBackingProvider.current.change(name, changes) }
  }
}

/// A group as a view of the settings that a backing keeps.
protocol BackedGroup: ManagedSettingsGroup {
  /// The group's name, as in ``SettingKey``.
  static var name: String { get }
  init(values: SettingValues)
  var values: SettingValues { get }
}

extension BackedGroup {
  static func holds(_ key: SettingKey) -> Bool { key.group == name }
}
