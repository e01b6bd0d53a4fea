/// The few requests of the X11 protocol that tell which window is active and whose it is, as bytes.
///
/// Source: *X Window System Protocol*, version 11; *X Resource Extension*, version 1.2; *X11 Screen Saver Extension*.
enum X11Request: Equatable {
  /// The first thing to be said on a connection.
  case setup(authorization: XAuthority.Entry?)
  case internAtom(String)
  case queryExtension(String)
  /// Tells from now on when a property of the window changes.
  case watchProperties(window: UInt32)
  case property(window: UInt32, UInt32)
  /// Needed before other requests of an extension are taken.
  case negotiate(opcode: UInt8, major: UInt8, minor: UInt8)
  /// The process of the client that a window belongs to, as the server itself knows it.
  case clientProcess(opcode: UInt8, window: UInt32)
  case watchScreenSaver(opcode: UInt8, window: UInt32)

  var bytes: [UInt8] {
    switch self {
    case .setup(let authorization):
      let name = Array((authorization?.name ?? "").utf8)
      let data = authorization?.data ?? []
      return [0x6C, 0] + Self.short(11) + Self.short(0) + Self.short(name.count)
        + Self.short(data.count) + [0, 0] + Self.padded(name) + Self.padded(data)
    case .internAtom(let name):
      return Self.request(16, 0, Self.named(name))
    case .queryExtension(let name):
      return Self.request(98, 0, Self.named(name))
    case .watchProperties(let window):
      return Self.request(2, 0, Self.long(window) + Self.long(0x800) + Self.long(0x40_0000))
    case .property(let window, let property):
      return Self.request(
        20, 0, [window, property, 0, 0, 1].flatMap(Self.long))
    case .negotiate(let opcode, let major, let minor):
      return Self.request(opcode, 0, [major, minor, 0, 0])
    case .clientProcess(let opcode, let window):
      return Self.request(opcode, 4, [1, window, 2].flatMap(Self.long))
    case .watchScreenSaver(let opcode, let window):
      return Self.request(opcode, 2, Self.long(window) + Self.long(1))
    }
  }

  private static func request(_ opcode: UInt8, _ data: UInt8, _ body: [UInt8]) -> [UInt8] {
    [opcode, data] + short(1 + body.count / 4) + body
  }

  private static func named(_ name: String) -> [UInt8] {
    short(name.utf8.count) + [0, 0] + padded(Array(name.utf8))
  }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  private static func long(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// What a server has sent. Whoever runs the server chooses the bytes, so every length is checked.
struct X11Message: Equatable {
  enum Kind: Equatable {
    case error, reply
    case event(UInt8)
  }

  private let bytes: [UInt8]

  /// Takes the first message off `buffer`; nil while it is not complete.
  init?(from buffer: inout [UInt8]) {
    guard buffer.count >= 32 else { return nil }
    var length = 32
    // Of events only a generic one is longer.
    if buffer[0] == 1 || buffer[0] & 0x7F == 35 {
      length += 4 * Int(Self.long(buffer[4..<8]))
    }
    guard buffer.count >= length else { return nil }
    bytes = Array(buffer[..<length])
    buffer.removeFirst(length)
  }

  var kind: Kind {
    switch bytes[0] {
    case 0: .error
    case 1: .reply
    case let code: .event(code & 0x7F)
    }
  }

  /// The low half of the number of the request that it answers.
  var sequence: UInt16 { UInt16(bytes[2]) | UInt16(bytes[3]) << 8 }

  subscript(byte index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

  subscript(long index: Int) -> UInt32 {
    index >= 0 && index + 4 <= bytes.count ? Self.long(bytes[index..<(index + 4)]) : 0
  }

  /// The value of a property that is one number of 32 bits; nil of one that is not there.
  var propertyValue: UInt32? {
    bytes[1] == 32 && self[long: 16] >= 1 && bytes.count >= 36 ? self[long: 32] : nil
  }

  /// The process in the answer to ``X11Request/clientProcess(opcode:window:)``.
  var clientProcess: UInt32? {
    // One identity: client, kind, length in bytes, and the number.
    guard self[long: 8] >= 1, self[long: 36] & 2 != 0, self[long: 40] >= 4, bytes.count >= 48 else {
      return nil
    }
    return self[long: 44]
  }

  private static func long(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// The answer to ``X11Request/setup(authorization:)``.
enum X11Setup: Equatable {
  case incomplete
  case refused
  /// The root window of the first screen.
  case accepted(root: UInt32)

  /// Takes the answer off `buffer`, if it is complete.
  init(from buffer: inout [UInt8]) {
    self = .incomplete
    guard buffer.count >= 8 else { return }
    let length = 8 + 4 * (Int(buffer[6]) | Int(buffer[7]) << 8)
    guard buffer.count >= length else { return }
    let answer = Array(buffer[..<length])
    buffer.removeFirst(length)
    self = .refused
    guard answer[0] == 1, length >= 40, answer[28] >= 1 else { return }
    let vendor = Int(answer[24]) | Int(answer[25]) << 8
    let screen = 40 + (vendor + 3) / 4 * 4 + 8 * Int(answer[29])
    guard screen + 4 <= length else { return }
    let root = answer[screen..<(screen + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    self = .accepted(root: root)
  }
}
