import Foundation
import Testing

/// An exchange with the published service, as it went over the wire (`Wire/`).
struct RecordedExchange: Sendable, CustomTestStringConvertible {
  /// Like `24-policy-full-200`.
  let name: String
  /// The request's first line; empty where no HTTP was sent.
  let requestLine: String
  /// The statuses of the answers that came, in order.
  let statuses: [Int]
  /// The answers, byte for byte, one after the other.
  let answers: [[UInt8]]

  var testDescription: String { name }

  static let directory = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Wire")

  static let all: [RecordedExchange] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return files.filter { $0.hasSuffix(".txt") && $0 != "other-observations.txt" }.sorted()
      .compactMap { try? RecordedExchange(file: $0) }
  }()

  init(file: String) throws {
    name = String(file.dropLast(4))
    let bytes = Array(try Data(contentsOf: Self.directory.appendingPathComponent(file)))
    let text = String(decoding: bytes, as: UTF8.self)
    let start = text.hasPrefix("#") ? text.components(separatedBy: "\n")[2] : ""
    requestLine = start.contains("HTTP/1") ? start : ""
    let marks = [
      "\n--- response (raw bytes of the body, chunk framing kept)\n", "\n--- received\n",
    ]
    let mark = marks.compactMap { bytes.firstRange(of: Array($0.utf8)) }.first
    var rest = bytes[(mark?.upperBound ?? bytes.endIndex)...]
    if let note = rest.firstRange(of: Array("\n<".utf8)) {
      rest = rest[..<note.lowerBound] + [0x0A]
    }
    var statuses: [Int] = []
    var answers: [[UInt8]] = []
    while rest.starts(with: "HTTP/".utf8) {
      let (status, answer, after) = Self.answer(rest)
      statuses.append(status)
      // An interim answer is part of the one that follows it.
      if answers.indices.last.map({ statuses[$0] == 100 }) == true {
        answers[answers.count - 1] += answer
        statuses.removeFirst()
      } else {
        answers.append(answer)
      }
      rest = after.drop { $0 == 0x0A }
    }
    self.statuses = statuses
    self.answers = answers
  }

  /// Takes one answer: its header, whose line ends were changed in the recording, and its body as it was.
  private static func answer(
    _ bytes: ArraySlice<UInt8>
  ) -> (status: Int, bytes: [UInt8], after: ArraySlice<UInt8>) {
    var lines: [String] = []
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0A) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      if line.isEmpty { break }
      lines.append(line)
      if line.hasPrefix("HTTP/1.1 100") { break }
    }
    let status = Int(lines[0].split(separator: " ")[1]) ?? 0
    let header = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    func value(_ name: String) -> String? {
      lines.first { $0.lowercased().hasPrefix(name + ":") }
        .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
    let length: Int
    if [100, 204, 304].contains(status) {
      length = 0
    } else if let count = value("content-length").flatMap(Int.init) {
      length = min(count, rest.count)
    } else {
      length = rest.count
    }
    return (status, header + rest.prefix(length), rest.dropFirst(length))
  }
}
