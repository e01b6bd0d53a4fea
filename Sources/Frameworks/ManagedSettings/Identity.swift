/// What a token stands for.
package enum Identity: Hashable, Codable, Sendable {
  /// A bundle identifier as the policy names it, or a desktop file's identifier.
  case application(String)
  /// The name of a category of applications or sites.
  case category(String)
  /// A domain in lower case, without a final dot.
  case webDomain(String)
}
