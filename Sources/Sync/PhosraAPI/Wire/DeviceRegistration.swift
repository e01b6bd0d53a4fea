public import CompiledPolicy
public import FoundationEssentials

/// A device as the service keeps it.
public struct DeviceRegistration: Equatable, Sendable {
  public let id: String
  public let childID: String
  public let familyID: String
  public let platformID: String
  public let deviceName: String
  public let deviceModel: String
  public let osVersion: String
  public let appVersion: String
  public let apnsToken: String?
  public let capabilities: [String]
  /// What the last report of type `enforcement_status` said.
  public let enforcementSummary: [String: JSONValue]
  public let lastSeenAt: Date?
  public let lastPolicyVersion: Int
  /// `active`, `inactive` or `revoked`.
  public let status: String
  public let createdAt: Date
  public let updatedAt: Date

  init(_ fields: JSONFields) throws(PhosraError) {
    id = try fields.text("id")
    childID = try fields.text("child_id")
    familyID = try fields.text("family_id")
    platformID = try fields.text("platform_id")
    deviceName = try fields.text("device_name")
    deviceModel = try fields.text("device_model")
    osVersion = try fields.text("os_version")
    appVersion = try fields.text("app_version")
    apnsToken = try fields.optionalText("apns_token")
    capabilities = try fields.texts("capabilities")
    enforcementSummary = try fields.values("enforcement_summary")
    lastSeenAt = try fields.optionalDate("last_seen_at")
    lastPolicyVersion = try fields.integer("last_policy_version")
    status = try fields.text("status")
    createdAt = try fields.date("created_at")
    updatedAt = try fields.date("updated_at")
  }
}

/// The answer to a registration. The key is given this once; store it at once.
public struct RegisterDeviceResponse: Equatable, Sendable {
  public let device: DeviceRegistration
  public let apiKey: DeviceKey

  init(_ fields: JSONFields) throws(PhosraError) {
    device = try DeviceRegistration(try fields.object("device"))
    let key = try fields.text("api_key")
    do { apiKey = try DeviceKey(key) } catch { throw PhosraError.malformed("api_key: \(error)") }
  }
}
