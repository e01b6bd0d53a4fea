import Glibc
package import System

/// A child's account on the real machine, made for a test. It takes root.
package struct TestAccount {
  package let user: UserRecord

  package init(_ name: String) throws {
    let made = try ChildProcess.run([
      "useradd", "--no-create-home", "--home-dir", "/nonexistent", "--shell", "/bin/sh", name,
    ])
    guard made.succeeded, let found = try UserDatabase.user(named: name) else {
      throw NotMade(name: name, reason: made.errorsText)
    }
    user = found
  }

  /// Becomes the program that follows, or ends with 126 where it may not.
  package static let exec = ["/bin/sh", "-c", "exec \"$0\" \"$@\""]

  /// Runs what follows as the child.
  ///
  /// Through a shell of the child's, because `setpriv` itself keeps root's capabilities until its own exec, with which an
  /// ACL stops nobody, and because a spawn returns after the exec only, and that may be held. All of it is one process.
  package var prefix: [String] {
    ["setpriv", "--reuid=\(user.uid)", "--regid=\(user.gid)", "--clear-groups"] + Self.exec
  }

  /// Ends what the child runs, unless it is frozen, and removes the account.
  package func remove() {
    // Tidying up after a test that may have failed anywhere: what is not there need not be removed.
    _ = try? ChildProcess.run(["pkill", "-KILL", "-U", "\(user.uid)"])
    for _ in 0..<100 where (try? ProcessTable.processes(of: user.uid).isEmpty) != true {
      usleep(10_000)
    }
    _ = try? ChildProcess.run(["userdel", user.name])
  }

  package struct NotMade: Error, CustomStringConvertible {
    var name: String
    var reason: String

    package var description: String { "no account \(name): \(reason)" }
  }
}
