import Glibc
import System

/// The active window of an X11 display, by its own connection: the server tells when it changes, and nothing else wakes us.
///
/// Whose window it is the server knows best (X-Resource); only where it cannot tell, the window's own word is taken.
/// Nothing here waits for the server, which the person may own and stop.
final class X11Focus: FocusSource {
  private enum Purpose {
    case activeAtom, pidAtom, resource, screenSaver, activeWindow
    case process(window: UInt32)
    case pidProperty(window: UInt32)
    case nothing
  }

  let name = "x11"
  private(set) var focus = Focus.unknown
  private(set) var isIdle = false
  private let socket: StreamSocket
  private var buffer: [UInt8] = []
  private var root: UInt32?
  private var sequence: UInt16 = 0
  private var pending: [UInt16: Purpose] = [:]
  private var activeAtom: UInt32 = 0
  private var pidAtom: UInt32 = 0
  private var resource: UInt8?
  private var screenSaverEvent: UInt8?
  private var window: UInt32 = 0

  /// No message of those that are asked for is anywhere near as long.
  private static let longest = 1 << 20

  /// - Throws: When there is no such display.
  init(display: Int, authorization: XAuthority.Entry?) throws(SystemError) {
    socket = try StreamSocket.connect(to: "/tmp/.X11-unix/X\(display)")
    try socket.write(X11Request.setup(authorization: authorization).bytes)
  }

  var descriptor: Int32 { socket.raw }

  func take() -> Bool {
    do {
      guard let bytes = try socket.read() else { return false }
      buffer += bytes
      guard buffer.count < Self.longest else { return false }
      if root == nil {
        switch X11Setup(from: &buffer) {
        case .incomplete: return true
        case .refused: return false
        case .accepted(let root):
          self.root = root
          try begin(root)
        }
      }
      while let message = X11Message(from: &buffer) { try handle(message) }
      return true
    } catch {
      return false
    }
  }

  private func begin(_ root: UInt32) throws {
    try send(.watchProperties(window: root), .nothing)
    try send(.internAtom("_NET_ACTIVE_WINDOW"), .activeAtom)
    try send(.internAtom("_NET_WM_PID"), .pidAtom)
    try send(.queryExtension("X-Resource"), .resource)
    try send(.queryExtension("MIT-SCREEN-SAVER"), .screenSaver)
  }

  private func send(_ request: X11Request, _ purpose: Purpose) throws {
    try socket.write(request.bytes)
    sequence &+= 1
    if case .nothing = purpose { return }
    pending[sequence] = purpose
  }

  private func handle(_ message: X11Message) throws {
    switch message.kind {
    case .event(28):
      if message[long: 8] == activeAtom { try askForWindow() }
    case .event(let code):
      if code == screenSaverEvent { isIdle = message[byte: 1] == 1 || message[byte: 1] == 2 }
    case .error:
      // A window may be gone before it is asked about.
      if let purpose = pending.removeValue(forKey: message.sequence) { try answer(purpose, nil) }
    case .reply:
      if let purpose = pending.removeValue(forKey: message.sequence) {
        try answer(purpose, message)
      }
    }
  }

  private func answer(_ purpose: Purpose, _ reply: X11Message?) throws {
    switch purpose {
    case .activeAtom: activeAtom = reply?[long: 8] ?? 0
    case .pidAtom: pidAtom = reply?[long: 8] ?? 0
    case .resource:
      if let reply, reply[byte: 8] == 1 {
        resource = reply[byte: 9]
        try send(.negotiate(opcode: reply[byte: 9], major: 1, minor: 2), .nothing)
      }
    case .screenSaver:
      if let reply, reply[byte: 8] == 1, let root {
        screenSaverEvent = reply[byte: 10]
        try send(.negotiate(opcode: reply[byte: 9], major: 1, minor: 1), .nothing)
        try send(.watchScreenSaver(opcode: reply[byte: 9], window: root), .nothing)
      }
      // The last of the questions that come first.
      try askForWindow()
    case .activeWindow:
      guard let found = reply?.propertyValue else {
        focus = .unknown
        window = 0
        return
      }
      window = found
      if found == 0 { focus = .nothing } else { try askForProcess(found) }
    case .process(let asked):
      guard asked == window else { return }
      if let pid = reply?.clientProcess, pid > 0 {
        focus = .window(pid: Int32(truncatingIfNeeded: pid))
      } else {
        try send(.property(window: asked, pidAtom), .pidProperty(window: asked))
      }
    case .pidProperty(let asked):
      guard asked == window else { return }
      focus = .window(pid: reply?.propertyValue.map { Int32(truncatingIfNeeded: $0) })
    case .nothing: break
    }
  }

  private func askForWindow() throws {
    guard let root, activeAtom != 0 else { return }
    try send(.property(window: root, activeAtom), .activeWindow)
  }

  private func askForProcess(_ window: UInt32) throws {
    if let resource {
      try send(.clientProcess(opcode: resource, window: window), .process(window: window))
    } else {
      try send(.property(window: window, pidAtom), .pidProperty(window: window))
    }
  }
}
