/// For whom authorization is asked.
///
/// Source: Apple, *FamilyControls.FamilyControlsMember*.
public enum FamilyControlsMember: Int, Codable, CustomStringConvertible, Sendable {
  /// A child, whose guardian grants and revokes (rule A3).
  case child
  /// The device's user.
  case individual

  public var description: String {
    switch self {
    case .child: "Child"
    case .individual: "Individual"
    }
  }
}
