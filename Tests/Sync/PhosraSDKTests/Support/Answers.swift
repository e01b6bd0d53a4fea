import Foundation

@testable import PhosraAPI

/// Whole answers as a server writes them.
enum Answer {
  static func text(
    _ status: String, _ body: String = "", type: String = "application/json",
    headers: [String] = []
  ) -> ScriptedServer.Step {
    bytes(status, Array(body.utf8), headers: ["Content-Type: \(type)"] + headers)
  }

  static func bytes(
    _ status: String, _ body: [UInt8], headers: [String] = []
  ) -> ScriptedServer.Step {
    let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.count)", "", ""]
    return .send(Array(lines.joined(separator: "\r\n").utf8) + body)
  }

  /// The smallest document that is a whole policy.
  static let policy = #"{"version":3,"policy_id":"p1","status":"active"}"#
}

/// A key that must show up nowhere.
enum Sample {
  static let keyText = "0d858216d94ea8396d36de0138d88b535e05e376d7ef04beb9899c9d5296bb8a"

  static func key() throws -> DeviceKey { try DeviceKey(keyText) }
}
