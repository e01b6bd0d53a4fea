import Glibc
import System

/// The window that has the keyboard in a session of sway, by a connection to the socket that sway has for this: sway tells
/// of each change, the tree is asked for then, and nothing else wakes us.
///
/// The compositor runs in the child's name, as an X server does, so what it says decides how well use is measured and
/// nothing else. A child can start another sway without a screen, or a program that speaks like one, where no desktop of
/// another kind is known to be in front (see ``LoginSessions/desktop``), and can have it name any process of his; an X11
/// program within sway tells its own process. What he cannot do is connect us to a socket of somebody else's. When the
/// socket is gone what runs counts again. Idleness and the lock are for logind to tell.
///
/// Nothing here waits for sway.
final class SwayFocus: FocusSource {
  let name = "sway"
  private(set) var focus = Focus.unknown
  let isIdle = false
  private let socket: StreamSocket
  private var buffer: [UInt8] = []
  /// The tree was asked for and has not come.
  private var isAsking = false
  /// Something has changed since the tree was asked for.
  private var isStale = false

  /// - Throws: When nobody listens there, or somebody who is not `user`.
  init(path: String, of user: UserRecord) throws(SystemError) {
    socket = try StreamSocket.connect(to: path)
    guard socket.peer == user.uid else {
      throw SystemError(call: "connect", path: path, code: EPERM)
    }
    let kinds = #"["window","workspace","shutdown"]"#
    try socket.write(SwayMessage(kind: SwayMessage.Kind.subscribe, body: kinds).bytes)
    try ask()
  }

  var descriptor: Int32 { socket.raw }

  func take() -> Bool {
    do {
      guard let bytes = try socket.read() else { return false }
      buffer += bytes
      while let message = try SwayMessage(from: &buffer) {
        guard message.kind != SwayMessage.Kind.shutdownEvent else { return false }
        try handle(message)
      }
      return true
    } catch {
      return false
    }
  }

  private func handle(_ message: SwayMessage) throws {
    if message.kind == SwayMessage.Kind.tree, isAsking {
      isAsking = false
      focus = try SwayTree.focus(in: message.body)
      if isStale { try ask() }
    } else if message.changesFocus {
      if isAsking { isStale = true } else { try ask() }
    }
  }

  private func ask() throws(SystemError) {
    try socket.write(SwayMessage(kind: SwayMessage.Kind.tree).bytes)
    isAsking = true
    isStale = false
  }
}
