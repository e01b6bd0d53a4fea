package import ActivityEngine
import System
package import TimeZoneRules

/// The zones that this machine knows.
package enum MachineZones {
  /// The zone that schedules are read in, and all others by name.
  ///
  /// - Parameter configured: A name of the zone database or a POSIX TZ rule; nil for the machine's own zone.
  /// - Throws: ``UnknownZone``, or what is wrong with the zone's file.
  package static func zones(configured: String?) throws -> Zones {
    Zones(local: try configured.map(rules) ?? machine(), named: { try? rules($0) })
  }

  /// - Throws: ``UnknownZone`` if `name` is neither in the database nor a rule.
  package static func rules(_ name: String) throws -> TimeZoneRules {
    if let bytes = try MachineTimeZone.zone(named: name) {
      return try TimeZoneRules(tzif: bytes, identifier: name)
    }
    do { return try TimeZoneRules(posix: name) } catch { throw UnknownZone(name: name) }
  }

  private static func machine() throws -> TimeZoneRules {
    switch try MachineTimeZone.current() {
    case .utc: .utc
    case .file(let identifier, let bytes): try TimeZoneRules(tzif: bytes, identifier: identifier)
    case .rule(let rule): try rules(rule)
    }
  }
}

/// A zone that is neither in the zone database nor a POSIX TZ rule.
package struct UnknownZone: Error, Equatable, CustomStringConvertible {
  package let name: String

  package var description: String {
    "“\(name)” is neither a zone of the zone database nor a POSIX TZ rule"
  }
}
