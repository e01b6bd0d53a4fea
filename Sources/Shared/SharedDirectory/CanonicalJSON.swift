package import FoundationEssentials

/// The one text that a value has in our files: keys sorted, slashes plain, one newline at the end.
///
/// A date is written as `2026-03-28T22:00:00Z` when it is a whole second of a year up to 9999, else as the number
/// that `Date` keeps, seconds since 2001; both read back as exactly the same date.
package enum CanonicalJSON {
  package static func encode(_ value: some Encodable) throws -> Data {
    var data = try line(value)
    data.append(UInt8(ascii: "\n"))
    return data
  }

  /// Without the newline at the end; there is none inside.
  package static func line(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom(encode(date:to:))
    return try encoder.encode(value)
  }

  /// - Throws: `DecodingError`, also for a date that nobody could mean.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom(decodeDate(from:))
    return try decoder.decode(type, from: data)
  }

  private static let readable =
    Date(timeIntervalSince1970: -62_135_596_800)...Date(timeIntervalSince1970: 253_402_300_799)

  private static func encode(date: Date, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let seconds = date.timeIntervalSinceReferenceDate
    if readable.contains(date), seconds == seconds.rounded() {
      try container.encode(date.formatted(.iso8601))
    } else {
      try container.encode(seconds)
    }
  }

  private static func decodeDate(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      // The parser takes junk at the end and impossible days; writing the date again shows them.
      if let date = try? Date.ISO8601FormatStyle().parse(text), date.formatted(.iso8601) == text {
        return date
      }
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date: \(text)")
    }
    let seconds = try container.decode(Double.self)
    guard abs(seconds) < 1e12 else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date: \(seconds)")
    }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }
}

/// A value with the number of its format beside its keys.
struct Versioned<Value: Codable>: Codable {
  let version: Int
  let value: Value

  private enum Key: String, CodingKey {
    case version
  }

  init(version: Int, value: Value) {
    self.version = version
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    version = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .version)
    value = try Value(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(version, forKey: .version)
  }
}

/// What can be read of a document of any version.
struct VersionOnly: Decodable {
  let version: Int
}
