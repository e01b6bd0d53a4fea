import CSystem
import Glibc
import System

/// The program `pavise-gate`: holds every execution from some file systems until it is answered, and denies the managed
/// user those that ``AllowlistRule`` denies.
///
/// It is a process of its own, because a gate before the file system that the monitor starts from must be answered while
/// the monitor is dead: the start of the next one waits for the answer too. It opens and executes nothing itself, decides
/// from memory and the user ids of the process, and resolves no name. It and the monitor know each other by the words on
/// its output alone. When it ends, however it ends, the kernel lets everything run.
package struct AllowlistGate {
  /// What the gate says, a line each.
  package enum Message: Equatable, Sendable {
    /// This file system is not held.
    case failed(mount: String, reason: String)
    case ready
    case refused

    package init?(_ line: String) {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch (parts.first, parts.count) {
      case ("failed", 3): self = .failed(mount: parts[1], reason: parts[2])
      case ("ready", 1): self = .ready
      case ("refused", 1): self = .refused
      default: return nil
      }
    }

    package var line: String {
      switch self {
      case .failed(let mount, let reason): "failed\t\(mount)\t\(reason)\n"
      case .ready: "ready\n"
      case .refused: "refused\n"
      }
    }
  }

  /// Whoever waits for an answer longer than this, in seconds, is let go: the kernel ends a gate that hangs.
  private static let patience: UInt32 = 10

  /// Never returns, unless there can be no gate.
  ///
  /// - Parameters:
  ///   - mounts: A mount point of each file system.
  ///   - register: Where the gate is found by those who are to end it.
  package static func run(user: UInt32, mounts: [String], register: String) throws {
    // Nobody may be listening, or be slow to.
    signal(SIGPIPE, SIG_IGN)
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    _ = fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK)
    let entry = try ProcessRegister(at: register).join()
    let group = try Fanotify()
    for mount in mounts {
      do { try group.mark(fileSystemAt: mount) } catch {
        say(.failed(mount: mount, reason: "\(error)"))
      }
    }
    say(.ready)
    let rule = AllowlistRule(user: user)
    while true {
      var request = pollfd(fd: group.raw, events: Int16(POLLIN), revents: 0)
      try check("poll") { poll(&request, 1, -1) }
      alarm(patience)
      let answers = try group.answer { rule.verdict(on: $0, users: ProcessTable.users) }
      alarm(0)
      if answers.denied > 0 { say(.refused) }
    }
    // The entry and the marks last as long as the loop.
    _ = entry
  }

  private static func say(_ message: Message) {
    let line = Array(message.line.utf8)
    _ = write(STDOUT_FILENO, line, line.count)
  }
}
