import Foundation
import TimeZoneRules

/// The zone files of the system.
enum ZoneFiles {
  static func bytes(_ identifier: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(identifier)")))
  }

  static func rules(_ identifier: String) throws -> TimeZoneRules {
    try TimeZoneRules(tzif: bytes(identifier), identifier: identifier)
  }

  /// Every zone of the system's table that differs from the others since 1970.
  static func identifiers() throws -> [String] {
    try String(contentsOfFile: "/usr/share/zoneinfo/zone1970.tab", encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { String($0.split(separator: "\t")[2]) }
  }
}

/// An instant written as `2026-03-29T01:00:00Z`.
func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

extension Date {
  init(_ seconds: Int) { self.init(timeIntervalSince1970: Double(seconds)) }

  var seconds: Int { Int(timeIntervalSince1970) }
}

/// The same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
