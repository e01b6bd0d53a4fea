import CSystem
import Glibc

/// Who runs this process.
package struct CurrentUser: Equatable, Sendable {
  /// The login name; the number in digits where the machine knows none.
  package var name: String
  package var uid: UInt32
  /// The names of its groups, of those that have one.
  package var groups: Set<String>

  package static func read() -> CurrentUser {
    let uid = geteuid()
    var gids = [gid_t](repeating: 0, count: 65_536)
    let count = max(0, Int(getgroups(Int32(gids.count), &gids)))
    let groups = (gids[..<count] + [getegid()]).compactMap(groupName)
    return CurrentUser(name: userName(uid) ?? "\(uid)", uid: uid, groups: Set(groups))
  }

  // One thread asks, at the start of a command, so the calls that share a buffer serve.

  private static func userName(_ uid: uid_t) -> String? {
    getpwuid(uid).map { String(cString: $0.pointee.pw_name) }
  }

  private static func groupName(_ gid: gid_t) -> String? {
    getgrgid(gid).map { String(cString: $0.pointee.gr_name) }
  }
}
