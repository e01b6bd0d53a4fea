/// How a shield looks, as far as it is words and colours. What is nil is left to the system.
///
/// Pictures and blur, which Apple's type has too, are not here: nothing on Linux draws a shield over a window.
///
/// Source: Apple, *ManagedSettingsUI.ShieldConfiguration*.
public struct ShieldConfiguration: Sendable {
  public struct Label: Sendable {
    public let text: String
    public let color: UIColor

    public init(text: String, color: UIColor) {
      self.text = text
      self.color = color
    }
  }

  public let backgroundColor: UIColor?
  public let title: Label?
  public let subtitle: Label?
  public let primaryButtonLabel: Label?
  public let primaryButtonBackgroundColor: UIColor?
  /// Nil for no second button.
  public let secondaryButtonLabel: Label?

  public init(
    backgroundColor: UIColor? = nil, title: Label? = nil, subtitle: Label? = nil,
    primaryButtonLabel: Label? = nil, primaryButtonBackgroundColor: UIColor? = nil,
    secondaryButtonLabel: Label? = nil
  ) {
    self.backgroundColor = backgroundColor
    self.title = title
    self.subtitle = subtitle
    self.primaryButtonLabel = primaryButtonLabel
    self.primaryButtonBackgroundColor = primaryButtonBackgroundColor
    self.secondaryButtonLabel = secondaryButtonLabel
  }
}
