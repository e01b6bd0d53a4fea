import Foundation
import Testing
import TimeZoneRules
import TestSupport

@Suite struct `The offset from UTC` {
  @Test(arguments: 0..<3 as Range<UInt64>)
  func `is the C library's in every zone from 1900 to 2500`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for identifier in try ZoneFiles.identifiers() {
      let rules = try ZoneFiles.rules(identifier)
      let instants = (0..<100).map { _ in
        Int.random(in: -2_208_988_800...16_725_225_600, using: &random)
      }
      let expected = CLibraryClock.withZone(":\(identifier)") { zone in
        instants.map { zone.offset(at: $0) }
      }
      #expect(instants.map { rules.offset(at: Date($0)) } == expected, "\(identifier)")
    }
  }

  @Test(arguments: [
    "Europe/Berlin", "Europe/Dublin", "America/New_York", "Africa/Casablanca", "America/Nuuk",
    "Asia/Gaza", "Australia/Lord_Howe", "Antarctica/Troll", "Pacific/Apia",
  ])
  func `changes in the C library's second`(identifier: String) throws {
    let rules = try ZoneFiles.rules(identifier)
    let year = 31_556_952
    for first in [20 * year, 37 * year, 66 * year, 330 * year, 480 * year] {
      let range = first..<first + 25 * year / 8
      CLibraryClock.withZone(":\(identifier)") { zone in
        for transition in zone.transitions(in: range) {
          for second in transition - 1...transition {
            #expect(rules.offset(at: Date(second)) == zone.offset(at: second), "\(second)")
          }
        }
      }
    }
  }

  @Test(arguments: [
    "UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT", "EST5EDT,M3.2.0,M11.1.0", "<+03>-3",
    "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "IST-1GMT0,M10.5.0,M3.5.0/1",
    "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45",
    "EET-2EEST,M3.4.4/50,M10.4.4/50", "EET-2EEST,M4.5.5/0,M10.5.4/24", "AAA3BBB,J60,J300/1:30:15",
    "AAA3BBB,59/0,300", "AAA-5:45:30BBB-7,J59/-10,J365/26",
    "AAA-14BBB,M2.1.0/-167,M7.3.3/167", "NZST-12NZDT,M9.5.0,M4.1.0/3",
  ])
  func `of a POSIX string is the C library's`(text: String) throws {
    let rules = try TimeZoneRules(posix: text)
    var random = SeededGenerator(seed: 1)
    CLibraryClock.withZone(text) { zone in
      for _ in 0..<500 {
        // Before 1971 the C library has no rules.
        let second = Int.random(in: 31_536_000...40_000_000_000, using: &random)
        #expect(rules.offset(at: Date(second)) == zone.offset(at: second), "\(second)")
      }
      for transition in zone.transitions(in: 1_767_225_600..<1_861_920_000) {
        for second in transition - 1...transition {
          #expect(rules.offset(at: Date(second)) == zone.offset(at: second), "\(second)")
        }
      }
    }
  }

  /// The C library looks at the rule of the UTC year alone, and so goes wrong for some hours at the New Year.
  @Test(arguments: [
    ("EST5EDT,0/0,J365/25", -14_400), ("XXX3EDT4,0/0,J365/23", -14_400),
    ("AAA0BBB,J1/0,J1/1", 0),
  ])
  func `of a POSIX string whose changes coincide never changes`(text: String, offset: Int) throws {
    let rules = try TimeZoneRules(posix: text)
    let hours = stride(from: -876_000, to: 8_760_000, by: 61)
    #expect(hours.allSatisfy { rules.offset(at: Date($0 * 3600)) == offset })
  }

  @Test func `of a POSIX string changes in the year before where the rule says so`() throws {
    // The first Sunday of 2026 is the 4th; 167 hours before its midnight is 28 December, 01:00.
    let rules = try TimeZoneRules(posix: "AAA0BBB,M1.1.0/-167,M7.1.0")
    let change = try instant("2025-12-28T01:00:00Z")
    #expect([change - 1, change].map(rules.offset(at:)) == [0, 3600])
  }

  @Test func `repeats every 400 years where a rule goes on`() throws {
    let cycle = 146_097 * 86_400
    for identifier in ["Europe/Berlin", "Australia/Lord_Howe"] {
      let rules = try ZoneFiles.rules(identifier)
      for day in 0..<366 {
        let second = 2_240_611_200 + day * 86_400
        let offset = rules.offset(at: Date(second))
        for cycles in [1, 2, 50] {
          #expect(rules.offset(at: Date(second + cycles * cycle)) == offset)
        }
      }
    }
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 1e18, -1e18,
  ])
  func `exists for every date there can be`(seconds: Double) throws {
    let rules = try ZoneFiles.rules("Europe/Berlin")
    let date = Date(timeIntervalSince1970: seconds)
    let pattern = try WallClockPattern(hour: 9)
    #expect([3208, 3600, 7200].contains(rules.offset(at: date)))
    #expect(abs(rules.localTime(at: date).year) < 40_000)
    _ = rules.next(pattern, after: date)
    _ = rules.previous(pattern, before: date)
  }
}
