/// Whether an app may provide controls.
///
/// Source: Apple, *FamilyControls.AuthorizationStatus*.
public enum AuthorizationStatus: Int, Codable, CustomStringConvertible, Sendable {
  /// Nobody was asked, or it cannot be read now; never a revocation (rule A2).
  case notDetermined
  case denied
  case approved

  public var description: String {
    switch self {
    case .notDetermined: "Not Determined"
    case .denied: "Denied"
    case .approved: "Approved"
    }
  }
}
