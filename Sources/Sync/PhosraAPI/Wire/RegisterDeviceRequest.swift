/// What a parent says of a device when registering it.
public struct RegisterDeviceRequest: Codable, Equatable, Sendable {
  public var deviceName: String
  public var deviceModel: String
  /// The service takes up to 20 characters.
  public var osVersion: String
  public var appVersion: String
  public var capabilities: [String]
  /// No two devices may have the same.
  public var apnsToken: String?

  public init(
    deviceName: String, deviceModel: String, osVersion: String, appVersion: String,
    capabilities: [String] = ["FamilyControls", "ManagedSettings", "DeviceActivity"],
    apnsToken: String? = nil
  ) {
    self.deviceName = deviceName
    self.deviceModel = deviceModel
    self.osVersion = osVersion
    self.appVersion = appVersion
    self.capabilities = capabilities
    self.apnsToken = apnsToken
  }

  enum CodingKeys: String, CodingKey {
    case capabilities
    case deviceName = "device_name"
    case deviceModel = "device_model"
    case osVersion = "os_version"
    case appVersion = "app_version"
    case apnsToken = "apns_token"
  }
}
