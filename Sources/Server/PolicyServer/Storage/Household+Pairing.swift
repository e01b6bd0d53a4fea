import FoundationEssentials

extension Household {
  /// What a token may register a device for.
  struct Pairing: Equatable, Sendable {
    let childID: String
  }

  /// A token by which one device may be registered for this child, once, until `expiry`.
  func addPairingToken(
    for child: String, expiry: Date, now: Date
  ) throws(DatabaseError) -> Secret {
    try database.run(
      "DELETE FROM pairing_tokens WHERE expires_at <= ?", .integer(Self.seconds(now)))
    let token = Secret.random()
    try database.run(
      "INSERT INTO pairing_tokens (hash, child_id, expires_at) VALUES (?, ?, ?)",
      .blob(token.hash), .text(child), .integer(Self.seconds(expiry)))
    return token
  }

  func pairing(_ token: Secret, now: Date) throws(DatabaseError) -> Pairing? {
    let found = try database.first(
      "SELECT hash, child_id FROM pairing_tokens WHERE hash = ? AND expires_at > ?",
      .blob(token.hash), .integer(Self.seconds(now)), read: { ($0.blob(0), $0.text(1)) })
    guard let (hash, child) = found, token.matches(hash) else { return nil }
    return Pairing(childID: child)
  }

  /// Uses the token up.
  func removePairingToken(_ token: Secret) throws(DatabaseError) {
    try database.run("DELETE FROM pairing_tokens WHERE hash = ?", .blob(token.hash))
  }

  private static func seconds(_ date: Date) -> Int { Int(date.timeIntervalSince1970) }
}
