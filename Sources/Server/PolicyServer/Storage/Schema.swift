import CSQLite

/// The tables, as the steps that lead to them. `user_version` counts the steps that a file has gone.
enum Schema {
  /// Never changed once released; a change is a further step.
  static let steps = [
    """
    CREATE TABLE household (id TEXT NOT NULL, parent_hash BLOB);
    CREATE TABLE children (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, birth_date TEXT NOT NULL,
      version INTEGER NOT NULL, served_age INTEGER NOT NULL,
      created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
    CREATE TABLE pairing_tokens (
      hash BLOB PRIMARY KEY, child_id TEXT NOT NULL REFERENCES children ON DELETE CASCADE,
      expires_at INTEGER NOT NULL);
    CREATE TABLE devices (
      id TEXT PRIMARY KEY, child_id TEXT NOT NULL REFERENCES children ON DELETE CASCADE,
      key_hash BLOB NOT NULL UNIQUE, device_name TEXT NOT NULL, device_model TEXT NOT NULL,
      os_version TEXT NOT NULL, app_version TEXT NOT NULL, apns_token TEXT,
      capabilities TEXT NOT NULL, enforcement_summary TEXT NOT NULL,
      last_policy_version INTEGER NOT NULL, acknowledged_version INTEGER, status TEXT NOT NULL,
      last_seen INTEGER, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
    CREATE INDEX devices_of_child ON devices (child_id, created_at);
    CREATE TABLE policies (
      id TEXT PRIMARY KEY, child_id TEXT NOT NULL REFERENCES children ON DELETE CASCADE,
      name TEXT NOT NULL, status TEXT NOT NULL, priority INTEGER NOT NULL,
      version INTEGER NOT NULL, document TEXT NOT NULL, number INTEGER NOT NULL,
      created_at TEXT NOT NULL, updated_at TEXT NOT NULL, changed_at TEXT NOT NULL);
    CREATE INDEX policies_of_child ON policies (child_id, status, priority, number);
    CREATE TABLE reports (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      device_id TEXT NOT NULL REFERENCES devices ON DELETE CASCADE,
      report_type TEXT NOT NULL, day TEXT, payload TEXT NOT NULL, reported_at TEXT NOT NULL,
      received_at TEXT NOT NULL, idempotency_key TEXT);
    CREATE UNIQUE INDEX reports_by_key ON reports (device_id, idempotency_key);
    CREATE INDEX reports_by_day ON reports (device_id, report_type, day, id);
    CREATE TABLE acknowledgements (
      device_id TEXT NOT NULL REFERENCES devices ON DELETE CASCADE,
      idempotency_key TEXT NOT NULL, version INTEGER NOT NULL, received_at TEXT NOT NULL,
      PRIMARY KEY (device_id, idempotency_key));
    """
  ]

  /// Takes the steps that `database` lacks, all of them or none.
  ///
  /// - Throws: ``DatabaseError`` also for a file of a later version of this program, which is left alone.
  static func migrate(_ database: Database) throws {
    try database.transaction {
      let version = try database.first("PRAGMA user_version", read: { $0.integer(0) }) ?? 0
      guard version <= steps.count else {
        throw DatabaseError(
          code: SQLITE_MISMATCH,
          message: "the file is of format \(version), and this program knows \(steps.count)")
      }
      for step in steps[version...] { try database.script(step) }
      try database.script("PRAGMA user_version = \(steps.count)")
    }
  }
}
