import CSystem
import FoundationEssentials
import Glibc
import Synchronization

/// Where a program says what it does: a constant event, facts beside it, one line each.
package struct Log: Sendable {
  package enum Level: Int, Comparable, Sendable {
    /// Each decision.
    case debug
    /// A change that a person would notice.
    case info
    /// Something that will be tried again.
    case warning
    /// Something that a person must act on.
    case error

    package static func < (left: Level, right: Level) -> Bool {
      left.rawValue < right.rawValue
    }

    var name: String {
      switch self {
      case .debug: "debug"
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    }

    /// The priority of `syslog(3)`.
    var priority: Int {
      switch self {
      case .debug: 7
      case .info: 6
      case .warning: 4
      case .error: 3
      }
    }
  }

  private let threshold: Level
  private let write: @Sendable (Level, String) -> Void

  /// - Parameter write: Called with each line, which has no level and no line break; from any thread.
  package init(threshold: Level = .debug, write: @escaping @Sendable (Level, String) -> Void) {
    self.threshold = threshold
    self.write = write
  }

  package func callAsFunction(
    _ level: Level, _ event: String,
    _ facts: KeyValuePairs<String, any CustomStringConvertible> = [:]
  ) {
    guard level >= threshold else { return }
    let words = facts.map { "\($0.key)=\(Self.quoted($0.value.description))" }
    write(level, ([event] + words).joined(separator: " "))
  }

  /// Drops everything.
  package static let silent = Log(threshold: .error) { _, _ in }

  /// Writes to standard error: with the journal's priorities if that is where it leads, else with the level in words.
  package static func standardError(
    threshold: Level = .info,
    journalStream: String? = ProcessInfo.processInfo.environment["JOURNAL_STREAM"]
  ) -> Log {
    let isJournal = journalStream != nil && journalStream == streamName(of: STDERR_FILENO)
    return Log(threshold: threshold) { level, line in
      let text = isJournal ? "<\(level.priority)>\(line)\n" : "\(level.name): \(line)\n"
      // One write, so that lines of several programs do not mix. There is nowhere to report a failure.
      _ = Array(text.utf8).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
  }

  /// Writes to `recorder`.
  package static func recording(to recorder: LogRecorder, threshold: Level = .debug) -> Log {
    Log(threshold: threshold) { level, line in recorder.record("\(level.name): \(line)") }
  }

  /// A value in quotation marks where it would otherwise run into what follows, or look like a line of its own.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.value > 0x20 && $0 != "\"" && $0.value != 0x7f
    }
    return isPlain && !text.isEmpty ? text : text.debugDescription
  }

  /// How the journal names the stream in `JOURNAL_STREAM`; the variable also reaches children that write elsewhere.
  private static func streamName(of descriptor: Int32) -> String? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
  }
}

/// The lines of a log, kept for looking at them.
package final class LogRecorder: Sendable {
  private let kept = Mutex<[String]>([])

  package init() {}

  package var lines: [String] {
    kept.withLock { $0 }
  }

  func record(_ line: String) {
    kept.withLock { $0.append(line) }
  }
}
