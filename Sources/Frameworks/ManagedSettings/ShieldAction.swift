/// What a person tapped on a shield.
///
/// Source: Apple, *ManagedSettings.ShieldAction*.
public enum ShieldAction: Int, Sendable {
  case primaryButtonPressed
  case secondaryButtonPressed
}

/// What happens to the shield after a tap.
///
/// Source: Apple, *ManagedSettings.ShieldActionResponse*.
public enum ShieldActionResponse: Int, Sendable {
  /// The shield stays as it is.
  case none
  /// The application or browser is closed.
  case close
  /// The answer comes later; the shield is drawn anew.
  case `defer`
}
