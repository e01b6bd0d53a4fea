import DeviceActivity
import FoundationEssentials

/// A schedule as a scenario tells it. It becomes one by decoding, which keeps the name of a zone that Foundation knows
/// no `TimeZone` for.
struct ScheduleParts: Encodable {
  static let numbers: Set = [
    "year", "month", "day", "weekday", "weekdayOrdinal", "weekOfYear", "hour", "minute", "second",
    "nanosecond",
  ]

  struct Components: Encodable {
    var numbers: [String: Int] = [:]
    var timeZone: String?

    func encode(to encoder: any Encoder) throws {
      var zone = encoder.container(keyedBy: CodingKeys.self)
      try zone.encodeIfPresent(timeZone, forKey: .timeZone)
      try numbers.encode(to: encoder)
    }

    private enum CodingKeys: CodingKey {
      case timeZone
    }
  }

  var start: Components
  var end: Components
  var repeats: Bool
  var warningTime: Components?

  var schedule: DeviceActivitySchedule? {
    guard let data = try? JSONEncoder().encode(self) else { return nil }
    return try? JSONDecoder().decode(DeviceActivitySchedule.self, from: data)
  }
}
