import CSystem
import Glibc

/// Tells when one of a set of programs is started. It holds nobody up, and costs nothing while none of them is.
///
/// Source: fanotify(7), `FAN_OPEN_EXEC`.
package struct ExecutionWatch: ~Copyable {
  /// A program is about to run in a process, which may still run another one at this moment.
  package struct Start: Equatable, Sendable {
    /// 0 when the process is outside of our pid namespace.
    package let pid: Int32
    package let file: FileIdentity
  }

  private let group: Descriptor

  package init() throws(SystemError) {
    let flags = FAN_CLASS_NOTIF | FAN_CLOEXEC | FAN_NONBLOCK | FAN_UNLIMITED_MARKS
    group = Descriptor(
      owning: try check("fanotify_init") {
        fanotify_init(UInt32(flags), UInt32(O_RDONLY | O_CLOEXEC))
      })
  }

  package var raw: Int32 { group.raw }

  /// Watches what lies at `path` now, whatever its name becomes.
  package func watch(_ path: String) throws(SystemError) {
    try check("fanotify_mark", path: path) {
      fanotify_mark(group.raw, UInt32(FAN_MARK_ADD), UInt64(FAN_OPEN_EXEC), AT_FDCWD, path)
    }
  }

  package func unwatchAll() throws(SystemError) {
    try check("fanotify_mark") {
      fanotify_mark(group.raw, UInt32(FAN_MARK_FLUSH), 0, AT_FDCWD, nil)
    }
  }

  /// What was started since the last call; nil when there was so much that the kernel has forgotten some.
  package func take() throws(SystemError) -> [Start]? {
    let size = MemoryLayout<fanotify_event_metadata>.size
    var buffer = [UInt8](repeating: 0, count: 64 * size)
    var starts: [Start] = []
    var isComplete = true
    while true {
      let count = try readIfReady(group.raw, &buffer, buffer.count)
      guard count > 0 else { return isComplete ? starts : nil }
      for offset in stride(from: 0, through: count - size, by: size) {
        let event = buffer.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: offset, as: fanotify_event_metadata.self)
        }
        guard event.fd >= 0 else {
          isComplete = false
          continue
        }
        defer { close(event.fd) }
        var status = stat()
        if fstat(event.fd, &status) == 0 {
          starts.append(Start(pid: event.pid, file: FileIdentity(status)))
        }
      }
    }
  }
}
