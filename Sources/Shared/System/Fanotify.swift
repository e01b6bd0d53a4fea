import CSystem
import Glibc

/// A fanotify group that holds opens and executions of marked files until they are answered.
///
/// While the group's descriptor lives in some process, a held call waits; when the last one closes, it is allowed. Whoever
/// answers must not open a marked file himself, nor wait for a process that does, without answering meanwhile.
///
/// Source: fanotify(7), fanotify_init(2), fanotify_mark(2).
package struct Fanotify: ~Copyable, Sendable {
  /// Somebody is about to open or execute a marked file.
  package struct Request: Equatable, Sendable {
    /// 0 when the process is outside of our pid namespace.
    package let pid: Int32
    package let file: FileIdentity
    package let owner: UInt32
    /// Type and permission bits, as in `st_mode`.
    package let mode: UInt32

    package init(pid: Int32, file: FileIdentity, owner: UInt32, mode: UInt32) {
      self.pid = pid
      self.file = file
      self.owner = owner
      self.mode = mode
    }

    init(pid: Int32, _ status: stat) {
      self.init(
        pid: pid, file: FileIdentity(status), owner: status.st_uid, mode: status.st_mode)
    }
  }

  package enum Verdict: Equatable, Sendable {
    case allow
    /// Executions of this file are not asked about any more until it is written to. The kernel may forget that.
    case allowUntilWritten
    case deny
  }

  private let descriptor: Descriptor
  private static let held = UInt64(FAN_OPEN_PERM | FAN_OPEN_EXEC_PERM)

  /// A new group, without marks.
  ///
  /// The queue is unlimited because the kernel allows what does not fit into it.
  package init() throws {
    let flags =
      FAN_CLASS_CONTENT | FAN_CLOEXEC | FAN_NONBLOCK | FAN_UNLIMITED_QUEUE | FAN_UNLIMITED_MARKS
    let raw = try check("fanotify_init") {
      fanotify_init(UInt32(flags), UInt32(O_RDONLY | O_CLOEXEC))
    }
    descriptor = Descriptor(owning: raw)
  }

  /// A group of an earlier life, handed over by whoever kept its descriptor. Marks and waiting requests come with it.
  package init(inherited descriptor: consuming Descriptor) throws {
    let raw = descriptor.raw
    self.descriptor = descriptor
    let flags = try check("fcntl") { fcntl(raw, F_GETFL) }
    try check("fcntl") { fcntl(raw, F_SETFL, flags | O_NONBLOCK) }
  }

  /// For the event loop and for the service manager's descriptor store.
  package var raw: Int32 { descriptor.raw }

  /// Holds every open and execution of this file from now on, under whatever name and mount.
  package func mark(_ file: borrowing FileReference) throws {
    try mark(UInt32(FAN_MARK_ADD), file)
  }

  /// No more; a file without a mark is fine.
  package func unmark(_ file: borrowing FileReference) throws {
    do {
      try mark(UInt32(FAN_MARK_REMOVE), file)
    } catch let error as SystemError where error.code == ENOENT {
      return
    }
  }

  /// Holds every execution from the file system that lies at `path` from now on, by whatever mount and in whatever mount
  /// namespace. Not its opens.
  package func mark(fileSystemAt path: String) throws {
    try check("fanotify_mark", path: path) {
      fanotify_mark(
        descriptor.raw, UInt32(FAN_MARK_ADD | FAN_MARK_FILESYSTEM), UInt64(FAN_OPEN_EXEC_PERM),
        AT_FDCWD, path)
    }
  }

  /// Without an effect where the kernel knows no marks that it may forget (before Linux 5.19): each execution is asked.
  private func ignoreExecutions(of file: Int32) {
    _ = fanotify_mark(
      descriptor.raw, UInt32(FAN_MARK_ADD | FAN_MARK_IGNORED_MASK | FAN_MARK_EVICTABLE),
      UInt64(FAN_OPEN_EXEC_PERM), file, nil)
  }

  private func mark(_ flags: UInt32, _ file: borrowing FileReference) throws {
    let path = file.path
    try check("fanotify_mark", path: path) {
      fanotify_mark(descriptor.raw, flags, Self.held, AT_FDCWD, path)
    }
  }

  /// Takes every mark away.
  package func unmarkAll() throws {
    try check("fanotify_mark") {
      fanotify_mark(descriptor.raw, UInt32(FAN_MARK_FLUSH), 0, AT_FDCWD, nil)
    }
  }

  /// The inode numbers of all marked files, read back from the kernel.
  ///
  /// Without their devices: the kernel names the file system's, which on btrfs is not the one that `stat` shows.
  package func markedInodes() throws -> Set<UInt64> {
    let file = try Descriptor.open("/proc/self/fdinfo/\(descriptor.raw)", O_RDONLY)
    let lines = String(decoding: try file.readAll(), as: UTF8.self).split(separator: "\n")
    return Set(
      lines.compactMap { line in
        guard line.hasPrefix("fanotify ino:") else { return nil }
        return UInt64(line.dropFirst("fanotify ino:".count).prefix { $0 != " " }, radix: 16)
      })
  }

  /// Allows what an earlier life had read and not answered, which the kernel does not hand out again.
  ///
  /// Such a request is known by nothing but the number that its file's descriptor had, so every low number is tried.
  ///
  /// - Returns: How many were waiting.
  package func allowUnanswered(below limit: Int32 = 1024) -> Int {
    (0..<limit).count { respond(to: $0, allow: true) }
  }

  /// Answers all that waits at this moment, without blocking.
  ///
  /// - Parameter decide: Must decide at once and from memory; the asking process stands still meanwhile.
  /// - Returns: How many were allowed, and how many denied.
  @discardableResult
  package func answer(_ decide: (Request) -> Verdict) throws -> (allowed: Int, denied: Int) {
    let group = descriptor.raw
    let size = MemoryLayout<fanotify_event_metadata>.size
    var buffer = [UInt8](repeating: 0, count: 64 * size)
    var result = (allowed: 0, denied: 0)
    while true {
      let count = Glibc.read(group, &buffer, buffer.count)
      if count == -1, errno == EINTR { continue }
      if count == -1, errno != EAGAIN { throw SystemError(call: "read", code: errno) }
      guard count > 0 else { return result }
      for offset in stride(from: 0, through: count - size, by: size) {
        let event = buffer.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: offset, as: fanotify_event_metadata.self)
        }
        guard event.fd >= 0 else { continue }
        defer { close(event.fd) }
        var status = stat()
        let isKnown = fstat(event.fd, &status) == 0
        let verdict = isKnown ? decide(Request(pid: event.pid, status)) : .allow
        if verdict == .allowUntilWritten { ignoreExecutions(of: event.fd) }
        respond(to: event.fd, allow: verdict != .deny)
        if verdict == .deny { result.denied += 1 } else { result.allowed += 1 }
      }
    }
  }

  @discardableResult
  private func respond(to fd: Int32, allow: Bool) -> Bool {
    var response = fanotify_response(fd: fd, response: UInt32(allow ? FAN_ALLOW : FAN_DENY))
    return Glibc.write(descriptor.raw, &response, MemoryLayout<fanotify_response>.size) > 0
  }
}
