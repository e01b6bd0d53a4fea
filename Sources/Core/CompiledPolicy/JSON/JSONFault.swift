/// Why a text is not JSON, and where.
public struct JSONFault: Error, Equatable, Sendable {
  public enum Cause: Equatable, Sendable {
    case tooLarge(bytes: Int)
    case notUTF8
    case byteOrderMark
    /// The text ends inside a value.
    case truncated
    case unexpected(found: UInt8, expected: String)
    case duplicateKey(String)
    case tooDeep
    /// A number that no finite `Double` holds.
    case numberOutOfRange(String)
    /// Half of a surrogate pair, written as an escape.
    case loneSurrogate
    case trailing(found: UInt8)
  }

  /// The place in the document, like `screen_time.per_app_limits[2].bundle_id`; empty for the document itself.
  public let path: String
  /// Bytes before the place.
  public let offset: Int
  public let cause: Cause
}

extension JSONFault: CustomStringConvertible {
  public var description: String {
    "\(reason) at byte \(offset)" + (path.isEmpty ? "" : ", in \(path)")
  }

  private var reason: String {
    switch cause {
    case .tooLarge(let bytes): "\(bytes) bytes, more than \(JSONValue.maximumSize)"
    case .notUTF8: "not UTF-8"
    case .byteOrderMark: "a byte order mark"
    case .truncated: "the text ends inside a value"
    case .unexpected(let found, let expected): "\(Self.name(of: found)) instead of \(expected)"
    case .duplicateKey(let key): "the key \(PolicyFault.excerpt(of: key)) comes twice"
    case .tooDeep: "nested deeper than \(JSONValue.maximumDepth)"
    case .numberOutOfRange(let text): "the number \(text.prefix(80)) is out of range"
    case .loneSurrogate: "half of a surrogate pair"
    case .trailing(let found): "\(Self.name(of: found)) after the end of the document"
    }
  }

  private static func name(of byte: UInt8) -> String {
    (0x21...0x7E).contains(byte)
      ? "'\(Character(UnicodeScalar(byte)))'" : "byte \(byte)"
  }
}
