package import FoundationEssentials
import Glibc
import Synchronization
import System

/// A tree of files on the real disk.
package struct FileStorage: Storage {
  package let root: String

  /// - Parameter root: An existing directory, see ``makeDirectory(_:mode:)`` with the path "" otherwise.
  package init(root: String) {
    self.root = root
  }

  /// Where `path` lies on the machine, for watching it.
  package func location(of path: String) -> String {
    path.isEmpty ? root : "\(root)/\(path)"
  }

  package func read(_ path: String) throws -> Data? {
    guard let file = try Descriptor.openIfPresent(location(of: path), O_RDONLY) else { return nil }
    return Data(try file.readAll())
  }

  package func write(
    _ path: String, mode: UInt32, synchronised: Bool,
    contents: @escaping @Sendable () throws -> Data
  ) throws {
    let bytes = try contents()
    let file = try openForWriting(path, O_CREAT | O_TRUNC, mode: mode)
    // The mode is part of what is promised, the umask of whoever runs us is not.
    try check("fchmod", path: location(of: path)) { fchmod(file.raw, mode) }
    try handOver(file)
    try file.write(bytes)
    if synchronised { try file.synchronise() }
  }

  package func append(
    _ path: String, mode: UInt32, synchronised: Bool,
    contents: @escaping @Sendable () throws -> Data
  ) throws {
    let bytes = try contents()
    let file = try openForWriting(path, O_CREAT | O_APPEND, mode: mode)
    try handOver(file)
    try file.write(bytes)
    if synchronised { try file.synchroniseContents() }
  }

  package func truncate(_ path: String, to length: Int) throws {
    let file = try openForWriting(path, 0)
    try check("ftruncate", path: location(of: path)) { ftruncate(file.raw, length) }
    try file.synchronise()
  }

  package func link(_ path: String, to newPath: String) throws -> Bool {
    try unlessAbsent { () throws(SystemError) in
      try check("link", path: location(of: path)) {
        Glibc.link(location(of: path), location(of: newPath))
      }
    }
  }

  package func rename(_ path: String, to newPath: String) throws {
    try check("rename", path: location(of: path)) {
      Glibc.rename(location(of: path), location(of: newPath))
    }
  }

  @discardableResult
  package func remove(_ path: String) throws -> Bool {
    try unlessAbsent { () throws(SystemError) in
      try check("unlink", path: location(of: path)) { unlink(location(of: path)) }
    }
  }

  package func synchroniseDirectory(_ path: String) throws {
    try open(path, O_RDONLY | O_DIRECTORY).synchronise()
  }

  package func makeDirectory(_ path: String, mode: UInt32) throws {
    let location = location(of: path)
    if mkdir(location, mode) == -1 {
      let code = errno
      if code == EEXIST { return }
      if code != ENOENT || path.isEmpty {
        throw SystemError(call: "mkdir", path: location, code: code)
      }
      try makeDirectory(Self.directory(of: path), mode: mode)
      return try makeDirectory(path, mode: mode)
    }
    try check("chmod", path: location) { chmod(location, mode) }
    let parent = try Descriptor.open(location + "/..", O_RDONLY | O_DIRECTORY)
    try parent.synchronise()
  }

  package func list(_ path: String) throws -> [String] {
    try names(in: path).filter { !$0.hasPrefix(".") }.sorted()
  }

  package func withLocks<Value>(_ locks: [String], _ body: () throws -> Value) throws -> Value {
    guard let first = locks.first else { return try body() }
    let name = first.replacing("/", with: ".")
    return try FileLock(location(of: "locks/\(name)")).withLock {
      try withLocks(Array(locks.dropFirst()), body)
    }
  }

  private func open(
    _ path: String, _ flags: Int32, mode: UInt32 = 0
  ) throws(SystemError) -> Descriptor {
    try Descriptor.open(location(of: path), flags, mode: mode)
  }

  /// Follows no link at the end of the path, which whoever else writes to the tree could have laid for root.
  private func openForWriting(
    _ path: String, _ flags: Int32, mode: UInt32 = 0
  ) throws(SystemError) -> Descriptor {
    try open(path, O_WRONLY | O_NOFOLLOW | flags, mode: mode)
  }

  /// Gives what root writes to the owner of the tree, so that a daemon without rights goes on reading it.
  private func handOver(_ file: borrowing Descriptor) throws(SystemError) {
    guard geteuid() == 0 else { return }
    var status = stat()
    try check("stat", path: root) { stat(root, &status) }
    guard status.st_uid != 0 else { return }
    let raw = file.raw
    try check("fchown", path: root) { fchown(raw, status.st_uid, status.st_gid) }
  }

  private func unlessAbsent(_ body: () throws(SystemError) -> Void) throws(SystemError) -> Bool {
    do {
      try body()
      return true
    } catch  where error.code == ENOENT {
      return false
    }
  }
}

// MARK: Drafts

extension FileStorage {
  private static let drafts = Atomic<Int>(0)

  package func draft(for path: String) -> String {
    let number = Self.drafts.add(1, ordering: .relaxed).newValue
    let draft = ".\(Self.name(of: path)).\(getpid()).\(number).draft"
    let directory = Self.directory(of: path)
    return directory.isEmpty ? draft : "\(directory)/\(draft)"
  }

  package func removeLeftoverDrafts() throws {
    try removeLeftoverDrafts(in: "")
  }

  private func removeLeftoverDrafts(in directory: String) throws {
    for name in try names(in: directory) where name != "." && name != ".." {
      let path = directory.isEmpty ? name : "\(directory)/\(name)"
      if name.hasPrefix(".") {
        if Self.isLeftover(name) { try remove(path) }
      } else if isDirectory(path) {
        try removeLeftoverDrafts(in: path)
      }
    }
  }

  /// Whether nobody works on a draft any more: its process has ended, or is this one, just started.
  private static func isLeftover(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    guard parts.count >= 4, parts.last == "draft", let pid = Int32(parts[parts.count - 3]) else {
      return false
    }
    return pid == getpid() || (kill(pid, 0) == -1 && errno == ESRCH)
  }

  private func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return lstat(location(of: path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private func names(in path: String) throws -> [String] {
    guard let directory = opendir(location(of: path)) else {
      if errno == ENOENT { return [] }
      throw SystemError(call: "opendir", path: location(of: path), code: errno)
    }
    defer { closedir(directory) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
      errno = 0
    }
    if errno != 0 { throw SystemError(call: "readdir", path: location(of: path), code: errno) }
    return names
  }
}
