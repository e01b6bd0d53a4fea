public import CompiledPolicy

/// What a push says: that a version of the policy exists (rule P5).
///
/// The service sends `{"aps":{"content-available":1},"phosra":{"event":"policy.updated","version":12}}`.
public struct PushPayload: Equatable, Sendable {
  /// Larger ones are not looked at, in bytes. APNs and UnifiedPush carry 4 KiB.
  public static let largest = 16 << 10

  public let version: Int

  public init(version: Int) {
    self.version = version
  }

  public init(parsing bytes: [UInt8]) throws(PushFault) {
    guard bytes.count <= Self.largest else { throw .tooLarge(bytes: bytes.count) }
    let value: JSONValue
    do { value = try JSONValue(parsing: bytes) } catch { throw .notJSON(error) }
    guard case .object(let fields) = value, case .object(let phosra) = fields["phosra"] else {
      throw .notOurs("there is no object called phosra")
    }
    guard case .string("policy.updated") = phosra["event"] else {
      throw .notOurs("phosra.event is not policy.updated")
    }
    guard case .integer(let version) = phosra["version"], version >= 0 else {
      throw .notOurs("phosra.version is no whole number from 0")
    }
    self.version = version
  }
}

extension PushPayload {
  /// As the service has it delivered.
  package var text: String {
    #"{"aps":{"content-available":1},"phosra":{"event":"policy.updated","version":\#(version)}}"#
  }
}

/// Why a push says nothing.
public enum PushFault: Error, Equatable, Sendable {
  case tooLarge(bytes: Int)
  case notJSON(JSONFault)
  case notOurs(String)
}

extension PushFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLarge(let bytes): "the push has \(bytes) bytes, more than \(PushPayload.largest)"
    case .notJSON(let fault): "the push is not JSON: \(fault)"
    case .notOurs(let reason): "the push is none of the service's: \(reason)"
    }
  }
}
