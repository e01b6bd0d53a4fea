import Foundation
package import TimeZoneRules

/// The zone files of the system.
package enum ZoneFiles {
  package static func bytes(_ identifier: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(identifier)")))
  }

  package static func rules(_ identifier: String) throws -> TimeZoneRules {
    try TimeZoneRules(tzif: bytes(identifier), identifier: identifier)
  }

  /// Every zone of the system's table that differs from the others since 1970.
  package static func identifiers() throws -> [String] {
    try String(contentsOfFile: "/usr/share/zoneinfo/zone1970.tab", encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { String($0.split(separator: "\t")[2]) }
  }
}
