import Foundation

/// An exchange with the published service as it was recorded.
struct Recording {
  static let directory = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sync/PhosraSDKTests/Wire")

  /// As it went over the wire.
  let request: String
  let answer: Answer

  /// - Parameter name: How the file's name begins, up to a hyphen.
  init(_ name: String) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.directory.path)
    guard let file = files.first(where: { $0.hasPrefix("\(name)-") && $0.hasSuffix(".txt") }) else {
      throw Answer.Malformed(text: "no recording \(name)")
    }
    let bytes = Array(try Data(contentsOf: Self.directory.appendingPathComponent(file)))
    guard let start = bytes.firstRange(of: Array("--- request\n".utf8)),
      let end = bytes.firstRange(of: Array("\n--- response".utf8)),
      let line = bytes[end.upperBound...].firstIndex(of: UInt8(ascii: "\n"))
    else { throw Answer.Malformed(text: "no exchange in \(file)") }
    request = String(decoding: Self.wire(bytes[start.upperBound..<end.lowerBound]), as: UTF8.self)
    answer = try Answer(Self.wire(bytes[(line + 1)...]))
  }

  /// The head with the line ends that it had; the one chunk of a chunked body.
  private static func wire(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let line = Array("\n".utf8)
    // Of the empty line after a head without a body the file may have kept one half.
    let end = text.firstRange(of: line + line)
    let head = String(decoding: text[..<(end?.lowerBound ?? text.endIndex)], as: UTF8.self)
      .split(separator: "\n").joined(separator: "\r\n")
    var body = Array(text[(end?.upperBound ?? text.endIndex)...])
    if head.contains("Transfer-Encoding: chunked"), head.hasPrefix("HTTP/") {
      body = Array(body.split(separator: line[0])[1]) + line
    }
    return Array((head + "\r\n\r\n").utf8) + body
  }
}
