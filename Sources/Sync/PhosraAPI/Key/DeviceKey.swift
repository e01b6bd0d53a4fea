import FoundationEssentials

/// What a device proves with that it was registered. Its text shows in no description, dump or log.
public struct DeviceKey: Hashable, Sendable {
  package let secret: Secret

  /// - Parameter text: What the service handed out at registration; blanks around it do not count.
  /// - Throws: ``InvalidDeviceKey``, which does not repeat the text.
  public init(_ text: String) throws(InvalidDeviceKey) {
    let blanks: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]
    var rest = Substring(text)
    while let first = rest.first, blanks.contains(first) { rest.removeFirst() }
    while let last = rest.last, blanks.contains(last) { rest.removeLast() }
    guard !rest.isEmpty else { throw .empty }
    guard rest.utf8.count <= 4096 else { throw .tooLong }
    guard rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .impossibleCharacter }
    secret = Secret(String(rest))
  }
}

extension DeviceKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "(device key)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a text cannot be a device key.
public enum InvalidDeviceKey: Error, Equatable, Sendable {
  case empty
  case tooLong
  /// A blank, a control character or one outside ASCII.
  case impossibleCharacter
}

extension InvalidDeviceKey: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the device key is empty"
    case .tooLong: "the device key has more than 4096 characters"
    case .impossibleCharacter: "the device key holds a character that no key has"
    }
  }
}
