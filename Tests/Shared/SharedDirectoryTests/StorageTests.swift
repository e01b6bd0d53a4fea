import Foundation
import SharedDirectory
import Synchronization
import System
import Testing
import TestSupport

@Suite struct `A storage` {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func text(_ storage: any Storage, _ path: String) throws -> String? {
    try storage.read(path).map { String(decoding: $0, as: UTF8.self) }
  }

  private func replace(_ storage: any Storage, _ path: String, _ text: String) throws {
    try storage.replace(path, mode: 0o640) { Data(text.utf8) }
  }

  @Test(arguments: StorageKind.allCases)
  func `tells absent from everything else`(kind: StorageKind) throws {
    let storage = kind.make(in: directory)
    #expect(try storage.read("a") == nil)
    #expect(try storage.list("none") == [])
    #expect(try storage.remove("a") == false)
    #expect(try storage.link("a", to: "b") == false)
    #expect(try storage.keep("a", at: "b", mode: 0o640) == false)
    #expect(throws: SystemError.self) { try storage.rename("a", to: "b") }
    #expect(throws: SystemError.self) { try storage.truncate("a", to: 0) }
    #expect(throws: SystemError.self) { try replace(storage, "none/a", "text") }
    try replace(storage, "empty", "")
    #expect(try storage.read("empty") == Data())
  }

  @Test(arguments: StorageKind.allCases)
  func `replaces, appends, cuts, renames and removes`(kind: StorageKind) throws {
    let storage = kind.make(in: directory)
    try replace(storage, "a", "old")
    try replace(storage, "a", "new")
    #expect(try text(storage, "a") == "new")
    try storage.append("a", mode: 0o640, synchronised: true) { Data(" line".utf8) }
    try storage.append("b", mode: 0o640, synchronised: false) { Data("line".utf8) }
    #expect(try text(storage, "a") == "new line")
    #expect(try text(storage, "b") == "line")
    try storage.truncate("a", to: 5)
    #expect(try text(storage, "a") == "new l")
    try storage.rename("a", to: "b")
    #expect(try storage.read("a") == nil)
    #expect(try text(storage, "b") == "new l")
    #expect(try storage.remove("b"))
    #expect(try storage.list("") == [])
  }

  @Test(arguments: StorageKind.allCases)
  func `lists names in order, directories among them, and no drafts`(kind: StorageKind) throws {
    let storage = kind.make(in: directory)
    try storage.makeDirectory("stores/sync", mode: 0o750)
    try storage.makeDirectory("stores/sync", mode: 0o750)
    for path in ["b", "a", "stores/sync/x", ".a.1.1.draft"] { try replace(storage, path, path) }
    #expect(try storage.list("") == ["a", "b", "stores"])
    #expect(try storage.list("stores") == ["sync"])
    #expect(try text(storage, "stores/sync/x") == "stores/sync/x")
  }

  @Test(arguments: StorageKind.allCases)
  func `leaves both names of one file where they are`(kind: StorageKind) throws {
    let storage = kind.make(in: directory)
    try replace(storage, "a", "text")
    #expect(try storage.link("a", to: "b"))
    try storage.rename("a", to: "b")
    #expect(try storage.list("") == ["a", "b"])
    #expect(throws: SystemError.self) { try storage.link("a", to: "b") }
    try storage.keep("a", at: "b", mode: 0o640)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names.allSatisfy { !$0.hasPrefix(".") })
    try replace(storage, "a", "other")
    #expect(try text(storage, "b") == "text")
    try storage.removeLeftoverDrafts()
    #expect(try storage.list("") == ["a", "b"])
  }

  @Test(arguments: StorageKind.allCases)
  func `changes nothing when the contents cannot be made`(kind: StorageKind) throws {
    guard kind == .file else { return }
    let storage = kind.make(in: directory)
    try replace(storage, "a", "old")
    #expect(throws: CocoaError.self) {
      try storage.replace("a", mode: 0o640) { throw CocoaError(.coderInvalidValue) }
    }
    #expect(try text(storage, "a") == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a"])
  }

  @Test(arguments: StorageKind.allCases)
  func `excludes threads by its locks`(kind: StorageKind) throws {
    let storage = kind.make(in: directory)
    let shared = try sync(on: storage)
    let threads = (0..<4).map { number in
      Running {
        for step in 0..<25 {
          try shared.update(.common) { old in
            var new = old ?? Notebook()
            new.pages.append("\(number).\(step)")
            return new
          }
        }
      }
    }
    for thread in threads { try thread.finish() }
    #expect(try shared.read(.common)?.pages.count == 100)
  }
}

@Suite struct `The real disk` {
  let directory: TemporaryDirectory
  let storage: FileStorage

  init() throws {
    directory = try TemporaryDirectory()
    storage = FileStorage(root: directory.path)
  }

  private func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.path(name))
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func `gives files and directories the permissions that were asked for`() throws {
    try storage.replace("secret", mode: 0o600) { Data() }
    try storage.replace("open", mode: 0o664) { Data() }
    try storage.makeDirectory("inner/most", mode: 0o775)
    #expect(try mode("secret") == 0o600)
    #expect(try mode("open") == 0o664)
    #expect(try mode("inner/most") == 0o775)
    #expect(try mode("inner") == 0o775)
  }

  @Test func `removes the drafts of dead processes and no others`() throws {
    var child = try ChildProcess.start(["true"])
    _ = try child.wait()
    var living = try ChildProcess.start(["sleep", "1000"])
    try storage.makeDirectory("inner", mode: 0o750)
    let drafts = [
      ".a.json.\(child.pid).1.draft", "inner/.b.\(child.pid).7.draft",
      ".a.json.\(getpid()).3.draft", ".a.json.\(living.pid).1.draft", ".hidden",
    ]
    for draft in drafts { try directory.write("half", to: draft) }
    try storage.removeLeftoverDrafts()
    let left = drafts.filter { FileManager.default.fileExists(atPath: directory.path($0)) }
    #expect(left == [".a.json.\(living.pid).1.draft", ".hidden"])
    living.kill()
    _ = try living.wait()
  }

  @Test func `is watched by the names of files, once a replacement`() throws {
    let shared = try sync(on: storage)
    try shared.write(.notebook, Notebook("old"))
    var loop = try EventLoop.open(signals: [])
    let watch = try loop.watch(directory: directory.path)
    try shared.write(.notebook, Notebook("new"))
    #expect(
      try loop.wait(until: nil)
        == .files([
          FileChange(watch: watch, name: "notebook.json"),
          FileChange(watch: watch, name: "notebook.json.last"),
        ]))
    #expect(try loop.wait(until: .distantPast) == .due)
  }

  @Test func `excludes other processes by its locks`() throws {
    let shared = try sync(on: storage)
    let path = directory.path("locks/vault")
    let status = try shared.withLocks(.vault) { _ in
      try ChildProcess.run(["flock", "--nonblock", "--conflict-exit-code", "7", path, "true"])
        .status
    }
    #expect(status == .exited(7))
  }

  /// The kernel may forbid a link to a file that somebody else owns (`fs.protected_hardlinks`).
  @Test(.enabled(if: getuid() == 0, "switching users needs root"))
  func `keeps a copy of a file that it may not link to`() throws {
    try storage.replace("a", mode: 0o644) { Data("text".utf8) }
    try check("chmod") { chmod(directory.path, 0o777) }
    let refused = try ChildProcess.run(
      ["setpriv", "--reuid=65534", "ln", directory.path("a"), directory.path("b")])
    try #require(!refused.succeeded, "this kernel allows it")
    #expect(refused.errorsText.contains("Operation not permitted"))
    let forbidding = Forbidding(storage)
    #expect(try forbidding.keep("a", at: "a.last", mode: 0o640))
    #expect(try storage.read("a.last") == Data("text".utf8))
  }

  @Test(.enabled(if: geteuid() == 0, "takes root: files of somebody else"))
  func `gives what root writes to the owner of the tree`() throws {
    try check("chown", path: storage.root) { chown(storage.root, 4321, 8765) }
    try storage.replace("new", mode: 0o600) { Data("a".utf8) }
    try storage.append("lines", mode: 0o640, synchronised: false) { Data("b\n".utf8) }
    for path in ["new", "lines"] {
      var status = stat()
      try check("stat", path: path) { stat(storage.location(of: path), &status) }
      #expect(status.st_uid == 4321)
      #expect(status.st_gid == 8765)
    }
    #expect(try storage.read("new") == Data("a".utf8))
  }

  @Test func `follows no link to where it does not belong`() throws {
    try storage.write("target", mode: 0o640, synchronised: false) { Data("a".utf8) }
    symlink(storage.location(of: "target"), storage.location(of: "link"))
    #expect(throws: SystemError.self) {
      try storage.write("link", mode: 0o640, synchronised: false) { Data("b".utf8) }
    }
    #expect(throws: SystemError.self) {
      try storage.append("link", mode: 0o640, synchronised: false) { Data("b".utf8) }
    }
    #expect(try storage.read("target") == Data("a".utf8))
  }
}
