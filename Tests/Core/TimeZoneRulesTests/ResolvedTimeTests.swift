import Foundation
import Testing
import TimeZoneRules
import TestSupport

@Suite struct `A local time` {
  struct Case: CustomTestStringConvertible {
    var zone: String
    var local: CivilTime
    var resolved: ResolvedTime
    var testDescription: String { "\(zone) \(local)" }

    init(_ zone: String, _ local: [Int], once: String) throws {
      self.init(zone, local, .once(try instant(once)))
    }

    init(_ zone: String, _ local: [Int], first: String, second: String) throws {
      self.init(zone, local, .twice(first: try instant(first), second: try instant(second)))
    }

    init(_ zone: String, _ local: [Int], movedTo: String) throws {
      self.init(zone, local, .never(movedTo: try instant(movedTo)))
    }

    private init(_ zone: String, _ local: [Int], _ resolved: ResolvedTime) {
      self.zone = zone
      self.local = CivilTime(
        year: local[0], month: local[1], day: local[2], hour: local[3], minute: local[4])
      self.resolved = resolved
    }
  }

  static func cases() throws -> [Case] {
    try [
      Case("Europe/Berlin", [2026, 3, 29, 1, 59], once: "2026-03-29T00:59:00Z"),
      Case("Europe/Berlin", [2026, 3, 29, 2, 0], movedTo: "2026-03-29T01:00:00Z"),
      Case("Europe/Berlin", [2026, 3, 29, 2, 30], movedTo: "2026-03-29T01:30:00Z"),
      Case("Europe/Berlin", [2026, 3, 29, 3, 0], once: "2026-03-29T01:00:00Z"),
      Case("Europe/Berlin", [2026, 10, 25, 1, 59], once: "2026-10-24T23:59:00Z"),
      Case(
        "Europe/Berlin", [2026, 10, 25, 2, 0], first: "2026-10-25T00:00:00Z",
        second: "2026-10-25T01:00:00Z"),
      Case("Europe/Berlin", [2026, 10, 25, 3, 0], once: "2026-10-25T02:00:00Z"),
      Case("Pacific/Apia", [2011, 12, 30, 9, 0], movedTo: "2011-12-30T19:00:00Z"),
      Case("Pacific/Apia", [2011, 12, 31, 9, 0], once: "2011-12-30T19:00:00Z"),
      Case("Australia/Lord_Howe", [2026, 10, 4, 2, 15], movedTo: "2026-10-03T15:45:00Z"),
      Case(
        "Australia/Lord_Howe", [2026, 4, 5, 1, 45], first: "2026-04-04T14:45:00Z",
        second: "2026-04-04T15:15:00Z"),
      Case("Europe/Dublin", [2026, 3, 29, 1, 30], movedTo: "2026-03-29T01:30:00Z"),
      Case("Africa/Cairo", [2026, 4, 24, 0, 30], movedTo: "2026-04-23T22:30:00Z"),
      Case("Asia/Beirut", [2026, 3, 29, 0, 0], movedTo: "2026-03-28T22:00:00Z"),
      Case("Antarctica/Troll", [2026, 3, 29, 2, 30], movedTo: "2026-03-29T02:30:00Z"),
      Case("Europe/Berlin", [2876, 7, 1, 12, 0], once: "2876-07-01T10:00:00Z"),
    ]
  }

  @Test(arguments: try cases())
  func `is shown once, twice or never`(_ sample: Case) throws {
    #expect(try ZoneFiles.rules(sample.zone).instant(of: sample.local) == sample.resolved)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `that the clock shows at an instant is resolved to that instant`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let identifiers = try ZoneFiles.identifiers()
    for _ in 0..<20 {
      let rules = try ZoneFiles.rules(identifiers.randomElement(using: &random) ?? "UTC")
      for _ in 0..<20 {
        let date = Date(Int.random(in: -4_000_000_000...9_000_000_000, using: &random))
        switch rules.instant(of: rules.localTime(at: date)) {
        case .once(let only): #expect(only == date)
        case .twice(let first, let second): #expect(first == date || second == date)
        case .never: Issue.record("\(rules.identifier) \(date)")
        }
      }
    }
  }
}
