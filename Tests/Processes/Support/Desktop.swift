import Glibc
import SharedDirectory
import System
import TestSupport
import Testing

/// An X server without a screen and a window manager, both run by the child.
final class Desktop {
  private static let programs = ["Xvfb", "openbox", "xdotool", "xev"]

  /// What is missing on this machine for a desktop; nil if nothing is.
  static var obstacle: String? {
    let missing = programs.filter { access("/usr/bin/\($0)", X_OK) != 0 }
    return missing.isEmpty ? nil : "not installed: \(missing.joined(separator: ", "))"
  }

  let display: String
  private let household: Household
  private let server: Holder
  private let manager: Holder

  private final class Holder {
    let child: ChildProcess

    init(_ child: consuming ChildProcess) { self.child = child }
  }

  init(of household: Household) throws {
    self.household = household
    let number = 100 + Int(getpid() % 20_000)
    let display = ":\(number)"
    self.display = display
    mkdir("/tmp/.X11-unix", 0o1777)
    chmod("/tmp/.X11-unix", 0o1777)
    server = Holder(
      try household.startAsChild(
        "Xvfb", display, "-screen", "0", "640x480x24", "-nolisten", "tcp", "-ac"))
    for _ in 0..<1000 where access("/tmp/.X11-unix/X\(number)", F_OK) != 0 { usleep(10_000) }
    manager = Holder(try household.startAsChild("env", "DISPLAY=\(display)", "openbox"))
    try household.eventually("a window manager keeps the active window") {
      try ChildProcess.run(["env", "DISPLAY=\(display)", "xdotool", "getactivewindow"])
        .errorsText.contains("failed") == false
    }
  }

  /// Starts a program of the child's on this desktop.
  func start(_ words: String...) throws -> ChildProcess {
    let null = try Descriptor.open("/dev/null", O_RDWR)
    return try ChildProcess.start(
      household.account.prefix + ["env", "DISPLAY=\(display)"] + words,
      streams: .init(input: null.raw, output: null.raw, errors: null.raw))
  }

  /// Puts the window of that name in front.
  func activate(_ name: String) throws {
    try household.eventually("the window “\(name)” is in front") {
      _ = try xdotool("search", "--name", name, "windowactivate")
      return try xdotool("getactivewindow", "getwindowname").outputText.hasPrefix(name)
    }
  }

  private func xdotool(_ words: String...) throws -> ChildProcess.Outcome {
    try ChildProcess.run(["env", "DISPLAY=\(display)", "xdotool"] + words, timeout: 2)
  }
}
