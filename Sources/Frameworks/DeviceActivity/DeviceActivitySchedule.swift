public import FoundationEssentials

/// When an activity is monitored: from `intervalStart` to `intervalEnd`, once or again and again.
///
/// Source: Apple, *DeviceActivity.DeviceActivitySchedule*.
public struct DeviceActivitySchedule: Equatable, Codable, Sendable {
  package let start: WallClockComponents
  package let end: WallClockComponents
  public let repeats: Bool
  private let warning: WallClockComponents?

  public init(
    intervalStart: DateComponents, intervalEnd: DateComponents, repeats: Bool,
    warningTime: DateComponents? = nil
  ) {
    start = WallClockComponents(intervalStart)
    end = WallClockComponents(intervalEnd)
    self.repeats = repeats
    warning = warningTime.map(WallClockComponents.init)
  }

  public var intervalStart: DateComponents { start.components }
  public var intervalEnd: DateComponents { end.components }

  /// How long before a start, an end or a threshold its warning is due.
  public var warningTime: DateComponents? { warning?.components }

  /// The interval that is running or else the next one; nil if the components match no future date.
  public var nextInterval: DateInterval? {
    ActivityBackingProvider.current.nextInterval(of: self)
  }
}

extension DeviceActivitySchedule {
  private enum CodingKeys: String, CodingKey {
    case start, end, repeats
    case warning = "warningTime"
  }

  /// ``warningTime`` in seconds; nil if there are no warnings.
  package var warningSeconds: Double? {
    guard let seconds = warningTime?.lengthInSeconds, seconds > 0 else { return nil }
    return seconds
  }
}
