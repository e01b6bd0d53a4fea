import CSystem
import Glibc
import System

/// Follows the login sessions of one user. A program of the distribution listens to the system bus and says a line for each
/// change; what the state is then, is asked for. Where there is no logind, nothing runs.
final class LogindSource {
  private static let patience = 2.0
  private static let bus = "/run/dbus/system_bus_socket"
  private let user: UserRecord
  private var listener: ChildProcess
  private let output: Descriptor
  private(set) var sessions: LoginSessions

  /// Nil where nothing tells.
  init?(user: UserRecord) {
    guard access(Self.bus, F_OK) == 0, let sessions = Self.ask(about: user) else { return nil }
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    let writer = Descriptor(owning: ends[1])
    output = Descriptor(owning: ends[0])
    // Only our end: the other is shared with a program that may not expect it.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    guard let empty = try? Descriptor.open("/dev/null", O_RDWR),
      let child = try? ChildProcess.start(
        [
          "setpriv", "--pdeathsig", "TERM", "gdbus", "monitor", "--system", "--dest",
          "org.freedesktop.login1",
        ],
        streams: .init(input: empty.raw, output: writer.raw, errors: empty.raw))
    else { return nil }
    listener = child
    self.user = user
    self.sessions = sessions
  }

  var descriptor: Int32 { output.raw }

  /// Takes the news.
  ///
  /// - Returns: Whether the source is still there.
  func take() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(output.raw, &buffer, buffer.count)
      if count == 0 { return false }
      if count < 0 {
        if errno == EINTR { continue }
        guard errno == EAGAIN else { return false }
        break
      }
    }
    guard let found = Self.ask(about: user) else { return false }
    sessions = found
    return true
  }

  private static func ask(about user: UserRecord) -> LoginSessions? {
    let list = ["loginctl", "show-user", "\(user.uid)", "--property=Sessions", "--value"]
    guard let outcome = try? ChildProcess.run(list, timeout: patience), outcome.status != nil else {
      return nil
    }
    // A user who is not logged in is an error to it, as is a machine without logind.
    let isThere = outcome.succeeded || outcome.errorsText.contains("not logged in")
    guard isThere else { return nil }
    let names = outcome.outputText.split { $0 == " " || $0 == "\n" }.map(String.init)
    guard outcome.succeeded, !names.isEmpty else { return LoginSessions(text: "") }
    let properties = [
      "Active", "State", "IdleHint", "LockedHint", "Type", "Display", "Desktop", "Class",
    ]
    let show =
      ["loginctl", "show-session"] + names + properties.map { "--property=\($0)" }
    guard let shown = try? ChildProcess.run(show, timeout: patience), shown.succeeded else {
      return nil
    }
    return LoginSessions(text: shown.outputText)
  }
}
