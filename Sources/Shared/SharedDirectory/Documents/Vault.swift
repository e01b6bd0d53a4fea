package import FoundationEssentials
package import ManagedSettings

/// What the tokens of one grant stand for (`vault.json`, readable by its owner alone).
///
/// Destroying it voids every token of the grant, wherever copies are (rule A5).
package struct Vault: Codable, Equatable, Sendable {
  /// The grant under which the tokens were made; nil after a revocation.
  package private(set) var grant: String?
  /// By the token's bytes in base64.
  private var identities: [String: Identity] = [:]

  package init(grant: String?) {
    self.grant = grant
  }

  /// What `token` stands for; nil for a void or unknown one (rule A6).
  package func identity<T>(of token: Token<T>) -> Identity? {
    identity(of: token.data)
  }

  package func identity(of token: Data) -> Identity? {
    identities[token.base64EncodedString()]
  }

  /// The token for `identity`, always the same within a grant (rule A4); a new one is made of random bytes.
  package mutating func token(for identity: Identity) -> Data {
    if let known = existingToken(for: identity) { return known }
    var generator = SystemRandomNumberGenerator()
    let token = Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    identities[token.base64EncodedString()] = identity
    return token
  }

  package func existingToken(for identity: Identity) -> Data? {
    identities.first { $0.value == identity }.flatMap { Data(base64Encoded: $0.key) }
  }

  package var count: Int { identities.count }
}
