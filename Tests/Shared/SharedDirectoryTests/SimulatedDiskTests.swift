import Foundation
import SharedDirectory
import Synchronization
import System
import Testing

@Suite struct `A simulated disk` {
  let disk = SimulatedDisk()

  @Test func `makes no bytes before somebody reads them, and then once`() throws {
    let made = Atomics()
    let shared = try sync(on: disk)
    for _ in 0..<1000 {
      try disk.replace("a", mode: 0o640) {
        made.count.add(1, ordering: .relaxed)
        return Data("text".utf8)
      }
    }
    #expect(made.count.load(ordering: .relaxed) == 0)
    #expect(try disk.read("a") == Data("text".utf8))
    #expect(try disk.read("a") == Data("text".utf8))
    disk.restorePower()
    #expect(try disk.read("a") == Data("text".utf8))
    #expect(made.count.load(ordering: .relaxed) == 1)
    _ = shared
  }

  @Test func `forgets what was not synchronised`() throws {
    try disk.write("name", mode: 0o640, synchronised: true) { Data("contents".utf8) }
    disk.restorePower(losing: .everything)
    #expect(try disk.read("name") == nil)

    try disk.write("name", mode: 0o640, synchronised: false) { Data("contents".utf8) }
    try disk.synchroniseDirectory("")
    disk.restorePower(losing: .everything)
    #expect(try disk.read("name") == Data())

    try disk.write("name", mode: 0o640, synchronised: true) { Data("contents".utf8) }
    try disk.append("name", mode: 0o640, synchronised: false) { Data("more".utf8) }
    disk.restorePower(losing: .everything)
    #expect(try disk.read("name") == Data("contents".utf8))
    try disk.append("name", mode: 0o640, synchronised: false) { Data("more".utf8) }
    disk.restorePower(losing: .nothing)
    #expect(try disk.read("name") == Data("contentsmore".utf8))

    try disk.remove("name")
    disk.restorePower(losing: .everything)
    #expect(try disk.read("name") == Data("contentsmore".utf8))
  }

  @Test func `does nothing without power`() throws {
    disk.failPower(after: 1)
    try disk.makeDirectory("a", mode: 0o750)
    #expect(throws: SimulatedDisk.PowerFailure.self) { try disk.makeDirectory("b", mode: 0o750) }
    #expect(throws: SimulatedDisk.PowerFailure.self) { try disk.read("a") }
    #expect(throws: SimulatedDisk.PowerFailure.self) { try disk.list("") }
    disk.restorePower()
    #expect(try disk.list("") == ["a"])
  }

  @Test func `tells what changed since it was last asked, drafts left out`() throws {
    let shared = try sync(on: disk)
    try disk.makeDirectory("stores/sync", mode: 0o750)
    let watch = disk.watch()
    try shared.write(.notebook, Notebook())
    try shared.write(.inner, Notebook())
    #expect(disk.changes(watch) == ["notebook.json", "stores/sync/main.json"])
    #expect(disk.changes(watch) == [])
    try shared.withLocks(SharedFile.notebook.lock) { try $0.remove(.notebook) }
    #expect(disk.changes(watch) == ["notebook.json"])
  }

  @Test func `may be full`() throws {
    let shared = try sync(on: disk)
    try shared.write(.notebook, Notebook("old"))
    disk.setFull(true)
    #expect(throws: SystemError.self) { try shared.write(.notebook, Notebook("new")) }
    #expect(try shared.read(.notebook) == Notebook("old"))
    disk.setFull(false)
    try shared.write(.notebook, Notebook("new"))
    #expect(try shared.read(.notebook) == Notebook("new"))
  }
}

private final class Atomics: Sendable {
  let count = Atomic(0)
}

@Suite struct `A power failure` {
  struct Case: CustomTestStringConvertible, Sendable {
    var file: SharedFile<Notebook, SyncRole>
    var loss: SimulatedDisk.Loss
    var testDescription: String { "\(file.name), losing \(loss)" }
  }

  static let cases = [SharedFile.notebook, .decision, .secret, .inner].flatMap { file in
    ([.nothing, .everything, .contents] + (0..<20).map { SimulatedDisk.Loss.some(seed: $0) })
      .map { Case(file: file, loss: $0) }
  }

  /// A disk on which `file` was written twice.
  private func disk(_ file: SharedFile<Notebook, SyncRole>) throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    try disk.makeDirectory("stores/sync", mode: 0o750)
    try sync(on: disk).write(file, Notebook("older"))
    try sync(on: disk).write(file, Notebook("old"))
    return disk
  }

  @Test(arguments: cases)
  func `after any step of a write leaves all of the old or all of the new`(sample: Case) throws {
    var finished = false
    var steps = 0
    while !finished {
      let disk = try disk(sample.file)
      let shared = try sync(on: disk)
      disk.failPower(after: steps)
      finished = (try? shared.write(sample.file, Notebook("new"))) != nil
      disk.restorePower(losing: sample.loss)

      let again = try sync(on: disk)
      let found = try again.examine(sample.file)
      let expected = finished ? [Notebook("new")] : [Notebook("old"), Notebook("new")]
      #expect(found.value.map(expected.contains) == true, "after \(steps) steps")
      #expect(found.fault == nil, "after \(steps) steps")
      try again.update(sample.file) { _ in Notebook("new") }
      #expect(try again.read(sample.file) == Notebook("new"))
      if sample.file.lastGood == .copy {
        let last = try #require(try disk.read(sample.file.lastName))
        #expect(try disk.read(sample.file.name) == last, "after \(steps) steps")
      }
      steps += 1
    }
    #expect(steps > 5)
  }

  @Test(arguments: cases)
  func `after any step of the first write leaves nothing or all of it`(sample: Case) throws {
    var finished = false
    var steps = 0
    while !finished {
      let disk = SimulatedDisk()
      try disk.makeDirectory("stores/sync", mode: 0o750)
      let shared = try sync(on: disk)
      disk.failPower(after: steps)
      finished = (try? shared.write(sample.file, Notebook("new"))) != nil
      disk.restorePower(losing: sample.loss)
      let found = try sync(on: disk).examine(sample.file)
      #expect(found.value == Notebook("new") || (!finished && found.value == nil))
      #expect(found.fault == nil)
      steps += 1
    }
  }

  @Test(arguments: cases)
  func `after any step of a removal leaves all or nothing`(sample: Case) throws {
    var finished = false
    var steps = 0
    while !finished {
      let disk = try disk(sample.file)
      let shared = try sync(on: disk)
      disk.failPower(after: steps)
      finished = (try? shared.withLocks(sample.file.lock) { try $0.remove(sample.file) }) != nil
      disk.restorePower(losing: sample.loss)
      let found = try sync(on: disk).examine(sample.file)
      #expect(found.value == nil || (!finished && found.value == Notebook("old")))
      #expect(found.fault == nil)
      steps += 1
    }
  }

  @Test(arguments: cases)
  func `after any step of setting a file aside loses no good copy`(sample: Case) throws {
    guard sample.file.lastGood != .none else { return }
    let good = Notebook(sample.file.lastGood == .copy ? "old" : "older")
    var finished = false
    var steps = 0
    while !finished {
      let disk = try disk(sample.file)
      try disk.corrupt(sample.file.name) { $0.dropLast(5) }
      let shared = try sync(on: disk)
      disk.failPower(after: steps)
      let value = try? shared.read(sample.file)
      finished = disk.hasPower
      #expect(!finished || value == good)
      disk.restorePower(losing: sample.loss)
      #expect(try sync(on: disk).read(sample.file) == good, "after \(steps) steps")
      #expect(try sync(on: disk).examine(sample.file).fault == nil)
      #expect(try disk.list("aside").filter { $0.hasSuffix(".json") }.count == 1)
      steps += 1
    }
    #expect(steps > 5)
  }
}
