import FoundationEssentials

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
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let option = parts.first, known.contains(option) else { throw .unknown(word) }
      guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
        throw .withoutValue(option)
      }
      values[option] = value
    }
  }

  package subscript(option: String) -> String? { values[option] }

  /// The shared directory: as asked for, as the environment says, or the standard one.
  package var directory: String {
    values["--directory"] ?? environment["PAVISE_DIRECTORY"] ?? DirectoryLayout.standard
  }
}
