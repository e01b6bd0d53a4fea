/// An application, by its identifier, its token, or both.
///
/// Equal to another when identifier and token are; the name shown to people does not count.
///
/// Source: Apple, *ManagedSettings.Application*.
public struct Application: Codable, Sendable {
  public let bundleIdentifier: String?
  public let token: ApplicationToken?
  public let localizedDisplayName: String?

  public init(bundleIdentifier: String) {
    self.init(bundleIdentifier: bundleIdentifier, token: nil)
  }

  public init(token: ApplicationToken) {
    self.init(bundleIdentifier: nil, token: token)
  }

  package init(
    bundleIdentifier: String?, token: ApplicationToken?, localizedDisplayName: String? = nil
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.token = token
    self.localizedDisplayName = localizedDisplayName
  }
}

extension Application: Hashable {
  public static func == (first: Self, second: Self) -> Bool {
    first.bundleIdentifier == second.bundleIdentifier && first.token == second.token
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(bundleIdentifier)
    hasher.combine(token)
  }
}
