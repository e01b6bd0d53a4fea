import Glibc
import SharedDirectory
import System

/// Gets a parent who stands before a frozen desktop to a place where he can log in.
struct Greeter {
  /// Where logind says who is in front of each seat, see `sd_seat_get_active(3)`.
  var seats = "/run/systemd/seats"
  var program = "/usr/bin/busctl"

  private static let call = [
    "--system", "--auto-start=no", "--timeout=2", "call", "org.freedesktop.DisplayManager",
    "/org/freedesktop/DisplayManager/Seat0", "org.freedesktop.DisplayManager.Seat",
    "SwitchToGreeter",
  ]

  /// Asks the display manager for its greeter, if `user` is in front of the screen.
  ///
  /// - Returns: What a parent can do, in words; nil where nothing is in his way.
  func show(insteadOf user: UserRecord) -> String? {
    guard isInFront(user) else { return nil }
    let asked = try? ChildProcess.run(
      [program] + Self.call, environment: ["PATH": "/usr/bin:/bin"], timeout: 3)
    return asked?.succeeded == true
      ? "the display manager was asked for its greeter"
      : "no display manager could be asked for its greeter: a parent logs in at another console"
  }

  private func isInFront(_ user: UserRecord) -> Bool {
    guard let bytes = try? Descriptor.open("\(seats)/seat0", O_RDONLY).readAll() else {
      return false
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .contains("ACTIVE_UID=\(user.uid)")
  }
}
