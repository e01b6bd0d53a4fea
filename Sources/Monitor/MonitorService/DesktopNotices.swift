import FoundationEssentials
import Glibc
import SharedDirectory
import System

/// Shows notices on the desktop of the managed user, by a program of the distribution that runs as him in his session.
///
/// Nothing waits for it: whether a notice is shown is up to the person's desktop.
final class DesktopNotices {
  private static let program = "/usr/bin/notify-send"
  /// Seconds after which a program that hangs is ended.
  private static let patience = "5"
  /// How `timeout` says that it ended the program.
  private static let unanswered: Int32 = 124

  private final class Running {
    var child: ChildProcess

    init(_ child: consuming ChildProcess) { self.child = child }
  }

  private let log: Log
  private var running: [Running] = []
  /// Whether the last one that was answered was not shown, as on a bus with no desktop. One that gets no answer says
  /// nothing: a session that stands still shows it when it goes on.
  private var hasFailed = false

  init(log: Log) { self.log = log }

  /// Whether a notice can be shown to `user` now.
  func status(for user: UserRecord?) -> EnforcementStatus {
    guard let user else { return .dry("no managed user") }
    if let obstacle = obstacle(for: user) { return obstacle }
    running.removeAll { ended($0) }
    return hasFailed
      ? .partial("notices stand in the journal alone: the last one could not be shown")
      : .enforced
  }

  /// Why it is no use to try; nil if it may be.
  private func obstacle(for user: UserRecord) -> EnforcementStatus? {
    if access(Self.program, X_OK) != 0 {
      return .unsupported("notices stand in the journal alone: there is no notify-send")
    }
    if access(Self.bus(of: user), F_OK) != 0 {
      return .partial("notices stand in the journal alone while the user has no session bus")
    }
    return nil
  }

  func show(_ title: String, _ body: String, to user: UserRecord) {
    running.removeAll { ended($0) }
    // One that could not be shown keeps no other from being tried.
    guard obstacle(for: user) == nil else { return }
    let words = [
      "timeout", "--kill-after=1", Self.patience, "setpriv", "--reuid=\(user.uid)",
      "--regid=\(user.gid)", "--init-groups", Self.program, "--app-name=Pavise", "--", title, body,
    ]
    let environment = [
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(Self.bus(of: user))", "HOME": user.home,
      "PATH": "/usr/bin:/bin",
    ]
    do {
      running.append(Running(try ChildProcess.start(words, environment: environment)))
    } catch {
      log(.warning, "notice not shown", ["reason": "\(error)"])
    }
  }

  /// What cannot be looked at is not waited for.
  private func ended(_ running: Running) -> Bool {
    guard let status = try? running.child.wait(timeout: 0) else { return false }
    switch status {
    case .exited(0): hasFailed = false
    case .exited(Self.unanswered): break
    default: hasFailed = true
    }
    if status != .exited(0) { log(.warning, "notice not shown", ["status": "\(status)"]) }
    return true
  }

  private static func bus(of user: UserRecord) -> String { "/run/user/\(user.uid)/bus" }
}
