import CSystem
import Glibc
import Synchronization
import System

/// Reads what a gate says.
final class GateReader: Sendable {
  private let output: Descriptor
  /// What has come of a line that is not whole yet.
  private let rest = Mutex<[UInt8]>([])

  init(_ output: consuming Descriptor) {
    self.output = output
  }

  /// The gate's end of the pipe is closed: it is a step from its end, or over, whatever it has said before.
  func isAtEnd() -> Bool {
    var request = pollfd(fd: output.raw, events: 0, revents: 0)
    return poll(&request, 1, 0) != 0
  }

  /// The next message; nil when the gate has ended, or has said nothing for so many milliseconds.
  func next(within milliseconds: Int32) throws(SystemError) -> AllowlistGate.Message? {
    while true {
      if let line = takeLine() {
        if let message = AllowlistGate.Message(line) { return message }
        continue
      }
      var request = pollfd(fd: output.raw, events: Int16(POLLIN), revents: 0)
      guard try check("poll", { poll(&request, 1, milliseconds) }) > 0, try fill() else {
        return nil
      }
    }
  }

  /// Passes on what the gate says, and that there are other mounts, until the gate has ended.
  func listen(for refusals: Refusals?) {
    defer { refusals?.add(.allowlistChanged) }
    guard let mounts = try? Descriptor.open(MountTable.path, O_RDONLY) else { return }
    while true {
      while let line = takeLine() {
        if AllowlistGate.Message(line) == .refused { refusals?.add(.unlisted) }
      }
      var requests = [
        pollfd(fd: output.raw, events: Int16(POLLIN), revents: 0),
        pollfd(fd: mounts.raw, events: Int16(POLLPRI), revents: 0),
      ]
      do {
        try check("poll") { poll(&requests, 2, -1) }
        if requests[1].revents != 0 { refusals?.add(.allowlistChanged) }
        if requests[0].revents != 0, try !fill() { return }
      } catch {
        return
      }
    }
  }

  /// - Returns: False at the end.
  private func fill() throws(SystemError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    let count = try check("read") { read(output.raw, &buffer, buffer.count) }
    rest.withLock { $0 += buffer[..<count] }
    return count > 0
  }

  private func takeLine() -> String? {
    rest.withLock { rest in
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { rest.removeFirst(end + 1) }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
  }
}
