import CompiledPolicy
import FoundationEssentials

extension Household {
  /// What a report of what is in force leaves on the device.
  struct Enforcement: Equatable, Sendable {
    let version: Int
    /// JSON.
    let summary: String
  }

  /// Stores a report, unless the device has sent one with this key before.
  func addReport(_ report: Report, enforcement: Enforcement?, key: String?) throws {
    try database.transaction {
      let added = try database.run(
        """
        INSERT INTO reports
            (device_id, report_type, day, payload, reported_at, received_at, idempotency_key)
          VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (device_id, idempotency_key) DO NOTHING
        """, .text(report.deviceID), .text(report.type), SQLValue(report.day),
        .text(report.payload), .text(report.reportedAt), .text(report.receivedAt), SQLValue(key))
      guard added > 0, let enforcement else { return }
      try database.run(
        """
        UPDATE devices SET enforcement_summary = ?, last_policy_version = ?, updated_at = ?
          WHERE id = ?
        """, .text(enforcement.summary), .integer(enforcement.version), .text(report.receivedAt),
        .text(report.deviceID))
    }
  }

  /// Notes which version a device has, unless it has said so with this key before.
  func acknowledge(_ version: Int, device: String, key: String?, now: Date) throws {
    let time = RFC3339.text(now)
    try database.transaction {
      if let key {
        let added = try database.run(
          """
          INSERT INTO acknowledgements (device_id, idempotency_key, version, received_at)
            VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
          """, .text(device), .text(key), .integer(version), .text(time))
        if added == 0 { return }
      }
      try database.run(
        """
        UPDATE devices SET acknowledged_version = ?, last_policy_version = ?, updated_at = ?
          WHERE id = ?
        """, .integer(version), .integer(version), .text(time), .text(device))
    }
  }

  /// The latest reports of a child's devices, newest first.
  func reports(
    of child: String, type: String?, before: Int?, limit: Int
  ) throws(DatabaseError) -> [Report] {
    try database.rows(
      """
      SELECT r.id, r.device_id, r.report_type, r.day, r.payload, r.reported_at, r.received_at
        FROM reports r JOIN devices d ON d.id = r.device_id
        WHERE d.child_id = ?1 AND (?2 IS NULL OR r.report_type = ?2) AND (?3 IS NULL OR r.id < ?3)
        ORDER BY r.id DESC LIMIT ?4
      """, .text(child), SQLValue(type), SQLValue(before), .integer(limit), read: Self.report)
  }

  /// For each day and device the last report of screen time: a later one of the same day replaces it.
  func screenTime(
    of child: String, from first: String, through last: String
  ) throws(DatabaseError) -> [Report] {
    try database.rows(
      """
      SELECT r.id, r.device_id, r.report_type, r.day, r.payload, r.reported_at, r.received_at
        FROM reports r WHERE r.id IN (
          SELECT max(s.id) FROM reports s JOIN devices d ON d.id = s.device_id
            WHERE d.child_id = ? AND s.report_type = 'screen_time' AND s.day BETWEEN ? AND ?
            GROUP BY s.device_id, s.day)
        ORDER BY r.day, r.id
      """, .text(child), .text(first), .text(last), read: Self.report)
  }

  private static func report(_ row: SQLRow) -> Report {
    Report(
      id: row.integer(0), deviceID: row.text(1), type: row.text(2), day: row.optionalText(3),
      payload: row.text(4), reportedAt: row.text(5), receivedAt: row.text(6))
  }
}
