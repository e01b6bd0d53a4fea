import FoundationEssentials
import Glibc
import System

/// The base layer: an ACL entry `user:UID:---` on each file, which the kernel keeps while no daemon lives.
///
/// Record, the file's own line, ACL is the order in which an entry comes, and the other way round in which it goes. So
/// whatever instant the daemon dies at, each entry of ours is in the record, and a line without effect restores nothing.
struct AccessEntries {
  let store: AccessRecordStore
  /// Replaces the ACL of a file.
  var write: @Sendable (AccessControlList?, borrowing FileReference) throws -> Void = {
    try AccessControlList.write($0, to: $1)
  }

  /// Puts an entry on each of `wanted` and takes ours away from every other file.
  ///
  /// - Parameter known: Where entries are looked for when the record is missing or damaged.
  /// - Returns: What went wrong, by path. The empty path stands for the record.
  func converge(
    to wanted: [ExecutableFile], of user: UInt32, known: [ExecutableFile]
  ) -> [String: String] {
    var failures: [String: String] = [:]
    var record = load(known, &failures)
    let pending = wanted.filter { file in
      attempt(file.path, &failures) { try isPending(file, user, &record) } ?? false
    }
    do {
      try save(record)
    } catch {
      for file in pending { failures[file.path] = "the record could not be written: \(error)" }
      failures[""] = "\(error)"
      return failures
    }
    for file in pending {
      attempt(file.path, &failures) {
        let reference = try reference(file)
        try AccessRecord.Entry.write(
          record.entry(for: file.identity, user: user), to: reference)
        try write(try current(reference).list.refusing(user: user), reference)
      }
    }
    let kept = Set(wanted.map(\.identity))
    lift(
      record.entries.filter { !kept.contains($0.identity) || $0.user != user }, &record, &failures)
    return failures
  }

  /// Restores every file of the record; without one, every file of `known` that carries a line of ours.
  func clear(known: [ExecutableFile]) -> [String: String] {
    var failures: [String: String] = [:]
    var record = load(known, &failures)
    lift(record.entries, &record, &failures)
    return failures
  }

  /// Whether the kernel refuses `user` this file by its ACL, read back.
  func isInForce(_ file: ExecutableFile, user: UInt32) throws -> Bool {
    let reference = try reference(file)
    return try AccessControlList.read(from: reference)?.permissions(ofUser: user) == 0
  }
}

extension AccessEntries {
  /// The path leads to a file that is not the one that was meant.
  private struct Replaced: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path) is another file by now" }
  }

  private func reference(_ file: ExecutableFile) throws -> FileReference {
    let reference = try FileReference(file.path)
    guard reference.identity == file.identity, reference.isRegular else {
      throw Replaced(path: file.path)
    }
    return reference
  }

  private func current(
    _ file: borrowing FileReference
  ) throws -> (list: AccessControlList, isExtended: Bool) {
    if let list = try AccessControlList.read(from: file) { return (list, true) }
    return (AccessControlList(mode: file.mode), false)
  }

  /// Notes in `record` what the file has now, unless it refuses the user already; then nobody's entry is touched.
  private func isPending(
    _ file: ExecutableFile, _ user: UInt32, _ record: inout AccessRecord
  ) throws -> Bool {
    let reference = try reference(file)
    let now = try current(reference)
    if now.list.permissions(ofUser: user) == 0 { return false }
    let entry = AccessRecord.Entry(
      path: file.path, identity: file.identity, user: user,
      before: now.isExtended ? Data(now.list.bytes) : nil)
    record.remove(entry)
    record.entries.append(entry)
    return true
  }

  /// A missing or damaged record is made anew of the lines on the files themselves.
  private func load(
    _ known: [ExecutableFile], _ failures: inout [String: String]
  ) -> AccessRecord {
    do {
      if let data = try store.read() {
        return try JSONDecoder().decode(AccessRecord.self, from: data)
      }
    } catch {
      failures[""] = "the record of entries was not readable and was made anew: \(error)"
    }
    var record = AccessRecord()
    for file in known {
      guard let reference = try? reference(file),
        var entry = try? AccessRecord.Entry.read(from: reference)
      else { continue }
      // Its copy in an archive may have brought the line along, with another file's identity.
      entry.path = file.path
      entry.identity = file.identity
      record.entries.append(entry)
    }
    return record
  }

  private func save(_ record: AccessRecord) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(record) + Data("\n".utf8)
    if try store.read() != data { try store.replace(data) }
  }

  private func lift(
    _ entries: [AccessRecord.Entry], _ record: inout AccessRecord,
    _ failures: inout [String: String]
  ) {
    for entry in entries where attempt(entry.path, &failures, { try restore(entry) }) != nil {
      record.remove(entry)
    }
    attempt("", &failures) { try save(record) }
  }

  /// Puts back what was there, as the file's own line tells: only root can write that, while the record lies where sync can.
  /// A file without a line was never touched. Where somebody has changed the ACL since, only our entry goes.
  private func restore(_ recorded: AccessRecord.Entry) throws {
    guard let file = try find(recorded), let entry = try AccessRecord.Entry.read(from: file) else {
      return
    }
    let now = try current(file)
    if now.list.permissions(ofUser: entry.user) == 0 {
      let before = try entry.before.map { try AccessControlList(bytes: Array($0)) }
      let expected = (before ?? AccessControlList(mode: file.mode)).refusing(user: entry.user)
      let rest = now.list.replacing(user: entry.user, by: before?.permissions(ofUser: entry.user))
      if now.list == expected {
        try write(before, file)
      } else {
        try write(before == nil && !rest.namesAnybody ? nil : rest, file)
      }
    }
    try AccessRecord.Entry.write(nil, to: file)
  }

  /// The file, under its path or under another name in its directory, as package managers set one aside. `nil` once it is gone.
  private func find(_ entry: AccessRecord.Entry) throws -> FileReference? {
    do {
      let reference = try FileReference(entry.path)
      if reference.identity == entry.identity { return reference }
    } catch let error as SystemError where [ENOENT, ENOTDIR].contains(error.code) {}
    let directory = entry.path.parentPath
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
      return nil
    }
    for name in names {
      guard let reference = try? FileReference(directory + "/" + name),
        reference.identity == entry.identity
      else { continue }
      return reference
    }
    return nil
  }

  @discardableResult
  private func attempt<Value>(
    _ path: String, _ failures: inout [String: String], _ body: () throws -> Value
  ) -> Value? {
    do {
      return try body()
    } catch {
      failures[path] = "\(error)"
      return nil
    }
  }
}
