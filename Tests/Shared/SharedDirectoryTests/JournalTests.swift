import Foundation
import SharedDirectory
import Synchronization
import System
import Testing
import TestSupport

@Suite struct `A journal` {
  let disk = SimulatedDisk()

  private func journal(_ storage: any Storage, limit: Int = 10_000) -> Journal {
    Journal(storage: storage, name: "journal", limit: limit)
  }

  @Test(arguments: StorageKind.allCases)
  func `keeps its lines in order`(kind: StorageKind) throws {
    let directory = try TemporaryDirectory()
    let storage = kind.make(in: directory)
    #expect(try journal(storage).read().lines == [])
    var first = journal(storage)
    try first.append(["due a", "due b"]) { [] }
    try first.append(keeping: { [] }) { "delivered a" }
    var second = journal(storage)
    try second.append(["delivered b\nforged"]) { [] }
    #expect(
      try journal(storage).read().lines
        == ["due a", "due b", "delivered a", "delivered b forged"])
  }

  @Test(arguments: StorageKind.allCases)
  func `leaves out a torn end wherever it was torn, and mends it`(kind: StorageKind) throws {
    let directory = try TemporaryDirectory()
    let storage = kind.make(in: directory)
    let lines = ["due one", "due zwei ü", "due three"]
    let whole = Data(lines.map { $0 + "\n" }.joined().utf8)
    for length in 0...whole.count {
      for zeros in [0, 3] {
        let torn = whole.prefix(length) + Data(count: zeros)
        try storage.replace("journal", mode: 0o640) { torn }
        let count = whole.prefix(length).count { $0 == UInt8(ascii: "\n") }
        let contents = try journal(storage).read()
        #expect(contents.lines == Array(lines.prefix(count)))
        let kept = lines.prefix(count).reduce(0) { $0 + $1.utf8.count + 1 }
        #expect(contents.torn == torn.dropFirst(kept))
        var mended = journal(storage)
        try mended.append(["next"]) { [] }
        #expect(try journal(storage).read().lines == Array(lines.prefix(count)) + ["next"])
      }
    }
  }

  @Test func `mends what its own failed append has left`() throws {
    var journal = journal(disk)
    try journal.append(["first"]) { [] }
    disk.setFull(true)
    #expect(throws: SystemError.self) { try journal.append(["second"]) { [] } }
    disk.setFull(false)
    try disk.corrupt("journal") { $0 + Data("seco".utf8) }
    try journal.append(["third"]) { [] }
    #expect(try journal.read().lines == ["first", "third"])
  }

  @Test func `loses to a block of zeros only the lines that it covers`() throws {
    try disk.replace("journal", mode: 0o640) { Data("a\n\0\0b\nc\nd\0\n".utf8) }
    let contents = try journal(disk).read()
    #expect(contents.lines == ["a", "\0\0b", "c"])
    #expect(contents.torn == Data("d\0\n".utf8))
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `survives a power failure with every line it acknowledged`(seed: UInt64) throws {
    for steps in 0..<60 {
      let disk = SimulatedDisk()
      var journal = journal(disk, limit: 4)
      disk.failPower(after: steps)
      var written = 0
      while (try? journal.append(["line \(written)"]) {
        (0..<written).map { "line \($0)" }
      }) != nil { written += 1 }
      disk.restorePower(losing: seed == 0 ? .everything : .some(seed: seed))
      let lines = try self.journal(disk).read().lines
      let all = (0...written).map { "line \($0)" }
      #expect(lines == Array(all.prefix(written)) || lines == all, "after \(steps) steps")
      var again = self.journal(disk, limit: 4)
      try again.append(["again"]) { lines }
      #expect(try self.journal(disk).read().lines == lines + ["again"])
    }
  }

  @Test func `is folded to what is still needed, and its past kept once`() throws {
    var journal = journal(disk, limit: 4)
    for number in 1...5 { try journal.append(["\(number)"]) { ["2"] } }
    #expect(try journal.read().lines == ["2", "5"])
    #expect(
      try Journal(storage: disk, name: "journal.1").read().lines == ["1", "2", "3", "4", "5"])
    for number in 6...8 { try journal.append(["\(number)"]) { ["2"] } }
    #expect(try journal.read().lines == ["2", "8"])
    #expect(
      try Journal(storage: disk, name: "journal.1").read().lines == ["2", "5", "6", "7", "8"])
  }

  @Test func `is not folded again and again while much of it is needed`() throws {
    var journal = journal(disk, limit: 10)
    var asked = 0
    for number in 0..<1000 {
      try journal.append(["\(number)"]) {
        asked += 1
        return (0..<number).map { "\($0)" }
      }
    }
    #expect(try journal.read().lines.count == 1000)
    #expect(asked < 10)
  }

  @Test func `makes no line before somebody reads it`() throws {
    var journal = journal(disk)
    let shared = Lines()
    for number in 0..<5 {
      try journal.append(keeping: { [] }) { shared.make(number) }
    }
    #expect(shared.numbers == [])
    #expect(try journal.read().lines == ["0", "1", "2", "3", "4"])
    #expect(shared.numbers == [0, 1, 2, 3, 4])
  }
}

private final class Lines: Sendable {
  private let made = Mutex<[Int]>([])

  var numbers: [Int] { made.withLock { $0 } }

  func make(_ number: Int) -> String {
    made.withLock { $0.append(number) }
    return "\(number)"
  }
}
