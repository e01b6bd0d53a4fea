import CSystem
import Glibc

/// The four user ids of a process, as the line `Uid:` of its `status` names them.
///
/// The owner of `/proc/PID` is no substitute: a process that may not be dumped shows root there.
package struct ProcessUsers: Equatable, Sendable {
  package var real: UInt32
  package var effective: UInt32
  package var saved: UInt32
  package var filesystem: UInt32

  package init(real: UInt32, effective: UInt32, saved: UInt32, filesystem: UInt32) {
    self.real = real
    self.effective = effective
    self.saved = saved
    self.filesystem = filesystem
  }

  /// `nil` when the text has no such line.
  package init?(status: some Sequence<UInt8>) {
    var numbers: [UInt32] = []
    var isInLine = false
    var line: [UInt8] = []
    for byte in status {
      if byte == UInt8(ascii: "\n") {
        if isInLine { break }
        line = []
        continue
      }
      line.append(byte)
      if !isInLine, line.count == 4 { isInLine = line == Array("Uid:".utf8) }
    }
    guard isInLine else { return nil }
    for word in line.dropFirst(4).split(whereSeparator: { $0 == 0x09 || $0 == 0x20 }) {
      guard let number = UInt32(String(decoding: word, as: UTF8.self)) else { return nil }
      numbers.append(number)
    }
    guard numbers.count == 4 else { return nil }
    self.init(real: numbers[0], effective: numbers[1], saved: numbers[2], filesystem: numbers[3])
  }

  /// The process acts for `user` in some respect.
  package func includes(_ user: UInt32) -> Bool {
    real == user || effective == user || saved == user || filesystem == user
  }

  /// The process is `user` through and through: nothing of root or of anybody else is in it.
  package func areAll(_ user: UInt32) -> Bool {
    real == user && effective == user && saved == user && filesystem == user
  }
}

/// A process, as far as it matters for enforcement.
package struct ProcessRecord: Equatable, Sendable {
  package var pid: Int32
  package var users: ProcessUsers
  /// `nil` where it cannot be read.
  package var executable: FileIdentity?
  /// Where its executable lay that has been removed or replaced since; `nil` while it lies there.
  package var formerPath: String?
  /// Its path in the cgroup v2 hierarchy.
  package var controlGroup: String?
  /// The file it runs belongs to root, and nobody else may write to it. `nil` where it cannot be read.
  package var runsRootsOwn: Bool?

  package init(
    pid: Int32, users: ProcessUsers, executable: FileIdentity?, formerPath: String? = nil,
    controlGroup: String?, runsRootsOwn: Bool? = nil
  ) {
    self.formerPath = formerPath
    self.pid = pid
    self.users = users
    self.executable = executable
    self.controlGroup = controlGroup
    self.runsRootsOwn = runsRootsOwn
  }
}

/// Reads `/proc`.
package enum ProcessTable {
  /// Every live process that acts for nobody but `user`, in the order of their numbers. One that ends meanwhile is left out.
  package static func processes(of user: UInt32) throws -> [ProcessRecord] {
    try identifiers().compactMap { pid in
      guard let status = text("/proc/\(pid)/status"), let users = ProcessUsers(status: status.utf8),
        users.areAll(user), !isDead(status)
      else { return nil }
      let file = file(of: pid)
      return ProcessRecord(
        pid: pid, users: users, executable: file.map { FileIdentity($0) },
        formerPath: formerPath(of: pid), controlGroup: controlGroup(of: pid),
        runsRootsOwn: file.map { isRootsAlone(owner: $0.st_uid, mode: $0.st_mode) })
    }
  }

  /// `nil` once the process is gone.
  package static func users(of pid: Int32) -> ProcessUsers? {
    text("/proc/\(pid)/status").flatMap { ProcessUsers(status: $0.utf8) }
  }

  package static func executable(of pid: Int32) -> FileIdentity? {
    file(of: pid).map { FileIdentity($0) }
  }

  private static func file(of pid: Int32) -> stat? {
    var status = stat()
    return stat("/proc/\(pid)/exe", &status) == 0 ? status : nil
  }

  /// A file belongs to root, and nobody else may write to it. A named user's right to write shows in the bits of the
  /// group, which are then the mask.
  package static func isRootsAlone(owner: UInt32, mode: UInt32) -> Bool {
    owner == 0 && mode & 0o022 == 0
  }

  /// The kernel marks the name that a file no longer has.
  private static func formerPath(of pid: Int32) -> String? {
    guard let path = PathTrail.target(of: "/proc/\(pid)/exe"), path.hasSuffix(" (deleted)") else {
      return nil
    }
    return String(path.dropLast(" (deleted)".count))
  }

  package static func controlGroup(of pid: Int32) -> String? {
    text("/proc/\(pid)/cgroup")?.split(separator: "\n").first { $0.hasPrefix("0::") }
      .map { String($0.dropFirst(3)) }
  }

  /// The identifier in `.flatpak-info` at the root of the process: a hint, since its user can forge it.
  package static func flatpak(of pid: Int32) -> String? {
    guard let info = text("/proc/\(pid)/root/.flatpak-info") else { return nil }
    return info.split(separator: "\n").first { $0.hasPrefix("name=") }
      .map { String($0.dropFirst("name=".count)) }
  }

  /// The variables that the process was started with: a hint, since its user chooses them. Empty when it is gone.
  package static func environment(of pid: Int32) -> [String: String] {
    guard let file = try? Descriptor.open("/proc/\(pid)/environ", O_RDONLY | O_NONBLOCK),
      let bytes = try? file.readAll(limit: 1 << 20)
    else { return [:] }
    return bytes.split(separator: 0).reduce(into: [:]) { result, entry in
      let parts = entry.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return }
      result[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
    }
  }

  private static func identifiers() throws -> [Int32] {
    guard let directory = opendir("/proc") else {
      throw SystemError(call: "opendir", path: "/proc", code: errno)
    }
    defer { closedir(directory) }
    var result: [Int32] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let pid = Int32(name) { result.append(pid) }
    }
    return result.sorted()
  }

  private static func isDead(_ status: String) -> Bool {
    status.contains("\nState:\tZ") || status.contains("\nState:\tX")
  }

  /// `nil` when the file is gone, closed to us, or larger than anything the kernel writes there.
  private static func text(_ path: String) -> String? {
    let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    guard let file, let bytes = try? file.readAll(limit: 1 << 16) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
