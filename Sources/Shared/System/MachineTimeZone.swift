import CSystem
import FoundationEssentials
import Glibc

/// The zone that the machine is set to, as the C library would find it.
package enum MachineTimeZone: Hashable, Sendable {
  case utc
  /// The contents of a zone file.
  case file(identifier: String, bytes: [UInt8])
  /// A rule of its own, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  case rule(String)

  package static let localTime = "/etc/localtime"
  package static let database = "/usr/share/zoneinfo"

  /// - Parameters:
  ///   - variable: The value of `TZ`; without it `localTime` counts.
  ///   - localTime: Watch it to learn of a new zone. Without it the machine keeps UTC.
  package static func current(
    variable: String? = ProcessInfo.processInfo.environment["TZ"],
    localTime: String = localTime, database: String = database
  ) throws -> MachineTimeZone {
    guard let variable else {
      guard let bytes = try contents(of: localTime) else { return .utc }
      return .file(identifier: identifier(of: localTime, in: database), bytes: bytes)
    }
    let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if name.isEmpty { return .utc }
    if name.hasPrefix("/") {
      guard let bytes = try contents(of: name) else { return .utc }
      return .file(identifier: identifier(of: name, in: database), bytes: bytes)
    }
    if let bytes = try zone(named: name, database: database) {
      return .file(identifier: name, bytes: bytes)
    }
    return variable.hasPrefix(":") ? .utc : .rule(name)
  }

  /// The zone file of `name`, or nil when there is none or the name leads out of the database.
  package static func zone(named name: String, database: String = database) throws -> [UInt8]? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isSound = parts.allSatisfy { part in
      !part.isEmpty && !part.hasPrefix(".")
        && part.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }
    }
    return isSound ? try contents(of: "\(database)/\(name)") : nil
  }

  /// The bytes of a zone file; nil for a directory, a name that cannot be, and what is no zone file.
  private static func contents(of path: String) throws(SystemError) -> [UInt8]? {
    do {
      guard let file = try Descriptor.openIfPresent(path, O_RDONLY) else { return nil }
      let bytes = try file.readAll(limit: 1 << 20)
      return bytes.starts(with: "TZif".utf8) ? bytes : nil
    } catch  where [ENOTDIR, EISDIR, ENAMETOOLONG].contains(error.code) {
      return nil
    }
  }

  /// The name that a path, or the link there, has in the database; else the path itself.
  private static func identifier(of path: String, in database: String) -> String {
    for place in [path, target(of: path)].compactMap(\.self) {
      if let range = place.firstRange(of: "zoneinfo/") ?? place.firstRange(of: database + "/") {
        let name = place[range.upperBound...]
        return ["posix/", "right/"].first(where: name.hasPrefix)
          .map { String(name.dropFirst($0.count)) } ?? String(name)
      }
    }
    return path
  }

  private static func target(of path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.assumingMemoryBound(to: CChar.self).baseAddress.map { readlink(path, $0, bytes.count) }
    }
    guard let count, count > 0 else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
