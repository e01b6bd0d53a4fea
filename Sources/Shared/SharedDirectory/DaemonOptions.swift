import FoundationEssentials
import Glibc
package import System

/// The command line of a daemon: options with a value each, and `--help`.
package struct DaemonOptions: Equatable, Sendable {
  package enum UsageError: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case withoutValue(String)
    case missing(String)

    package var description: String {
      switch self {
      case .unknown(let word): "unknown option \(word)"
      case .withoutValue(let option): "\(option) needs a value"
      case .missing(let option): "\(option) is missing"
      }
    }
  }

  package private(set) var wantsHelp = false
  private var values: [String: String] = [:]
  private let environment: [String: String]

  /// - Parameter known: The options that take a value.
  package init(
    _ words: [String], known: Set<String>,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(UsageError) {
    self.environment = environment
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--help" || word == "-h" {
        wantsHelp = true
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard known.contains(parts[0]) else { throw .unknown(word) }
      // An option is not the value of the one before it; a value that looks like one can be joined by "=".
      let value = parts.count > 1 ? parts[1] : rest.popFirst { !$0.hasPrefix("--") }
      guard let value, !value.isEmpty else { throw .withoutValue(parts[0]) }
      values[parts[0]] = value
    }
  }

  package subscript(option: String) -> String? { values[option] }

  /// The shared directory: as asked for, as the environment says, or the standard one.
  package var directory: String {
    values["--directory"] ?? DirectoryLayout.root(in: environment)
  }
}

extension DaemonOptions {
  /// Runs a daemon's program: answers a call for help, and says in the log why it ended.
  ///
  /// - Parameters:
  ///   - known: The options that take a value.
  ///   - body: Returns when the daemon is asked to stop.
  /// - Returns: The exit status.
  package static func run(
    _ words: [String] = Array(CommandLine.arguments.dropFirst()), usage: String,
    known: Set<String>, log: Log = .standardError(),
    _ body: (DaemonOptions, Log) throws -> Void
  ) -> Int32 {
    do {
      let options = try DaemonOptions(words, known: known)
      if options.wantsHelp {
        print(usage)
      } else {
        try body(options, log)
      }
      return EXIT_SUCCESS
    } catch {
      log(.error, "\(error)")
      guard error is UsageError else { return EXIT_FAILURE }
      log(.error, usage)
      return EX_USAGE
    }
  }
}

extension ArraySlice<String> {
  fileprivate mutating func popFirst(if isWanted: (String) -> Bool) -> String? {
    first.map(isWanted) == true ? popFirst() : nil
  }
}
