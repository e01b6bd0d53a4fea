/// Source: Apple, *ManagedSettings.CellularSettings*.
public struct CellularSettings: ManagedSettingsGroup, BackedGroup, Equatable, Sendable {
  static let name = "cellular"

  package var values: SettingValues

  package init(values: SettingValues) {
    self.values = values
  }

  public static let lockAppCellularData = SettingMetadata<Bool>(defaultValue: false)

  /// The user cannot change which applications use cellular data.
  public var lockAppCellularData: Bool? {
    get { values[setting: .cellularLockAppCellularData] }
    set { values[setting: .cellularLockAppCellularData] = newValue }
  }

  public static let lockCellularPlan = SettingMetadata<Bool>(defaultValue: false)

  /// The user cannot change the cellular plan.
  public var lockCellularPlan: Bool? {
    get { values[setting: .cellularLockCellularPlan] }
    set { values[setting: .cellularLockCellularPlan] = newValue }
  }

  public static let lockESIM = SettingMetadata<Bool>(defaultValue: false)

  /// The user cannot add or remove an eSIM.
  public var lockESIM: Bool? {
    get { values[setting: .cellularLockESIM] }
    set { values[setting: .cellularLockESIM] = newValue }
  }
}
