import Foundation
import SharedDirectory
import Testing

@testable import PhosraAPI

@Suite struct `An outbox` {
  private let disk = SimulatedDisk()
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func outbox() throws -> Outbox {
    let directory = SharedDirectory(storage: disk, as: SyncRole.self)
    try directory.prepareLayout()
    return Outbox(directory)
  }

  private func report(_ name: String, at time: String = "1") -> OutboxEntry.Call {
    .report(json: #"{"payload":{"name":"\#(name)"},"reported_at":"\#(time)"}"#)
  }

  @Test func `gives what it holds in order, each until it is removed`() throws {
    let outbox = try outbox()
    let calls = [report("a"), .acknowledgement(version: 3), report("b")]
    for call in calls { try outbox.add(call, at: now) }
    #expect(try outbox.count == 3)
    for call in calls {
      let waiting = try #require(try outbox.first())
      #expect(waiting.entry.call == call)
      #expect(try outbox.first() == waiting)
      try outbox.remove(waiting)
    }
    #expect(try outbox.first() == nil)
  }

  @Test func `sorts by number also beyond ten`() throws {
    let outbox = try outbox()
    for version in 0..<12 { try outbox.add(.acknowledgement(version: version), at: now) }
    for version in 0..<12 {
      let waiting = try #require(try outbox.first())
      #expect(waiting.entry.call == .acknowledgement(version: version))
      try outbox.remove(waiting)
    }
  }

  @Test func `gives each entry a key of its own, which stays across restarts`() throws {
    try outbox().add(report("a"), at: now)
    try outbox().add(.acknowledgement(version: 1), at: now)
    let first = try #require(try outbox().first())
    #expect(try outbox().first()?.entry.idempotencyKey == first.entry.idempotencyKey)
    try outbox().remove(first)
    let second = try #require(try outbox().first())
    #expect(second.entry.idempotencyKey != first.entry.idempotencyKey)
    #expect(second.entry.idempotencyKey.utf8.count == 36)
  }

  @Test func `does not add again what its caller added before a crash`() throws {
    let outbox = try outbox()
    try outbox.add(report("a", at: "1"), at: now)
    try outbox.add(report("a", at: "2"), at: now)
    #expect(try outbox.count == 1)
    try outbox.add(report("b", at: "2"), at: now)
    try outbox.add(report("a", at: "3"), at: now)
    #expect(try outbox.count == 3)
  }

  @Test func `does not add a report again whose acknowledgement was added before the crash`() throws
  {
    let outbox = try outbox()
    for _ in 0..<2 {
      try outbox.add(report("a"), at: now)
      try outbox.add(.acknowledgement(version: 3), at: now)
    }
    #expect(try outbox.count == 2)
  }

  @Test(arguments: 0..<12)
  func `loses nothing that was added, whenever the power fails`(steps: Int) throws {
    try outbox().add(report("a"), at: now)
    disk.failPower(after: steps)
    let isAdded =
      (try? Outbox(SharedDirectory(storage: disk, as: SyncRole.self))
        .add(.acknowledgement(version: 1), at: now)) != nil
    disk.restorePower()
    let outbox = try outbox()
    let first = try #require(try outbox.first())
    #expect(first.entry.call == report("a"))
    try outbox.remove(first)
    let second = try outbox.first()
    #expect(second?.entry.call == .acknowledgement(version: 1) || (!isAdded && second == nil))
  }

  @Test func `puts what is refused aside with the reason, and gives what is behind it`() throws {
    let outbox = try outbox()
    try outbox.add(report("a"), at: now)
    try outbox.add(report("b"), at: now)
    try outbox.refuse(try #require(try outbox.first()), reason: "no such field")
    #expect(try outbox.first()?.entry.call == report("b"))
    #expect(try disk.list("aside") == ["outbox-1.json", "outbox-1.reason"])
    #expect(try disk.read("aside/outbox-1.reason") == Data("no such field\n".utf8))
  }

  @Test func `goes on behind an entry that cannot be read`() throws {
    let outbox = try outbox()
    try outbox.add(report("a"), at: now)
    try outbox.add(report("b"), at: now)
    let name = try #require(try outbox.first()).name
    try disk.replace("outbox/\(name)", mode: 0o640) { Data("{".utf8) }
    #expect(try outbox.first()?.entry.call == report("b"))
    #expect(try outbox.count == 1)
    let aside = try disk.list("aside")
    #expect(aside.count == 2)
  }

  @Test func `is bounded, and so is what lies aside`() throws {
    let outbox = try outbox()
    for version in 0..<(Outbox.capacity + 150) {
      try outbox.add(.acknowledgement(version: version), at: now)
    }
    #expect(try outbox.count == Outbox.capacity)
    #expect(try outbox.first()?.entry.call == .acknowledgement(version: 150))
    #expect(try disk.list("aside").count == 200)
    #expect(throws: ReportTooLarge.self) {
      try outbox.add(.report(json: String(repeating: " ", count: (1 << 20) + 1)), at: now)
    }
  }
}
