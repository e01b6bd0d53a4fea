import CompiledPolicy
import FoundationEssentials

/// What a parent calls about devices.
extension Call {
  /// How long a pairing token may be used, in seconds.
  static let pairingTime = 3600.0

  /// `POST /children/ID/devices`, by the parent or with a pairing token, which is used up by it.
  func registerDevice() throws -> HTTPResponse {
    let id = try identifier("child")
    if case .pairing(let pairing, _) = caller, pairing.childID != id {
      throw Refusal(status: 403, message: "the pairing token is for another child")
    }
    let child = try child()
    let body = try body()
    let description = Device.Description(
      name: try body.text("device_name"), model: try body.text("device_model"),
      system: try body.text("os_version"), application: try body.text("app_version"),
      pushToken: try body.text("apns_token"), capabilities: try body.texts("capabilities"))
    let key = Secret.random()
    let device = try household.database.transaction {
      if case .pairing(_, let token) = caller {
        try household.removePairingToken(Secret(token))
      }
      return try household.addDevice(description, for: child.id, key: key, now: now)
    }
    return .json(
      201, ["device": try registration(device), "api_key": .string(key.text)])
  }

  /// `POST /children/ID/pairing-tokens`: a token by which one device can register itself.
  func addPairingToken() throws -> HTTPResponse {
    let child = try child()
    let expiry = now.addingTimeInterval(Self.pairingTime)
    let token = try household.addPairingToken(for: child.id, expiry: expiry, now: now)
    return .json(
      201,
      [
        "token": .string(token.text), "child_id": .string(child.id),
        "expires_at": .string(RFC3339.text(expiry)),
      ])
  }

  /// `GET /children/ID/devices`, with those that were revoked.
  func devices() throws -> HTTPResponse {
    let child = try child()
    return .json(200, .array(try household.devices(of: child.id).map(registration)))
  }

  /// `PUT /devices/ID`.
  func updateDevice() throws -> HTTPResponse {
    let id = try identifier("device")
    let body = try body()
    let description = Device.Description(
      name: try body.text("device_name"), system: try body.text("os_version"),
      application: try body.text("app_version"), pushToken: try body.text("apns_token"))
    guard let device = try household.updateDevice(id, description, now: now) else {
      throw Refusal.notFound("device")
    }
    return .json(200, try registration(device))
  }

  /// `DELETE /devices/ID`: the key is good for nothing from now on.
  func revokeDevice() throws -> HTTPResponse {
    guard try household.revokeDevice(try identifier("device"), now: now) else {
      throw Refusal.notFound("device")
    }
    return .empty(204)
  }

  private func registration(_ device: Device) throws -> WireValue {
    .fields([
      "id": .string(device.id), "child_id": .string(device.childID),
      "family_id": .string(household.familyID), "platform_id": "apple",
      "device_name": .string(device.name), "device_model": .string(device.model),
      "os_version": .string(device.system), "app_version": .string(device.application),
      "apns_token": device.pushToken.map(WireValue.string),
      "last_seen_at": device.lastSeen.map {
        .string(RFC3339.text(Date(timeIntervalSince1970: Double($0) / 1000)))
      },
      "last_policy_version": .integer(device.policyVersion),
      "acknowledged_version": device.acknowledgedVersion.map(WireValue.integer),
      "status": .string(device.status), "capabilities": try stored(device.capabilities),
      "enforcement_summary": try stored(device.enforcement),
      "created_at": .string(device.createdAt), "updated_at": .string(device.updatedAt),
    ])
  }

  /// JSON out of the database.
  func stored(_ text: String) throws -> WireValue {
    WireValue(try JSONValue(parsing: Array(text.utf8)))
  }
}
