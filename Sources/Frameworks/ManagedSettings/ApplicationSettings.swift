/// Source: Apple, *ManagedSettings.ApplicationSettings*.
public struct ApplicationSettings: ManagedSettingsGroup, BackedGroup, Equatable, Sendable {
  static let name = "application"

  package var values: SettingValues

  package init(values: SettingValues) {
    self.values = values
  }

  public static let blockedApplications = SettingMetadata<Set<Application>>(defaultValue: [])

  /// Applications that are hidden and cannot be opened.
  public var blockedApplications: Set<Application>? {
    get { values[setting: .applicationBlockedApplications] }
    set { values[setting: .applicationBlockedApplications] = newValue }
  }

  public static let denyAppInstallation = SettingMetadata<Bool>(defaultValue: false)

  /// No application can be installed.
  public var denyAppInstallation: Bool? {
    get { values[setting: .applicationDenyAppInstallation] }
    set { values[setting: .applicationDenyAppInstallation] = newValue }
  }

  public static let denyAppRemoval = SettingMetadata<Bool>(defaultValue: false)

  /// No application can be removed.
  public var denyAppRemoval: Bool? {
    get { values[setting: .applicationDenyAppRemoval] }
    set { values[setting: .applicationDenyAppRemoval] = newValue }
  }
}
