import TestSupport
import CompiledPolicy
import Foundation
import System
import Testing

/// A headless Chromium, driven by the WebDriver protocol.
final class Browser {
  static let program = path(of: "chromium")
  static let driver = path(of: "chromedriver")
  static var isInstalled: Bool { program != nil && driver != nil }

  private let process: ChildProcess
  private let profile = try? TemporaryDirectory()
  private let port: UInt16
  private var session = ""

  init(dark: Bool) throws {
    let output = Pipe()
    let null = try Descriptor.open("/dev/null", O_RDWR)
    process = try ChildProcess.start(
      [try #require(Self.driver), "--port=0"],
      streams: .init(
        input: null.raw, output: output.fileHandleForWriting.fileDescriptor, errors: null.raw))
    try output.fileHandleForWriting.close()
    var text = ""
    while !text.contains(/on port [0-9]+\./) {
      let part = output.fileHandleForReading.availableData
      try #require(!part.isEmpty, "chromedriver ended: \(text)")
      text += String(decoding: part, as: UTF8.self)
    }
    port = try #require(text.firstMatch(of: /on port ([0-9]+)\./).flatMap { UInt16($0.1) })
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--window-size=1280,1000", "--user-data-dir=\(try #require(profile).path)",
    ]
    let list = arguments.map { "\"\($0)\"" }.joined(separator: ",")
    let options = #""goog:chromeOptions":{"args":[\#(list)]},"goog:loggingPrefs":{"browser":"ALL"}"#
    let capabilities = #"{"capabilities":{"alwaysMatch":{"browserName":"chrome",\#(options)}}}"#
    session = try command("POST", "/session", capabilities, "sessionId")
    let scheme = dark ? "dark" : "light"
    let media = #"{"features":[{"name":"prefers-color-scheme","value":"\#(scheme)"}]}"#
    _ = try call(
      "POST", "/session/\(session)/goog/cdp/execute",
      #"{"cmd":"Emulation.setEmulatedMedia","params":\#(media)}"#)
  }

  /// Ends the browser too, which does not always follow its driver.
  func close() throws { _ = try call("DELETE", "/session/\(session)", nil) }

  func open(_ url: String) throws {
    _ = try call("POST", "/session/\(session)/url", #"{"url":"\#(url)"}"#)
  }

  /// Presses keys where the focus is; `\u{E007}` is Enter, `\u{E00C}` Escape.
  func type(_ keys: String) throws {
    let presses = keys.unicodeScalars.flatMap { scalar in
      ["keyDown", "keyUp"].map { #"{"type":"\#($0)","value":\#(quoted(String(scalar)))}"# }
    }
    let actions = presses.joined(separator: ",")
    _ = try call(
      "POST", "/session/\(session)/actions",
      #"{"actions":[{"type":"key","id":"keys","actions":[\#(actions)]}]}"#)
  }

  /// What a script returns.
  func run(_ script: String) throws -> JSONValue {
    let body = #"{"script":\#(quoted(script)),"args":[]}"#
    return try call("POST", "/session/\(session)/execute/sync", body)
  }

  /// Returns when the script returns true: it is asked again by the browser itself, after each change of the page.
  func wait(until script: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let body = """
      const done = arguments[0]; const test = () => { try { return \(script) } catch { return false } };
      if (test()) { done(true); return; }
      const end = () => { observer.disconnect(); clearTimeout(timer); };
      const observer = new MutationObserver(() => { if (test()) { end(); done(true); } });
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      const timer = setTimeout(() => { end(); done(test()); }, 15000);
      """
    let result = try call(
      "POST", "/session/\(session)/execute/async", #"{"script":\#(quoted(body)),"args":[]}"#)
    try #require(result == .bool(true), "\(script)", sourceLocation: sourceLocation)
  }

  /// Errors and refusals that the browser has noted, such as of its content security policy.
  func complaints() throws -> [JSONValue] {
    let log = try call("POST", "/session/\(session)/se/log", #"{"type":"browser"}"#)
    guard case .array(let entries) = log else { return [log] }
    return entries.filter { $0["level"] == .string("SEVERE") || $0["level"] == .string("WARNING") }
  }

  private func command(_ method: String, _ path: String, _ body: String, _ key: String) throws
    -> String
  {
    let value = try call(method, path, body)
    guard case .string(let text) = value[key] else { throw Answer.Malformed(text: "\(value)") }
    return text
  }

  private func call(_ method: String, _ path: String, _ body: String?) throws -> JSONValue {
    let connection = try Connection(port: port, patience: 60)
    try connection.write(Program.request(method, path, [:], body))
    let answer = try connection.readAnswer()
    guard answer.status == 200 else { throw Answer.Malformed(text: answer.bodyText) }
    return try #require(try answer.json()["value"])
  }

  private func quoted(_ text: String) -> String {
    String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
  }

  private static func path(of program: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/"].map { $0 + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
