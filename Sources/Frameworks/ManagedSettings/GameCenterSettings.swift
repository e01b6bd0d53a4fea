/// Source: Apple, *ManagedSettings.GameCenterSettings*.
public struct GameCenterSettings: ManagedSettingsGroup, BackedGroup, Equatable, Sendable {
  static let name = "gameCenter"

  package var values: SettingValues

  package init(values: SettingValues) {
    self.values = values
  }

  public static let denyAddingFriends = SettingMetadata<Bool>(defaultValue: false)

  /// No friends can be added.
  public var denyAddingFriends: Bool? {
    get { values[setting: .gameCenterDenyAddingFriends] }
    set { values[setting: .gameCenterDenyAddingFriends] = newValue }
  }

  public static let denyMultiplayerGaming = SettingMetadata<Bool>(defaultValue: false)

  /// No games with several players.
  public var denyMultiplayerGaming: Bool? {
    get { values[setting: .gameCenterDenyMultiplayerGaming] }
    set { values[setting: .gameCenterDenyMultiplayerGaming] = newValue }
  }
}
