/// A web site, by its domain, its token, or both.
///
/// Source: Apple, *ManagedSettings.WebDomain*.
public struct WebDomain: Codable, Hashable, Sendable {
  /// A high-level domain such as `example.com`; its sub-domains are meant as well.
  public let domain: String?
  public let token: WebDomainToken?

  public init(domain: String) {
    self.init(domain: domain, token: nil)
  }

  public init(token: WebDomainToken) {
    self.init(domain: nil, token: token)
  }

  package init(domain: String?, token: WebDomainToken?) {
    self.domain = domain
    self.token = token
  }
}
