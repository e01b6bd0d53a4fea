/// The command line of `pavise-server`.
package struct ServerOptions: Equatable, Sendable {
  package enum UsageError: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case withoutValue(String)
    case missing(String)
    case noNumber(option: String, value: String)

    package var description: String {
      switch self {
      case .unknown(let word): "unknown option \(word)"
      case .withoutValue(let option): "\(option) needs a value"
      case .missing(let option): "\(option) is missing"
      case .noNumber(let option, let value): "\(option) is \(value), which is no such number"
      }
    }
  }

  package var wantsHelp = false
  package var listen = "127.0.0.1:8091"
  package var allowsRemote = false
  package var database = ""
  package var parentTokenFile: String?
  /// The URL of the topic that devices listen to.
  package var ntfy: String?
  /// Requests a minute for each caller.
  package var rateLimit = 600
  package var limits = HTTPServer.Limits()

  package init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      let option = parts.first ?? ""
      switch option {
      case "--help", "-h": wantsHelp = true
      case "--allow-remote": allowsRemote = true
      case "--listen": listen = try Self.value(option, parts, &rest)
      case "--database": database = try Self.value(option, parts, &rest)
      case "--parent-token-file": parentTokenFile = try Self.value(option, parts, &rest)
      case "--ntfy": ntfy = try Self.value(option, parts, &rest)
      case "--rate-limit":
        rateLimit = try Self.number(option, parts, &rest, in: 0...1_000_000)
      case "--max-body":
        limits.body = try Self.number(option, parts, &rest, in: 1024...(64 << 20))
      case "--idle-timeout":
        limits.idle = UInt32(try Self.number(option, parts, &rest, in: 1...3600))
      default: throw .unknown(word)
      }
    }
    if database.isEmpty && !wantsHelp { throw .missing("--database") }
  }

  private static func value(
    _ option: String, _ parts: [String], _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
      throw .withoutValue(option)
    }
    return value
  }

  private static func number(
    _ option: String, _ parts: [String], _ rest: inout ArraySlice<String>,
    in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    let value = try value(option, parts, &rest)
    guard let number = Int(value), range.contains(number) else {
      throw .noNumber(option: option, value: value)
    }
    return number
  }
}
