extension WallClockPattern: Codable {
  private enum CodingKeys: String, CodingKey {
    case year, month, day, weekday, weekdayOrdinal, hour, minute, second, zone
  }

  /// Fields that are not set are left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(year, forKey: .year)
    try container.encodeIfPresent(month, forKey: .month)
    try container.encodeIfPresent(day, forKey: .day)
    try container.encodeIfPresent(weekday, forKey: .weekday)
    try container.encodeIfPresent(weekdayOrdinal, forKey: .weekdayOrdinal)
    try container.encodeIfPresent(hour, forKey: .hour)
    try container.encodeIfPresent(minute, forKey: .minute)
    try container.encodeIfPresent(second, forKey: .second)
    try container.encodeIfPresent(zone, forKey: .zone)
  }

  /// - Throws: `DecodingError`, with the ``WallClockPatternError`` in it where the fields make no pattern.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func field(_ key: CodingKeys) throws -> Int? {
      try container.decodeIfPresent(Int.self, forKey: key)
    }
    let zone = try container.decodeIfPresent(String.self, forKey: .zone)
    do {
      try self.init(
        year: field(.year), month: field(.month), day: field(.day), weekday: field(.weekday),
        weekdayOrdinal: field(.weekdayOrdinal), hour: field(.hour), minute: field(.minute),
        second: field(.second), zone: zone)
    } catch let error as WallClockPatternError {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "not a wall-clock pattern: \(error)",
          underlyingError: error))
    }
  }
}
