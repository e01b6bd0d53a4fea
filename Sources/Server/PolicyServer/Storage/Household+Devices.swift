import CompiledPolicy
import FoundationEssentials

extension Household {
  /// A poll marks the device as seen at most this often, in milliseconds, so that not every poll is a write.
  private static let seenEvery = 20_000

  private static let deviceColumns = """
    id, child_id, device_name, device_model, os_version, app_version, apns_token, capabilities,
    enforcement_summary, last_policy_version, acknowledged_version, status, last_seen, created_at,
    updated_at
    """

  func devices(of child: String) throws(DatabaseError) -> [Device] {
    try database.rows(
      "SELECT \(Self.deviceColumns) FROM devices WHERE child_id = ? ORDER BY created_at, id",
      .text(child), read: Self.device)
  }

  func device(_ id: String) throws(DatabaseError) -> Device? {
    try database.first(
      "SELECT \(Self.deviceColumns) FROM devices WHERE id = ?", .text(id), read: Self.device)
  }

  /// The device whose key this is, if it may still do anything.
  func device(key: Secret) throws(DatabaseError) -> Device? {
    let hash = key.hash
    let found = try database.first(
      "SELECT \(Self.deviceColumns), key_hash FROM devices WHERE key_hash = ?", .blob(hash),
      read: { (Self.device($0), $0.blob(15)) })
    guard let (device, stored) = found, key.matches(stored), device.isActive else { return nil }
    return device
  }

  func addDevice(
    _ description: Device.Description, for child: String, key: Secret, now: Date
  ) throws(DatabaseError) -> Device {
    let time = RFC3339.text(now)
    let device = Device(
      id: Self.newID(), childID: child, name: description.name ?? "",
      model: description.model ?? "", system: description.system ?? "",
      application: description.application ?? "", pushToken: description.pushToken,
      capabilities: WireValue.texts(description.capabilities ?? []).text, enforcement: "{}",
      policyVersion: 0, status: "active", createdAt: time, updatedAt: time)
    try database.run(
      """
      INSERT INTO devices (\(Self.deviceColumns), key_hash)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, '{}', 0, NULL, 'active', NULL, ?, ?, ?)
      """, .text(device.id), .text(child), .text(device.name), .text(device.model),
      .text(device.system), .text(device.application), SQLValue(device.pushToken),
      .text(device.capabilities), .text(time), .text(time), .blob(key.hash))
    return device
  }

  /// Changes what `description` names and nothing else, so that it can neither undo a revocation nor be undone by a poll.
  func updateDevice(
    _ id: String, _ description: Device.Description, now: Date
  ) throws(DatabaseError) -> Device? {
    try database.run(
      """
      UPDATE devices SET device_name = coalesce(?, device_name),
        app_version = coalesce(?, app_version), os_version = coalesce(?, os_version),
        apns_token = coalesce(?, apns_token), updated_at = ? WHERE id = ?
      """, SQLValue(description.name), SQLValue(description.application),
      SQLValue(description.system), SQLValue(description.pushToken), .text(RFC3339.text(now)),
      .text(id))
    return try device(id)
  }

  /// From the moment this returns the device's key is good for nothing.
  ///
  /// - Returns: False if there is no such device.
  func revokeDevice(_ id: String, now: Date) throws(DatabaseError) -> Bool {
    try database.run(
      "UPDATE devices SET status = 'revoked', updated_at = ? WHERE id = ?",
      .text(RFC3339.text(now)), .text(id)) > 0
  }

  /// Writes that one column alone: a poll that is under way while the device is revoked must not bring it back.
  func markSeen(_ device: Device, now: Date) throws(DatabaseError) {
    let time = Int(now.timeIntervalSince1970 * 1000)
    if let last = device.lastSeen, abs(time - last) < Self.seenEvery { return }
    try database.run(
      "UPDATE devices SET last_seen = ? WHERE id = ?", .integer(time), .text(device.id))
  }

  private static func device(_ row: SQLRow) -> Device {
    Device(
      id: row.text(0), childID: row.text(1), name: row.text(2), model: row.text(3),
      system: row.text(4), application: row.text(5), pushToken: row.optionalText(6),
      capabilities: row.text(7), enforcement: row.text(8), policyVersion: row.integer(9),
      acknowledgedVersion: row.optionalInteger(10), status: row.text(11),
      lastSeen: row.optionalInteger(12), createdAt: row.text(13), updatedAt: row.text(14))
  }
}
