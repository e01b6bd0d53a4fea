import FoundationEssentials

/// A message of the protocol that sway took over from i3: a mark, two numbers of 32 bits in the machine's own order (the
/// length of the body, and the kind), and a body of JSON.
///
/// Source: sway-ipc(7). Whoever runs the compositor chooses the bytes, so every length is checked.
struct SwayMessage: Equatable {
  enum Kind {
    static let subscribe: UInt32 = 2
    static let tree: UInt32 = 4
    /// Of workspaces, windows and the end, in this order.
    static let workspaceEvent: UInt32 = 0x8000_0000
    static let windowEvent: UInt32 = 0x8000_0003
    static let shutdownEvent: UInt32 = 0x8000_0006
  }

  /// These bytes are no message of the protocol, or one that is longer than any that is asked for.
  struct Broken: Error, Equatable {}

  /// A tree of some hundred windows is a tenth of this.
  static let longest = 1 << 20
  private static let mark = Array("i3-ipc".utf8)
  private static let headerLength = mark.count + 8

  var kind: UInt32
  var body: [UInt8]

  init(kind: UInt32, body: String = "") {
    self.kind = kind
    self.body = Array(body.utf8)
  }

  /// Takes the first message off `buffer`; nil while it is not complete.
  init?(from buffer: inout [UInt8]) throws(Broken) {
    let known = buffer.prefix(Self.mark.count)
    guard known.elementsEqual(Self.mark.prefix(known.count)) else { throw Broken() }
    guard buffer.count >= Self.headerLength else { return nil }
    let length = Int(Self.number(buffer[6..<10]))
    guard length <= Self.longest else { throw Broken() }
    let end = Self.headerLength + length
    guard buffer.count >= end else { return nil }
    kind = Self.number(buffer[10..<14])
    body = Array(buffer[Self.headerLength..<end])
    buffer.removeFirst(end)
  }

  var bytes: [UInt8] { Self.mark + Self.bytes(UInt32(body.count)) + Self.bytes(kind) + body }

  /// Whether another window may be in front after this. A new title, a mark and the like change nothing, and come often.
  var changesFocus: Bool {
    switch kind {
    case Kind.workspaceEvent: return true
    case Kind.windowEvent:
      guard let event = try? JSONDecoder().decode(Event.self, from: Data(body)) else { return true }
      return !["title", "mark", "urgent"].contains(event.change)
    default: return false
    }
  }

  private struct Event: Decodable {
    var change: String
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    #if _endian(little)
      bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    #else
      bytes.reduce(0) { $0 << 8 | UInt32($1) }
    #endif
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }
}

/// The tree of outputs, workspaces, containers and windows, as far as it tells what is in front.
///
/// Only the process is read. What a window calls itself (`app_id`, its class) is the child's own word.
enum SwayTree {
  private struct Node: Decodable {
    var focused: Bool?
    var pid: Int32?
    var nodes: [Node]?
    var floating_nodes: [Node]?
  }

  /// - Throws: Of what is no tree, or nested deeper than any desktop is.
  static func focus(in body: [UInt8]) throws -> Focus {
    let root = try JSONDecoder().decode(Node.self, from: Data(body))
    var waiting = [root]
    while let node = waiting.popLast() {
      if node.focused == true {
        // A workspace or a container of several windows has no process, and no window has the keyboard then.
        return node.pid.map { .window(pid: $0 > 0 ? $0 : nil) } ?? .nothing
      }
      waiting += (node.nodes ?? []) + (node.floating_nodes ?? [])
    }
    return .nothing
  }
}
