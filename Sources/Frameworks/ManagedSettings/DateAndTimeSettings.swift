/// Source: Apple, *ManagedSettings.DateAndTimeSettings*.
public struct DateAndTimeSettings: ManagedSettingsGroup, BackedGroup, Equatable, Sendable {
  static let name = "dateAndTime"

  package var values: SettingValues

  package init(values: SettingValues) {
    self.values = values
  }

  public static let requireAutomaticDateAndTime = SettingMetadata<Bool>(defaultValue: false)

  /// The user cannot change date, time or time zone.
  public var requireAutomaticDateAndTime: Bool? {
    get { values[setting: .dateAndTimeRequireAutomaticDateAndTime] }
    set { values[setting: .dateAndTimeRequireAutomaticDateAndTime] = newValue }
  }
}
