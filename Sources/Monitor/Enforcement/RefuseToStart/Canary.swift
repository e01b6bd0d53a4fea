import CSystem
import Glibc
import System

/// Proves the base layer by trying it: as the managed user, one program of ours that must run and one that must not.
///
/// The program that must run tells a refusal from a user who can run nothing at all. They are started through a shell,
/// because `setpriv` keeps root's capabilities until its own exec, with which an ACL stops nobody.
package struct Canary: Sendable {
  package struct Finding: Equatable, Sendable {
    package var words: String
    /// The refused program ran.
    package var isLost: Bool
  }

  private let directory: String

  /// - Parameter directory: Belongs to root, and everybody may pass through it and those above it.
  package init(directory: String) {
    self.directory = directory
  }

  func probe(_ user: UserRecord) -> Finding {
    do {
      let free = try place("canary-free")
      let refused = try place("canary-refused")
      try write(AccessControlList(mode: 0o755).refusing(user: user.uid), to: refused)
      defer { for path in [free, refused] { unlink(path) } }
      guard try run(free, as: user) == .exited(0) else {
        return Finding(
          words: "canary: \(user.name) could not run even the free program", isLost: false)
      }
      return try run(refused, as: user) == .exited(0)
        ? Finding(words: "canary: the refused program ran", isLost: true)
        : Finding(words: "canary: the free program ran, the refused one did not", isLost: false)
    } catch {
      return Finding(words: "canary: not tried, \(error)", isLost: false)
    }
  }

  /// The same for allowlist mode: a program of root's must run, and the same one in the user's possession must not.
  ///
  /// - Parameter mounts: Where that holds. Elsewhere there is nothing to prove.
  func probeUnlisted(_ user: UserRecord, on mounts: [String]) -> Finding? {
    let device = MountTable.device(holding: directory)
    guard mounts.contains(where: { MountTable.device(holding: $0) == device }) else { return nil }
    do {
      let free = try place("canary-free")
      let own = try place("canary-own")
      try check("chown", path: own) { chown(own, user.uid, user.gid) }
      defer { for path in [free, own] { unlink(path) } }
      guard try run(free, as: user) == .exited(0) else {
        return Finding(
          words: "canary: \(user.name) could not run even root's program", isLost: false)
      }
      return try run(own, as: user) == .exited(0)
        ? Finding(words: "canary: the user's own program ran", isLost: true)
        : Finding(words: "canary: root's program ran, the user's own did not", isLost: false)
    } catch {
      return Finding(words: "canary: not tried, \(error)", isLost: false)
    }
  }

  /// A new copy of `true`, so that nothing of an earlier probe is left on it.
  private func place(_ name: String) throws -> String {
    let path = directory + "/" + name
    let program = try Descriptor.open("/bin/true", O_RDONLY).readAll()
    unlink(path)
    let copy = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o755)
    try copy.write(program)
    try check("fchmod", path: path) { fchmod(copy.raw, 0o755) }
    return path
  }

  private func write(_ list: AccessControlList, to path: String) throws {
    try AccessControlList.write(list, to: try FileReference(path))
  }

  private func run(_ path: String, as user: UserRecord) throws -> ChildProcess.Status? {
    try ChildProcess.run(
      [
        "setpriv", "--reuid=\(user.uid)", "--regid=\(user.gid)", "--clear-groups", "/bin/sh", "-c",
        "exec \"$0\"", path,
      ], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], timeout: 5
    ).status
  }
}
