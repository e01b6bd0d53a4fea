@_exported public import CompiledPolicy
public import FoundationEssentials
import SharedDirectory

/// The device's calls to the service, for a program that awaits them.
///
/// Each call is made once, within the limits of the ``HTTPConfiguration``; trying again is the caller's
/// (``PolicySyncManager`` does it all). A cancelled task ends its call.
public final class PhosraAPIClient: Sendable {
  /// The public service.
  public static let defaultBaseURL = "https://phosra-api.fly.dev/api/v1"

  private let baseURL: String
  private let connection: HTTPConfiguration
  private let api: DeviceAPI
  private let deviceKey: Result<DeviceKey, PhosraError>
  private let client: BlockingClient

  /// - Parameters:
  ///   - baseURL: With the path up to the version, like `https://example.org/api/v1`.
  ///   - deviceKey: Nil for a client that only registers devices or reads mappings.
  public convenience init(
    baseURL: URL, deviceKey: String? = nil, connection: HTTPConfiguration = HTTPConfiguration()
  ) {
    self.init(baseURL: baseURL.absoluteString, deviceKey: deviceKey, connection: connection)
  }

  public init(
    baseURL: String = PhosraAPIClient.defaultBaseURL, deviceKey: String? = nil,
    connection: HTTPConfiguration = HTTPConfiguration()
  ) {
    self.baseURL = baseURL
    self.connection = connection
    api = DeviceAPI(baseURL: baseURL)
    client = BlockingClient(connection)
    if let deviceKey {
      self.deviceKey = Result { () throws(InvalidDeviceKey) in try DeviceKey(deviceKey) }
        .mapError { .unusableDeviceKey(reason: "\($0)") }
    } else {
      self.deviceKey = .failure(.noDeviceKey)
    }
  }

  /// Registers a device for a child, with a parent's token.
  public func registerDevice(
    childID: String, parentToken: String, request: RegisterDeviceRequest
  ) async throws(PhosraError) -> RegisterDeviceResponse {
    let prepared = try encoding {
      try api.registration(childID: childID, parentToken: Secret(parentToken), request)
    }
    return try DeviceAPI.registration(from: try await client.perform(prepared))
  }

  /// The policy of this device's child; nil if there is none newer than `sinceVersion`.
  ///
  /// Versions count within one policy: without `sinceVersion` a replaced one is seen too (rule P6).
  ///
  /// - Throws: ``PhosraError/noActivePolicy`` if the service says so.
  public func fetchPolicy(sinceVersion: Int? = nil) async throws(PhosraError) -> CompiledPolicy? {
    let request = api.policy(key: try deviceKey.get(), sinceVersion: sinceVersion)
    return try DeviceAPI.policy(from: try await client.perform(request))?.policy
  }

  /// - Parameter idempotencyKey: The same for each repetition of a report, so that a server that knows such keys
  ///   takes it once.
  public func submitReport(
    _ report: DeviceReport, idempotencyKey: String? = nil
  ) async throws(PhosraError) {
    let key = try deviceKey.get()
    let body = try encoding { Array(try CanonicalJSON.line(report)) }
    let request = api.report(key: key, body: body, idempotencyKey: idempotencyKey)
    try DeviceAPI.checkReport(try await client.perform(request))
  }

  /// Says which version is applied.
  public func ackPolicyVersion(
    _ version: Int, idempotencyKey: String? = nil
  ) async throws(PhosraError) {
    let request = api.acknowledgement(
      key: try deviceKey.get(), version: version, idempotencyKey: idempotencyKey)
    try DeviceAPI.checkAcknowledgement(try await client.perform(request), version: version)
  }

  public func platformMappings(
    platform: String = "apple"
  ) async throws(PhosraError) -> ApplePlatformMappings {
    try DeviceAPI.mappings(from: try await client.perform(api.mappings(platform: platform)))
  }

  private func encoding<Value>(_ body: () throws -> Value) throws(PhosraError) -> Value {
    do { return try body() } catch { throw .transport(.notSent("it cannot be written: \(error)")) }
  }

  /// For a session with the same service.
  package var sessionSettings: DeviceSession.Settings {
    var settings = DeviceSession.Settings(baseURL: baseURL)
    settings.connection = connection
    return settings
  }

  package func readKey() throws -> DeviceKey? {
    try deviceKey.get()
  }
}
