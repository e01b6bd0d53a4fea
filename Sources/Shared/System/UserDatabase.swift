import CSystem
import Glibc

/// A user of this machine.
package struct UserRecord: Equatable, Sendable {
  package var name: String
  package var uid: UInt32
  package var gid: UInt32
  package var home: String

  package init(name: String, uid: UInt32, gid: UInt32, home: String) {
    self.name = name
    self.uid = uid
    self.gid = gid
    self.home = home
  }
}

/// Users and groups by name, from whatever source the machine is set up to ask.
package enum UserDatabase {
  /// `nil` when there is no such user.
  package static func user(named name: String) throws -> UserRecord? {
    try entry("getpwnam_r", name, passwd(), getpwnam_r) { record in
      UserRecord(
        name: String(cString: record.pw_name), uid: record.pw_uid, gid: record.pw_gid,
        home: String(cString: record.pw_dir))
    }
  }

  /// The number of a group; `nil` when there is none of that name.
  package static func group(named name: String) throws -> UInt32? {
    try entry("getgrnam_r", name, Glibc.group(), getgrnam_r) { $0.gr_gid }
  }

  /// The names of a group's members, without those whose first group it is.
  package static func members(ofGroup name: String) throws -> [String]? {
    try entry("getgrnam_r", name, Glibc.group(), getgrnam_r) { record in
      var members: [String] = []
      var next = record.gr_mem
      while let member = next?.pointee {
        members.append(String(cString: member))
        next = next?.advanced(by: 1)
      }
      return members
    }
  }

  private typealias Lookup<Record> = (
    UnsafePointer<CChar>, UnsafeMutablePointer<Record>, UnsafeMutablePointer<CChar>, Int,
    UnsafeMutablePointer<UnsafeMutablePointer<Record>?>
  ) -> Int32

  /// Repeats the look-up with a larger buffer while the machine asks for one.
  private static func entry<Record, Value>(
    _ call: String, _ name: String, _ empty: Record, _ lookup: Lookup<Record>,
    _ convert: (Record) -> Value
  ) throws -> Value? {
    var size = 1024
    while true {
      var record = empty
      var found: UnsafeMutablePointer<Record>?
      let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
      defer { buffer.deallocate() }
      switch lookup(name, &record, buffer, size, &found) {
      case 0: return found.map { convert($0.pointee) }
      case ERANGE where size < 1 << 20: size *= 4
      case EINTR: continue
      case let code: throw SystemError(call: call, path: name, code: code)
      }
    }
  }
}
