public import FoundationEssentials

/// Why authorization was not granted or not revoked.
///
/// Source: Apple, *FamilyControls.FamilyControlsError*.
public enum FamilyControlsError: Int, LocalizedError, Sendable {
  /// A restriction forbids this app to provide controls.
  case restricted
  /// The controls could not be set up.
  case unavailable
  case invalidAccountType
  case invalidArgument
  /// Another app provides controls already.
  case authorizationConflict
  /// The one who was to approve did not.
  case authorizationCanceled
  case networkError
  case authenticationMethodUnavailable

  /// For debugging; not for people.
  public var errorDescription: String? {
    switch self {
    case .restricted: "A restriction prevents the app from using Family Controls."
    case .unavailable: "Family Controls could not be set up."
    case .invalidAccountType: "The account is not of a kind that Family Controls works with."
    case .invalidArgument: "An argument is invalid."
    case .authorizationConflict: "Another authorized app already provides controls."
    case .authorizationCanceled: "The authorization was canceled."
    case .networkError: "The network is needed and cannot be reached."
    case .authenticationMethodUnavailable: "There is no way to authenticate the individual."
    }
  }

  public var errorUserInfo: [String: Any] {
    errorDescription.map { ["NSLocalizedDescription": $0] } ?? [:]
  }
}
