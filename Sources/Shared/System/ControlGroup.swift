import CSystem
import Glibc

/// A group of processes in the cgroup v2 hierarchy.
///
/// A process that is moved into a frozen group freezes, and its children are born into the same group. Only who may write
/// to the group's files can thaw it or take a process out: root, for the groups made here.
package struct ControlGroup: Hashable, Sendable {
  /// Absolute, in the mounted file system.
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// The root of the cgroup v2 hierarchy, wherever it is mounted (`/sys/fs/cgroup`, or below it on a hybrid machine);
  /// `nil` without one.
  package static func root() throws -> Self? {
    let table = try contents(of: "/proc/self/mountinfo")
    return mountPoint(in: table).map(Self.init(path:))
  }

  /// The first mount of type `cgroup2` in the text of a `mountinfo` file.
  package static func mountPoint(in table: String) -> String? {
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let dash = words.firstIndex(of: "-"), words.count > dash + 1, words.count > 4,
        words[dash + 1] == "cgroup2"
      else { continue }
      return String(words[4])
    }
    return nil
  }

  package subscript(name: String) -> Self { Self(path: path + "/" + name) }
  package var name: String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  package var exists: Bool { access(path, F_OK) == 0 }

  /// Makes the group and those above it that are missing.
  package func create() throws {
    if exists { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try Self(path: String(path[..<slash])).create()
    }
    if mkdir(path, 0o755) != 0, errno != EEXIST {
      throw SystemError(call: "mkdir", path: path, code: errno)
    }
  }

  /// Removes the group. It must be empty; one that is gone already is fine.
  package func remove() throws {
    if rmdir(path) != 0, errno != ENOENT {
      throw SystemError(call: "rmdir", path: path, code: errno)
    }
  }

  package func children() throws -> [Self] {
    guard let directory = opendir(path) else {
      if errno == ENOENT { return [] }
      throw SystemError(call: "opendir", path: path, code: errno)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if entry.pointee.d_type == DT_DIR, name != ".", name != ".." { names.append(name) }
    }
    return names.sorted().map { self[$0] }
  }

  /// The processes in the group itself, not in those below it. A frozen one is among them.
  package func processes() throws -> [Int32] {
    try Self.contents(of: path + "/cgroup.procs").split(separator: "\n").compactMap { Int32($0) }
  }

  /// - Returns: `false` when the process is gone.
  package func move(_ pid: Int32) throws -> Bool {
    do {
      try write("\(pid)", to: "cgroup.procs")
      return true
    } catch let error as SystemError where error.code == ESRCH {
      return false
    }
  }

  package func freeze() throws { try write("1", to: "cgroup.freeze") }
  package func thaw() throws { try write("0", to: "cgroup.freeze") }

  /// Freezing was asked for; ``isFrozen`` says whether it is done.
  package func isToBeFrozen() throws -> Bool {
    try Self.contents(of: path + "/cgroup.freeze").hasPrefix("1")
  }

  /// Every process in the group has stopped. True at once of an empty group that was told to freeze.
  package func isFrozen() throws -> Bool { try event("frozen") }
  /// Some process lives in the group or below it.
  package func isPopulated() throws -> Bool { try event("populated") }

  /// Waits until ``isFrozen`` is `frozen`.
  ///
  /// - Returns: `false` when it did not come about within `milliseconds`.
  package func wait(frozen: Bool, milliseconds: Int32) throws -> Bool {
    let events = try Descriptor.open(path + "/cgroup.events", O_RDONLY)
    let deadline = Deadline(after: Double(milliseconds) / 1000)
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      // A change is announced as POLLPRI to a descriptor through which the file was read before.
      try check("pread", path: path) { pread(events.raw, &buffer, buffer.count, 0) }
      if try isFrozen() == frozen { return true }
      var request = pollfd(fd: events.raw, events: Int16(POLLPRI), revents: 0)
      let ready = try check("poll") { poll(&request, 1, deadline.milliseconds) }
      if ready == 0 { return try isFrozen() == frozen }
    }
  }

  private func event(_ key: String) throws -> Bool {
    try Self.contents(of: path + "/cgroup.events").split(separator: "\n").contains("\(key) 1")
  }

  private func write(_ value: String, to file: String) throws {
    let target = try Descriptor.open(path + "/" + file, O_WRONLY)
    do {
      try target.write(value.utf8)
    } catch let error {
      throw SystemError(call: "write", path: path + "/" + file, code: error.code)
    }
  }

  private static func contents(of path: String) throws -> String {
    String(decoding: try Descriptor.open(path, O_RDONLY).readAll(), as: UTF8.self)
  }
}
