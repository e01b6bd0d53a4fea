import PhosraAPI

extension Command {
  static func register(_ arguments: Arguments) throws(UsageError) -> Command {
    guard let text = arguments.value(.server) else {
      throw .missingOperand("--server URL", .register)
    }
    guard let server = server(text) else {
      throw .badValue(
        what: "--server", value: text, expected: "an address such as https://example.org/api/v1",
        .register)
    }
    guard let child = arguments.value(.child) else {
      throw .missingOperand("--child ID", .register)
    }
    if let topic = arguments.value(.ntfy), NtfyTopic(url: topic) == nil {
      throw .badValue(
        what: "--ntfy", value: topic, expected: "a topic such as https://ntfy.example.org/topic",
        .register)
    }
    return .register(
      RegisterRequest(
        server: server, child: child, parentToken: arguments.value(.parentToken),
        name: arguments.value(.name), authorities: arguments.value(.authorities),
        allowsPlainHTTP: arguments.has(.plainHTTP), ntfy: arguments.value(.ntfy)))
  }

  /// The address up to the version, which may be left out.
  private static func server(_ text: String) -> String? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count >= 2, ["http:", "https:"].contains(parts[0].lowercased()),
      text.allSatisfy({ $0.isASCII && !$0.isWhitespace && $0 != "?" && $0 != "#" && $0 != "@" })
    else { return nil }
    let path = parts.count == 2 ? ["api", "v1"] : parts.dropFirst(2)
    return "\(parts[0])//\(parts[1])/\(path.joined(separator: "/"))"
  }

  static func push(_ arguments: Arguments) throws(UsageError) -> Command {
    guard let text = arguments.value(.pushedVersion) else {
      throw .missingOperand("--version N", .push)
    }
    guard let version = Int(text), version >= 0 else {
      throw .badValue(
        what: "--version", value: text, expected: "a whole number from 0 on", .push)
    }
    return .push(version: version)
  }
}
