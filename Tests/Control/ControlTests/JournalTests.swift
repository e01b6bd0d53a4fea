import ActivityEngine
import DeviceActivity
import Foundation
import SharedDirectory
import Testing

@testable import Control

@Suite struct `The log` {
  let desk = Desk()
  private let night = Desk.night

  private func callback(
    _ call: ActivityCallback.Call, due: String, cause: EndCause? = nil
  ) -> ActivityCallback {
    ActivityCallback(
      call, night, generation: 1, occurrence: date("2026-03-27T20:00:00Z"), due: date(due),
      cause: cause)
  }

  /// A night that begins on time and ends late, and a day whose beginning is not delivered yet.
  private func write() throws {
    var journal = try CallbackJournal(storage: desk.disk)
    try journal.note(
      JournalNote("authorized for Child", at: date("2026-03-27T19:00:00Z"), who: "ada"))
    let start = callback(.intervalDidStart, due: "2026-03-27T20:00:00Z")
    try journal.due(start, at: date("2026-03-27T20:00:00Z"), isRedelivery: false)
    try journal.delivered(start, at: date("2026-03-27T20:00:01Z"))
    let end = callback(.intervalDidEnd, due: "2026-03-28T06:00:00Z", cause: .stopped)
    try journal.due(end, at: date("2026-03-28T06:00:00Z"), isRedelivery: false)
    try journal.due(end, at: date("2026-03-28T06:10:00Z"), isRedelivery: true)
    try journal.delivered(end, at: date("2026-03-28T06:10:00Z"))
    try journal.due(
      callback(.intervalWillStartWarning, due: "2026-03-28T06:15:00Z"),
      at: date("2026-03-28T06:15:00Z"), isRedelivery: false)
  }

  private static let lines = """
    2026-03-27 20:00:00  authorized for Child (ada)
    2026-03-27 21:00:01  phosra.locked.night: interval started
    2026-03-28 07:10:00  phosra.locked.night: interval ended (stopped), given again, due 2026-03-28 07:00:00
    2026-03-28 07:10:00  phosra.locked.night: interval ended (stopped), due 2026-03-28 07:00:00
    2026-03-28 07:15:00  phosra.locked.night: interval starts soon, not delivered yet

    """

  @Test func `tells the journal in local time`() throws {
    try write()
    #expect(try desk.output("log") == Self.lines)
  }

  @Test func `tells the last entries`() throws {
    try write()
    #expect(
      try desk.output("log", "-n", "1")
        == "2026-03-28 07:15:00  phosra.locked.night: interval starts soon, not delivered yet\n")
  }

  @Test func `gives the lines as they are`() throws {
    try write()
    let stored = String(decoding: try #require(try desk.disk.read("journal")), as: UTF8.self)
    #expect(try desk.output("log", "--json") == stored)
  }

  @Test func `reads both parts of a folded journal, each line once`() throws {
    try write()
    let whole = try #require(try desk.disk.read("journal"))
    try desk.disk.write("journal.1", mode: 0o640, synchronised: true) { whole }
    let last = whole.split(separator: 10).last ?? Data()
    try desk.disk.corrupt("journal") { _ in last + [10] }
    #expect(try desk.output("log", "-n", "all") == Self.lines)
  }

  @Test func `shows what it does not understand, and says that the end is torn`() throws {
    try desk.disk.write("journal", mode: 0o640, synchronised: true) { Data("{\"x\":1}\n{\"y".utf8) }
    desk.expect(
      "log", status: .success, complaint: "pavise: warning: the journal's last line is unfinished")
    #expect(desk.world.output == "not understood: {\"x\":1}\n")
  }

  @Test func `follows what comes, each line once`() throws {
    try write()
    desk.world.events = [
      {
        var journal = try CallbackJournal(storage: desk.disk)
        try journal.delivered(
          callback(.intervalWillStartWarning, due: "2026-03-28T06:15:00Z"),
          at: date("2026-03-28T06:15:00Z"))
        return .changed
      },
      { .changed }, { .stop },
    ]
    #expect(
      try desk.output("log", "--follow", "-n", "1") == """
        2026-03-28 07:10:00  phosra.locked.night: interval ended (stopped), due 2026-03-28 07:00:00
        2026-03-28 07:15:00  phosra.locked.night: interval starts soon

        """)
  }
}
