/// A category of applications and web sites.
///
/// Equal to another when the token is; the name shown to people does not count.
///
/// Source: Apple, *ManagedSettings.ActivityCategory*.
public struct ActivityCategory: Codable, Sendable {
  public let token: ActivityCategoryToken?
  public let localizedDisplayName: String?

  public init(token: ActivityCategoryToken) {
    self.init(token: token, localizedDisplayName: nil)
  }

  package init(token: ActivityCategoryToken?, localizedDisplayName: String?) {
    self.token = token
    self.localizedDisplayName = localizedDisplayName
  }
}

extension ActivityCategory: Hashable {
  public static func == (first: Self, second: Self) -> Bool { first.token == second.token }

  public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}
