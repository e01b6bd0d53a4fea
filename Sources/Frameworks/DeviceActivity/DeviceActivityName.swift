/// The name of a monitored activity.
///
/// Source: Apple, *DeviceActivity.DeviceActivityName*.
public struct DeviceActivityName: RawRepresentable, Codable, Equatable, Hashable, Sendable {
  public var rawValue: String

  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension DeviceActivityName: CodingKeyRepresentable {}
