import Foundation
import SharedDirectory
import Synchronization
import System
import Testing
import TestSupport

@Suite struct `The shared directory` {
  @Test(arguments: StorageKind.allCases)
  func `holds documents for every process`(kind: StorageKind) throws {
    let directory = try TemporaryDirectory()
    let storage = kind.make(in: directory)
    #expect(try sync(on: storage).read(.notebook) == nil)
    try sync(on: storage).write(.notebook, Notebook("a/b", opened: Date(timeIntervalSince1970: 0)))
    #expect(
      try monitor(on: storage).read(.notebook)
        == Notebook("a/b", opened: Date(timeIntervalSince1970: 0)))
    let bytes = try #require(try storage.read("notebook.json"))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"opened":"1970-01-01T00:00:00Z","pages":["a/b"],"version":1}"# + "\n")
  }

  @Test func `updates under the lock and does not write what is equal`() throws {
    let disk = SimulatedDisk()
    let shared = try sync(on: disk)
    try shared.update(.notebook) { old in
      #expect(old == nil)
      return Notebook("one")
    }
    let watch = disk.watch()
    #expect(try shared.update(.notebook) { $0 ?? Notebook() } == Notebook("one"))
    #expect(disk.changes(watch) == [])
    try shared.update(.notebook) { old in
      var new = try #require(old)
      new.pages.append("two")
      return new
    }
    #expect(try shared.read(.notebook) == Notebook("one", "two"))
  }

  @Test func `does several things as one, with locks in the common order`() throws {
    let disk = SimulatedDisk()
    let shared = try sync(on: disk)
    try shared.withLocks(SharedFile.notebook.lock, .vault) { locked in
      try locked.write(.notebook, Notebook("a"))
      try locked.update(.common) { _ in try locked.read(.notebook) ?? Notebook() }
    }
    #expect(try shared.read(.common) == Notebook("a"))
    #expect(
      [DirectoryLock.file("a"), .stores, .activities, .authorization, .vault].sorted()
        == [.authorization, .vault, .activities, .stores, .file("a")])
  }

  @Test func `is prepared once and again`() throws {
    let directory = try TemporaryDirectory()
    let storage = FileStorage(root: directory.path("new"))
    _ = try sync(on: storage)
    try directory.write("half", to: "new/.notebook.json.\(getpid()).9.draft")
    _ = try sync(on: storage)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path("new"))
    #expect(names.sorted() == ["aside", "locks"])
  }

  @Test func `encodes nothing that nobody reads from a simulated disk`() throws {
    let disk = SimulatedDisk()
    let shared = try sync(on: disk)
    let file = SharedFile<Counted, SyncRole>(name: "counted.json")
    for step in 0..<1000 { try shared.write(file, Counted(step: step)) }
    #expect(Counted.encodings.load(ordering: .relaxed) == 0)
    #expect(try shared.read(file) == Counted(step: 999))
    #expect(Counted.encodings.load(ordering: .relaxed) == 1)
  }
}

/// Counts how often values of it were encoded.
private struct Counted: Codable, Equatable {
  static let encodings = Atomic(0)
  var step: Int

  private enum CodingKeys: CodingKey {
    case step
  }

  init(step: Int) {
    self.step = step
  }

  func encode(to encoder: any Encoder) throws {
    Self.encodings.add(1, ordering: .relaxed)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(step, forKey: .step)
  }
}

@Suite struct `Canonical JSON` {
  struct Dated: Codable, Equatable {
    var at: Date
  }

  @Test(arguments: [
    0, 1_774_735_200, -62_135_596_800, 253_402_300_799, 1_774_735_200.125, 1_774_735_200.123_456_7,
    0.1, -1e11, 1e11, 253_402_300_800,
  ])
  func `gives back exactly the date it was given`(seconds: Double) throws {
    let value = Dated(at: Date(timeIntervalSince1970: seconds))
    let bytes = try CanonicalJSON.encode(value)
    #expect(try CanonicalJSON.decode(Dated.self, from: bytes) == value)
  }

  @Test(arguments: [
    "2026-03-28T22:00:00Zjunk", "2026-02-31T00:00:00Z", "2026-03-28T24:00:00Z",
    "2026-03-28T22:00:60Z", "2026-03-28T22:00:00+01:00", "2026-03-28 22:00:00Z", "",
  ])
  func `refuses what is no date`(text: String) {
    #expect(throws: DecodingError.self) {
      try CanonicalJSON.decode(Dated.self, from: Data(#"{"at":"\#(text)"}"#.utf8))
    }
  }

  @Test func `has one line, sorted keys and plain slashes`() throws {
    let line = try CanonicalJSON.line(["b": "x\n/y", "a": "é", "B": ""])
    #expect(String(decoding: line, as: UTF8.self) == #"{"B":"","a":"é","b":"x\n/y"}"#)
  }
}
