import ActivityEngine
import DeviceActivity
import Foundation
import Testing

@testable import SharedDirectory

@Suite struct `The journal of callbacks` {
  let disk = SimulatedDisk()
  let now = Date(timeIntervalSince1970: 1_774_000_000)

  init() throws {
    try control(on: disk).prepareLayout()
  }

  private func callback(_ number: Int) -> ActivityCallback {
    ActivityCallback(
      .intervalDidStart, .init("a\(number)"), generation: number, occurrence: now, due: now)
  }

  @Test func `keeps what is due until it is delivered, in order`() throws {
    var journal = try CallbackJournal(storage: disk)
    #expect(journal.pending.isEmpty)
    for number in 1...3 { try journal.due(callback(number), at: now, isRedelivery: false) }
    try journal.delivered(callback(2), at: now)
    #expect(journal.pending == [callback(1), callback(3)])
    let again = try CallbackJournal(storage: disk)
    #expect(again.pending == [callback(1), callback(3)])
    #expect((1...3).allSatisfy { again.isFromBefore(callback($0)) })
    #expect(!again.isFromBefore(callback(4)))
    #expect(!journal.isFromBefore(callback(1)))
  }

  @Test func `says which callback comes again`() throws {
    var first = try CallbackJournal(storage: disk)
    try first.due(callback(1), at: now, isRedelivery: false)
    var second = try CallbackJournal(storage: disk)
    try second.due(callback(1), at: now + 60, isRedelivery: true)
    #expect(second.pending == [callback(1)])
    try second.delivered(callback(1), at: now + 61)
    let lines = try Journal(storage: disk, name: CallbackJournal.name).read().lines
      .map(CallbackJournal.Line.init)
    #expect(
      lines == [
        .callback(CallbackRecord(.due, callback(1), at: now)),
        .callback(CallbackRecord(.due, callback(1), at: now + 60, isRedelivery: true)),
        .callback(CallbackRecord(.delivered, callback(1), at: now + 61)),
      ])
    #expect(try CallbackJournal(storage: disk).pending.isEmpty)
  }

  static let losses: [SimulatedDisk.Loss] =
    [.nothing, .everything, .contents] + (0..<10).map { .some(seed: $0) }

  @Test(arguments: losses)
  func `knows after a power failure at any step what was due and what was delivered`(
    loss: SimulatedDisk.Loss
  ) throws {
    var finished = false
    var steps = 0
    while !finished {
      let disk = SimulatedDisk()
      try control(on: disk).prepareLayout()
      var journal = try CallbackJournal(storage: disk)
      try journal.due(callback(0), at: now, isRedelivery: false)
      disk.failPower(after: steps)
      var known = 0
      do {
        try journal.due(callback(1), at: now, isRedelivery: false)
        known = 1
        try journal.delivered(callback(0), at: now)
        known = 2
        finished = true
      } catch is SimulatedDisk.PowerFailure {}
      disk.restorePower(losing: loss)
      var again = try CallbackJournal(storage: disk)
      let pending = again.pending
      switch known {
      case 0: #expect([[callback(0)], [callback(0), callback(1)]].contains(pending))
      case 1: #expect([[callback(0), callback(1)], [callback(1)]].contains(pending))
      default: #expect(pending == [callback(1)])
      }
      // It goes on with what the failure has left.
      try again.due(callback(2), at: now, isRedelivery: false)
      #expect(try CallbackJournal(storage: disk).pending == pending + [callback(2)])
      steps += 1
    }
    #expect(steps > 4)
  }

  @Test func `leaves out a torn end, and says so`() throws {
    var journal = try CallbackJournal(storage: disk)
    try journal.due(callback(1), at: now, isRedelivery: false)
    try journal.due(callback(2), at: now, isRedelivery: false)
    try disk.corrupt(CallbackJournal.name) { $0.dropLast(10) }
    var again = try CallbackJournal(storage: disk)
    #expect(again.damage?.contains("unfinished line") == true)
    #expect(again.pending == [callback(1)])
    try again.delivered(callback(1), at: now)
    let last = try CallbackJournal(storage: disk)
    #expect(last.damage == nil)
    #expect(last.pending.isEmpty)
  }

  @Test func `passes over what it does not know`() throws {
    try disk.append(CallbackJournal.name, mode: 0o640, synchronised: true) {
      Data("not JSON\n{\"later\":true}\n".utf8)
    }
    var journal = try CallbackJournal(storage: disk)
    try journal.note(JournalNote("grant", at: now, who: "eva"))
    try journal.due(callback(1), at: now, isRedelivery: false)
    #expect(try CallbackJournal(storage: disk).pending == [callback(1)])
    #expect(CallbackJournal.Line("{\"later\":true}") == .unknown("{\"later\":true}"))
    #expect(
      CallbackJournal.Line(#"{"at":"2026-03-20T09:46:40Z","note":"grant","who":"eva"}"#)
        == .note(JournalNote("grant", at: now, who: "eva")))
  }

  @Test(arguments: [0, 1])
  func `keeps what is pending when it is folded, be it by the very line that makes it so`(
    deliveredBefore: Int
  ) throws {
    var journal = try CallbackJournal(storage: disk, limit: 10)
    try journal.due(callback(100), at: now, isRedelivery: false)
    if deliveredBefore == 1 { try journal.note(JournalNote("shift", at: now)) }
    var folded = false
    for number in 0..<40 {
      try journal.due(callback(number), at: now, isRedelivery: false)
      #expect(
        try CallbackJournal(storage: disk).pending == [callback(100), callback(number)],
        "at \(number)")
      try journal.delivered(callback(number), at: now)
      #expect(try CallbackJournal(storage: disk).pending == [callback(100)], "at \(number)")
      folded = try folded || disk.read(CallbackJournal.name + ".1") != nil
    }
    #expect(folded)
    #expect(try Journal(storage: disk, name: CallbackJournal.name).read().lines.count < 25)
  }

  @Test func `forgets a callback that it could not save`() throws {
    var journal = try CallbackJournal(storage: disk)
    try journal.due(callback(1), at: now, isRedelivery: false)
    disk.failPower(after: 0)
    #expect(throws: SimulatedDisk.PowerFailure.self) {
      try journal.due(callback(2), at: now, isRedelivery: false)
    }
    #expect(throws: SimulatedDisk.PowerFailure.self) { try journal.delivered(callback(1), at: now) }
    #expect(journal.pending == [callback(1)])
  }
}
