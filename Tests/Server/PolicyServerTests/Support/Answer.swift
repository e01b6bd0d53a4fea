import CompiledPolicy
import Foundation

/// What a server sent.
struct Answer {
  struct Malformed: Error {
    let text: String
  }

  private(set) var status: Int
  /// In the order in which they came.
  private(set) var headers: [(name: String, value: String)]
  private(set) var body: [UInt8]

  init(_ bytes: [UInt8]) throws {
    let separator = Array("\r\n\r\n".utf8)
    guard let end = bytes.firstRange(of: separator) else {
      throw Malformed(text: String(decoding: bytes.prefix(200), as: UTF8.self))
    }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw Malformed(text: String(lines.first ?? "")) }
    if status == 100 {
      self = try Answer(Array(bytes[end.upperBound...]))
      return
    }
    self.status = status
    headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (
        String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
      )
    }
    body = Array(bytes[end.upperBound...])
  }

  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  var isComplete: Bool {
    status == 304 || status == 204 || header("Content-Length").map { Int($0) } == body.count
  }

  var bodyText: String { String(decoding: body, as: UTF8.self) }

  func json() throws -> JSONValue { try JSONValue(parsing: body) }

  /// The text at a path of keys.
  func text(_ path: String...) throws -> String {
    guard case .string(let text) = try value(path) else { throw Malformed(text: bodyText) }
    return text
  }

  func integer(_ path: String...) throws -> Int {
    guard case .integer(let number) = try value(path) else { throw Malformed(text: bodyText) }
    return number
  }

  func list(_ path: String...) throws -> [JSONValue] {
    guard case .array(let values) = try value(path) else { throw Malformed(text: bodyText) }
    return values
  }

  private func value(_ path: [String]) throws -> JSONValue? {
    var value: JSONValue? = try json()
    for key in path { value = value?[key] }
    return value
  }
}

extension JSONValue {
  subscript(key: String) -> JSONValue? {
    if case .object(let fields) = self { fields[key] } else { nil }
  }
}
