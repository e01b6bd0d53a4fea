import CompiledPolicy
import FoundationEssentials

/// A child's versions are counted together: each change of one of its policies, and each change of which of
/// them is served, takes the next number. So what a device is served never has a lower version than what it was
/// served before, nor the same version with another content.
extension Household {
  private static let policyColumns = """
    id, child_id, name, status, priority, version, document, created_at, updated_at, changed_at
    """

  func policies(of child: String) throws(DatabaseError) -> [Policy] {
    try database.rows(
      "SELECT \(Self.policyColumns) FROM policies WHERE child_id = ? ORDER BY priority, number",
      .text(child), read: Self.policy)
  }

  func policy(_ id: String) throws(DatabaseError) -> Policy? {
    try database.first(
      "SELECT \(Self.policyColumns) FROM policies WHERE id = ?", .text(id), read: Self.policy)
  }

  /// The policy that the child's devices get.
  func servedPolicy(of child: String) throws(DatabaseError) -> Policy? {
    try database.first(
      """
      SELECT \(Self.policyColumns) FROM policies WHERE child_id = ? AND status = 'active'
        ORDER BY priority, number LIMIT 1
      """, .text(child), read: Self.policy)
  }

  func addPolicy(
    for child: String, name: String, priority: Int, document: String, now: Date
  ) throws -> (Policy?, PolicyChange) {
    let id = Self.newID()
    let time = RFC3339.text(now)
    let change = try changePolicies(of: child, now: now) { version in
      try database.run(
        """
        INSERT INTO policies (\(Self.policyColumns), number)
          SELECT ?, ?, ?, 'draft', ?, ?, ?, ?, ?, ?, coalesce(max(number), 0) + 1 FROM policies
        """, .text(id), .text(child), .text(name), .integer(priority), .integer(version),
        .text(document), .text(time), .text(time), .text(time))
    }
    return (try policy(id), change)
  }

  /// Saves what is not nil.
  func updatePolicy(
    _ policy: Policy, name: String? = nil, priority: Int? = nil, document: String? = nil,
    status: Policy.Status? = nil, now: Date
  ) throws -> (Policy?, PolicyChange) {
    let time = RFC3339.text(now)
    let change = try changePolicies(of: policy.childID, now: now) { version in
      try database.run(
        """
        UPDATE policies SET name = coalesce(?, name), priority = coalesce(?, priority),
          document = coalesce(?, document), status = coalesce(?, status), version = ?,
          updated_at = ?, changed_at = ? WHERE id = ?
        """, SQLValue(name), SQLValue(priority), SQLValue(document), SQLValue(status?.rawValue),
        .integer(version), .text(time), .text(time), .text(policy.id))
    }
    return (try self.policy(policy.id), change)
  }

  func removePolicy(_ policy: Policy, now: Date) throws -> PolicyChange {
    try changePolicies(of: policy.childID, now: now) { _ in
      try database.run("DELETE FROM policies WHERE id = ?", .text(policy.id))
    }
  }

  /// What a device of the child gets now; nil if no policy is active.
  ///
  /// A birthday changes the content, and so takes a version too, when it is first seen here.
  func servedPolicy(of childID: String, now: Date) throws -> (child: Child, policy: Policy)? {
    guard let child = try child(childID), let policy = try servedPolicy(of: childID) else {
      return nil
    }
    let age = Child.age(bornOn: child.birthDate, at: now)
    if age == child.servedAge { return (child, policy) }
    let time = RFC3339.text(now)
    _ = try changePolicies(of: childID, now: now) { version in
      try database.run(
        "UPDATE children SET served_age = ? WHERE id = ?", .integer(age), .text(childID))
      try database.run(
        "UPDATE policies SET version = ?, changed_at = ? WHERE id = ?", .integer(version),
        .text(time), .text(policy.id))
    }
    guard let child = try self.child(childID), let policy = try servedPolicy(of: childID) else {
      return nil
    }
    return (child, policy)
  }

  /// Runs `body` with the child's next version. If another policy is served after it, that one gets the version too.
  private func changePolicies(
    of child: String, now: Date, _ body: (Int) throws -> Void
  ) throws -> PolicyChange {
    try database.transaction {
      let before = try servedPolicy(of: child)
      try database.run("UPDATE children SET version = version + 1 WHERE id = ?", .text(child))
      let version = try self.child(child)?.version ?? 0
      try body(version)
      let after = try servedPolicy(of: child)
      if let after, after.id != before?.id {
        try database.run(
          "UPDATE policies SET version = ?, changed_at = ? WHERE id = ?", .integer(version),
          .text(RFC3339.text(now)), .text(after.id))
      }
      return PolicyChange(
        childID: child, version: version,
        concernsDevices: after?.version != before?.version
          || after?.id != before?.id)
    }
  }

  private static func policy(_ row: SQLRow) -> Policy {
    Policy(
      id: row.text(0), childID: row.text(1), name: row.text(2),
      status: Policy.Status(rawValue: row.text(3)) ?? .draft, priority: row.integer(4),
      version: row.integer(5), document: row.text(6), createdAt: row.text(7),
      updatedAt: row.text(8), changedAt: row.text(9))
  }
}
