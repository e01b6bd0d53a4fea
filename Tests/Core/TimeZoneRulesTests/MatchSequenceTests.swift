import Foundation
import Testing
import TimeZoneRules
import TestSupport

@Suite struct `Next and previous` {
  @Test(arguments: 0..<12 as Range<UInt64>)
  func `are each other's inverse in any zone, for any pattern`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let identifiers = try ZoneFiles.identifiers()
    for _ in 0..<12 {
      let identifier = identifiers.randomElement(using: &random) ?? "UTC"
      let rules = try ZoneFiles.rules(identifier)
      for _ in 0..<40 {
        guard let pattern = randomPattern(&random) else { continue }
        let date = Date(Int.random(in: -3_000_000_000...9_000_000_000, using: &random))
        guard let next = rules.next(pattern, after: date) else { continue }
        let context: Comment = "\(identifier) \(pattern) after \(date)"
        #expect(next > date, context)
        #expect(rules.next(pattern, after: next, inclusive: true) == next, context)
        #expect(rules.previous(pattern, before: next, inclusive: true) == next, context)
        let between = Date(Int.random(in: date.seconds..<next.seconds, using: &random))
        #expect(rules.next(pattern, after: between) == next, context)
        if let previous = rules.previous(pattern, before: next) {
          #expect(previous <= date, context)
          #expect(rules.next(pattern, after: previous) == next, context)
          #expect(rules.previous(pattern, before: between, inclusive: true) == previous, context)
        }
      }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `are each other's inverse minute by minute around a change`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let zones: [(String, Int)] = [
      ("Europe/Berlin", 1_774_746_000), ("Europe/Berlin", 1_792_890_000),
      ("Australia/Lord_Howe", 1_775_314_800), ("Australia/Lord_Howe", 1_791_041_400),
      ("Pacific/Apia", 1_325_239_200), ("Africa/Cairo", 1_776_981_600),
    ]
    let (identifier, transition) = zones[Int(seed)]
    let rules = try ZoneFiles.rules(identifier)
    #expect(rules.offset(at: Date(transition)) != rules.offset(at: Date(transition - 1)))
    for _ in 0..<40 {
      guard let pattern = randomPattern(&random) else { continue }
      for date in stride(from: transition - 9000, to: transition + 9000, by: 540).map(Date.init) {
        guard let next = rules.next(pattern, after: date) else { continue }
        #expect(rules.previous(pattern, before: next).map { $0 <= date } ?? true, "\(pattern)")
        if let previous = rules.previous(pattern, before: date, inclusive: true) {
          #expect(rules.next(pattern, after: previous) == next, "\(pattern) after \(date)")
        }
      }
    }
  }

  private func randomPattern(_ random: inout SeededGenerator) -> WallClockPattern? {
    func field(_ range: ClosedRange<Int>, _ chance: Int) -> Int? {
      Int.random(in: 0..<10, using: &random) < chance ? Int.random(in: range, using: &random) : nil
    }
    let isDate = Bool.random(using: &random)
    return try? WallClockPattern(
      year: isDate ? field(1900...2200, 1) : nil, month: isDate ? field(1...12, 4) : nil,
      day: isDate ? field(1...31, 6) : nil, weekday: field(1...7, isDate ? 2 : 4),
      weekdayOrdinal: isDate ? field(1...5, 1) : nil, hour: field(0...4, 8),
      minute: field(0...59, 7), second: field(0...59, 2))
  }
}
