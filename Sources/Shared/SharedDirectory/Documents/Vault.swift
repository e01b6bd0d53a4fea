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
  /// The other way round, since a policy may name 50,000 things (rule S4).
  private var tokens: [Identity: Data] = [:]

  private enum CodingKeys: String, CodingKey {
    case grant, identities
  }

  package init(grant: String?) {
    self.grant = grant
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    grant = try fields.decodeIfPresent(String.self, forKey: .grant)
    identities = try fields.decode([String: Identity].self, forKey: .identities)
    for (text, identity) in identities {
      guard let token = Data(base64Encoded: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .identities, in: fields, debugDescription: "no base64")
      }
      tokens[identity] = token
    }
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
    if let known = tokens[identity] { return known }
    var generator = SystemRandomNumberGenerator()
    let token = Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    identities[token.base64EncodedString()] = identity
    tokens[identity] = token
    return token
  }

  package func existingToken(for identity: Identity) -> Data? {
    tokens[identity]
  }

  package var count: Int { identities.count }
}
