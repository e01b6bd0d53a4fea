import Foundation
import SharedDirectory
import System
import Testing
import TestSupport

@Suite struct `A damaged document` {
  let disk = SimulatedDisk()

  private func writeTwice() throws {
    let shared = try sync(on: disk)
    try shared.write(.notebook, Notebook("older"))
    try shared.write(.notebook, Notebook("old"))
  }

  @Test(arguments: [
    "", "\n", "{", "[]", "null", #"{"pages":["x"]}"#, #"{"version":"1","pages":["x"]}"#,
    #"{"version":1}"#, #"{"version":1,"pages":[1]}"#, #"{"version":1,"pages":["x"]"#,
    #"{"version":1,"pages":["x"],"opened":"2026-02-31T00:00:00Z"}"#,
    #"{"version":1,"pages":["x"],"opened":1e308}"#,
  ])
  func `is set aside with the reason, and its last good copy used`(text: String) throws {
    try writeTwice()
    try disk.corrupt("notebook.json") { _ in Data(text.utf8) }
    let shared = try sync(on: disk)
    let reading = try shared.examine(.notebook)
    #expect(reading.value == Notebook("older"))
    let fault = try #require(reading.fault)
    #expect(fault.aside == "aside/notebook-1.json")
    #expect(shared.faults == [fault])
    #expect(try disk.read("aside/notebook-1.json") == Data(text.utf8))
    let reason = try #require(try disk.read("aside/notebook-1.reason"))
    #expect(String(decoding: reason, as: UTF8.self) == fault.reason + "\n")
    #expect(try sync(on: disk).examine(.notebook).fault == nil)
  }

  @Test func `is never overwritten as the last good copy`() throws {
    try writeTwice()
    try disk.corrupt("notebook.json") { _ in Data("junk".utf8) }
    try sync(on: disk).write(.notebook, Notebook("new"))
    try disk.corrupt("notebook.json") { _ in Data("junk".utf8) }
    #expect(try sync(on: disk).read(.notebook) == Notebook("older"))
  }

  @Test func `stays damaged, and never reads as absent, without a good copy`() throws {
    try sync(on: disk).write(.notebook, Notebook("only"))
    try disk.corrupt("notebook.json") { _ in Data("junk".utf8) }
    for _ in 0..<3 {
      #expect(throws: SharedFileError.self) { try sync(on: disk).read(.notebook) }
      #expect(throws: SharedFileError.self) {
        try sync(on: disk).update(.notebook) { _ in Notebook("new") }
      }
    }
    #expect(try disk.list("aside") == ["notebook-1.json", "notebook-1.reason"])
    try sync(on: disk).write(.notebook, Notebook("new"))
    #expect(try sync(on: disk).read(.notebook) == Notebook("new"))
  }

  @Test func `that has gone is replaced by its copy`() throws {
    try writeTwice()
    try disk.remove("notebook.json")
    #expect(try control(on: disk).examine(.notebook).fault?.reason == "missing")
    #expect(try sync(on: disk).read(.notebook) == Notebook("older"))
    #expect(try sync(on: disk).examine(.notebook).fault == nil)
  }

  @Test func `of a person's decision has a copy of that very decision`() throws {
    try sync(on: disk).write(.decision, Notebook("granted"))
    try sync(on: disk).write(.decision, Notebook("revoked"))
    try disk.corrupt("decision.json") { _ in Data() }
    #expect(try sync(on: disk).read(.decision) == Notebook("revoked"))
  }

  @Test func `with secrets leaves no second copy`() throws {
    try sync(on: disk).write(.secret, Notebook("key"))
    try sync(on: disk).write(.secret, Notebook())
    #expect(try disk.list("") == ["aside", "locks", "secret.json"])
    #expect(disk.mode(of: "secret.json") == 0o600)
  }

  @Test func `is moved by its writer or the monitor, by nobody else`() throws {
    try writeTwice()
    try disk.corrupt("notebook.json") { _ in Data("junk".utf8) }
    let reading = try control(on: disk).examine(.notebook)
    #expect(reading.value == Notebook("older"))
    #expect(reading.fault?.aside == nil)
    #expect(try disk.list("aside") == [])
    #expect(try monitor(on: disk).examine(.notebook).fault?.aside == "aside/notebook-1.json")
    #expect(try control(on: disk).examine(.notebook).fault == nil)
  }

  @Test func `is read around when the disk is full`() throws {
    try writeTwice()
    try disk.corrupt("notebook.json") { _ in Data("junk".utf8) }
    disk.setFull(true)
    let reading = try sync(on: disk).examine(.notebook)
    #expect(reading.value == Notebook("older"))
    #expect(reading.fault?.aside == nil)
  }

  @Test func `of a later version is refused and left alone`() throws {
    try writeTwice()
    let later = Data(#"{"version":2,"sheets":[]}"#.utf8)
    try disk.corrupt("notebook.json") { _ in later }
    let refusal = SharedFileError.newerVersion(name: "notebook.json", found: 2, known: 1)
    #expect(throws: refusal) { try sync(on: disk).read(.notebook) }
    #expect(throws: refusal) { try sync(on: disk).write(.notebook, Notebook("new")) }
    #expect(throws: refusal) { try monitor(on: disk).read(.notebook) }
    #expect(try disk.read("notebook.json") == later)
    #expect(try disk.list("aside") == [])
  }

  @Test(arguments: StorageKind.allCases)
  func `has the same fate on every storage`(kind: StorageKind) throws {
    let directory = try TemporaryDirectory()
    let storage = kind.make(in: directory)
    let shared = try sync(on: storage)
    try storage.makeDirectory("stores/sync", mode: 0o750)
    try shared.write(.inner, Notebook("older"))
    try shared.write(.inner, Notebook("old"))
    try storage.truncate("stores/sync/main.json", to: 7)
    #expect(try sync(on: storage).read(.inner) == Notebook("older"))
    #expect(
      try storage.list("aside") == ["stores.sync.main-1.json", "stores.sync.main-1.reason"])
  }
}
