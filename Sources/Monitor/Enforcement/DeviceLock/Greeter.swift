import System

/// Gets a parent who stands before a frozen desktop to a place where he can log in.
struct Greeter {
  /// Where the programs of systemd are.
  var programs = "/usr/bin"

  private static let seat = "seat0"
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
    return run("busctl", Self.call) != nil
      ? "the display manager was asked for its greeter"
      : "no display manager could be asked for its greeter: a parent logs in at another console"
  }

  private func isInFront(_ user: UserRecord) -> Bool {
    guard
      let session = run("loginctl", ["show-seat", Self.seat, "-p", "ActiveSession", "--value"]),
      !session.isEmpty,
      let owner = run("loginctl", ["show-session", session, "-p", "User", "--value"])
    else { return false }
    return owner == "\(user.uid)"
  }

  /// The first line of what a program says; nil if it cannot be run or fails, which leaves things as they are.
  private func run(_ program: String, _ words: [String]) -> String? {
    let outcome = try? ChildProcess.run(
      ["\(programs)/\(program)"] + words, environment: ["PATH": "/usr/bin:/bin"], timeout: 3)
    guard let outcome, outcome.succeeded else { return nil }
    return outcome.outputText.split(separator: "\n").first.map(String.init) ?? ""
  }
}
