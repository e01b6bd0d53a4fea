import FoundationEssentials
import Glibc
import SharedDirectory
import System

/// Refuses new logins of one user, by a list that PAM is set up to ask.
///
/// The list is there only while somebody is locked out, and holds nothing but his name. PAM denies whom it finds in it, and
/// nobody else: a list that is missing, empty or damaged refuses nobody, and neither root nor a guardian is ever looked up.
struct LoginRefusal {
  static let name = "locked-user"
  /// Its members are never refused, whatever the list says.
  static let guardians = "pavise-guardians"

  /// Root's alone, so that nobody else puts a name on the list.
  let directory: String
  let stack: LoginStack

  var file: String { "\(directory)/\(Self.name)" }

  private struct Unsafe: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path) does not belong to root alone" }
  }

  func refuse(_ user: UserRecord) throws {
    guard try !isInForce(user) else { return }
    let storage = FileStorage(root: directory)
    try storage.makeDirectory("", mode: 0o755)
    let found = try FileReference(directory)
    guard found.mode & S_IFMT == S_IFDIR, found.owner == geteuid(), found.mode & 0o022 == 0 else {
      throw Unsafe(path: directory)
    }
    let bytes = Data("\(user.name)\n".utf8)
    try storage.replace(Self.name, mode: 0o644) { bytes }
  }

  func allow() throws {
    guard access(file, F_OK) == 0 else { return }
    try FileStorage(root: directory).remove(Self.name)
  }

  /// The list names this user and nobody else.
  func isInForce(_ user: UserRecord) throws -> Bool {
    guard access(file, F_OK) == 0 else { return false }
    let found = try FileReference(file)
    guard found.isRegular, found.owner == geteuid(), found.mode & 0o777 == 0o644 else {
      return false
    }
    return try FileStorage(root: directory).read(Self.name) == Data("\(user.name)\n".utf8)
  }

  var isPresent: Bool { access(file, F_OK) == 0 }

  /// How far the user's logins are refused while the list names him.
  func capability(_ user: UserRecord) throws -> EnforcementStatus {
    let isGuardian =
      try UserDatabase.members(ofGroup: Self.guardians)?.contains(user.name) == true
      || UserDatabase.group(named: Self.guardians) == user.gid
    if isGuardian { return .partial("logins of \(Self.guardians) are never refused") }
    return stack.status(asking: file)
  }
}
