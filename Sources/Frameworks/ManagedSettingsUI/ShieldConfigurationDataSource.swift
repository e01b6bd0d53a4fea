public import ManagedSettings

/// Asked for the words of a shield. Subclasses override what they care about; the rest is left to the system.
///
/// Here the monitor asks, on its only thread, so an answer must come at once.
///
/// Source: Apple, *ManagedSettingsUI.ShieldConfigurationDataSource*.
open class ShieldConfigurationDataSource {
  public init() {}

  open func configuration(shielding application: Application) -> ShieldConfiguration {
    ShieldConfiguration()
  }

  /// For an application that is shielded with its category.
  open func configuration(
    shielding application: Application, in category: ActivityCategory
  ) -> ShieldConfiguration {
    ShieldConfiguration()
  }

  open func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration {
    ShieldConfiguration()
  }

  open func configuration(
    shielding webDomain: WebDomain, in category: ActivityCategory
  ) -> ShieldConfiguration {
    ShieldConfiguration()
  }
}
