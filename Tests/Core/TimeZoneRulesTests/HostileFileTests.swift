import Foundation
import Testing
import TimeZoneRules
import TestSupport

@Suite struct `A zone file` {
  /// A file of one version 1 block: a header with the counts given, then the data.
  private static func file(
    version: UInt8 = 0, universal: UInt8 = 0, standard: UInt8 = 0, leap: UInt8 = 0,
    transitions: UInt8 = 0, types: UInt8 = 1, names: UInt8 = 4, data: [UInt8] = utcType
  ) -> [UInt8] {
    Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
      + [universal, standard, leap, transitions, types, names].flatMap { [0, 0, 0, $0] } + data
  }

  private static let utcType: [UInt8] = [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)

  struct Refusal: CustomTestStringConvertible {
    var bytes: [UInt8]
    var reason: TimeZoneRulesError
    var testDescription: String { "\(reason)" }
  }

  static let refusals = [
    Refusal(bytes: [], reason: .notTZif),
    Refusal(bytes: Array("TZi".utf8), reason: .notTZif),
    Refusal(bytes: Array("Tokyo, not a zone file".utf8), reason: .notTZif),
    Refusal(
      bytes: Array("TZif".utf8), reason: .truncated(section: "header", end: 5, size: 4)),
    Refusal(bytes: file(version: 1), reason: .unknownVersion(1)),
    Refusal(bytes: file(types: 0), reason: .noLocalTimeTypes),
    Refusal(bytes: file(leap: 1), reason: .leapSeconds(count: 1)),
    Refusal(
      bytes: file(transitions: 255),
      reason: .truncated(section: "transition times", end: 1064, size: 54)),
    Refusal(
      bytes: file(names: 5),
      reason: .truncated(section: "names and flags", end: 55, size: 54)),
    Refusal(
      bytes: file(data: [0x7F, 0xFF, 0xFF, 0xFF, 0, 0] + Array("UTC\0".utf8)),
      reason: .offsetOutOfRange(seconds: 0x7FFF_FFFF)),
    Refusal(
      bytes: file(transitions: 1, data: [0, 0, 0, 9, 1] + utcType),
      reason: .unknownLocalTimeType(transition: 0, type: 1, types: 1)),
    Refusal(
      bytes: file(transitions: 2, data: [0, 0, 0, 9, 0, 0, 0, 9, 0, 0] + utcType),
      reason: .transitionNotAscending(transition: 1)),
    Refusal(bytes: file(version: UInt8(ascii: "2")), reason: .notTZif),
    Refusal(
      bytes: file(version: UInt8(ascii: "2")) + file(version: UInt8(ascii: "2")),
      reason: .footerNotEnclosed),
    Refusal(
      bytes: file(version: UInt8(ascii: "2")) + file(version: UInt8(ascii: "2"))
        + Array("\nCET\n".utf8),
      reason: .posix("CET", position: 3, expected: "hours from 0 to 24")),
  ]

  @Test(arguments: refusals)
  func `is refused with what is wrong in it`(_ refusal: Refusal) {
    #expect(throws: refusal.reason) { try TimeZoneRules(tzif: refusal.bytes, identifier: "X") }
  }

  @Test func `of version 1 holds its last offset for ever`() throws {
    let hour: [UInt8] = [0, 0, 0x0E, 0x10, 0, 0]
    let bytes = Self.file(
      transitions: 1, types: 2, data: [0, 0, 0, 9, 1] + [0, 0, 0, 0, 0, 0] + hour + [0, 0, 0, 0])
    let rules = try TimeZoneRules(tzif: bytes, identifier: "X")
    #expect(
      [8, 9, 10, 99_999_999_999].map { rules.offset(at: Date($0)) } == [0, 3600, 3600, 3600])
  }

  @Test func `may have transitions before and after all time`() throws {
    let second = UInt8(ascii: "2")
    let times: [UInt8] = [0x80, 0, 0, 0, 0, 0, 0, 0, 0x7F, 0, 0, 0, 0, 0, 0, 0]
    let hour: [UInt8] = [0, 0, 0x0E, 0x10, 0, 0]
    let data = times + [1, 0] + [0, 0, 0, 0, 0, 0] + hour + [0, 0, 0, 0]
    let bytes =
      Self.file(version: second) + Self.file(version: second, transitions: 2, types: 2, data: data)
      + Array("\n\n".utf8)
    let rules = try TimeZoneRules(tzif: bytes, identifier: "X")
    #expect(
      [-1e18, 0, 1e18].map { rules.offset(at: Date(timeIntervalSince1970: $0)) } == [
        3600, 3600, 3600,
      ])
    #expect(rules.next(try WallClockPattern(hour: 9), after: Date(0)) == Date(8 * 3600))
  }

  @Test(arguments: ["Europe/Berlin", "Africa/Casablanca", "Asia/Tokyo"])
  func `cut short anywhere is refused`(identifier: String) throws {
    let bytes = try ZoneFiles.bytes(identifier)
    for length in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: TimeZoneRulesError.self, "\(length)") {
        try TimeZoneRules(tzif: bytes.prefix(length), identifier: identifier)
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `with bytes changed is refused or gives matches in order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let original = try ZoneFiles.bytes(
      ["Europe/Berlin", "Asia/Tokyo", "Australia/Lord_Howe"].randomElement(using: &random) ?? "")
    let pattern = try WallClockPattern(hour: 2, minute: 30)
    for _ in 0..<40 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let isEarly = Bool.random(using: &random)
        let index = Int.random(in: 0..<(isEarly ? 60 : bytes.count), using: &random)
        bytes[index] = UInt8.random(in: .min ... .max, using: &random)
      }
      guard let rules = try? TimeZoneRules(tzif: bytes, identifier: "X") else { continue }
      var date = Date(Int.random(in: -5_000_000_000...9_000_000_000, using: &random))
      for _ in 0..<20 {
        _ = rules.instant(of: rules.localTime(at: date))
        if let previous = rules.previous(pattern, before: date) { #expect(previous < date) }
        guard let next = rules.next(pattern, after: date) else { break }
        #expect(next > date)
        date = next
      }
    }
  }
}

@Suite struct `A POSIX string` {
  @Test(arguments: [
    ("", 0, "a name of three characters"), ("AB3", 2, "a name of three characters"),
    ("<+0", 3, "a name of three characters"), ("<+03", 4, "\">\""),
    ("CET", 3, "hours from 0 to 24"),
    ("CET25", 3, "hours from 0 to 24"), ("CET-1:60", 6, "minutes from 0 to 59"),
    ("CET-1CEST,M13.5.0,M10.5.0", 11, "a month from 1 to 12"),
    ("CET-1CEST,M3.6.0,M10.5.0", 13, "a week from 1 to 5"),
    ("CET-1CEST,M3.5.7,M10.5.0", 15, "a weekday from 0 to 6"),
    ("CET-1CEST,J0,J5", 11, "a day from 1 to 365"), ("CET-1CEST,366,5", 10, "a day from 0 to 365"),
    ("CET-1CEST,M3.5.0/168,M10.5.0", 17, "hours from 0 to 167"),
    ("CET-1CEST,M3.5.0", 16, "\",\""), ("CET-1CEST,M3.5.0,M10.5.0x", 24, "the end"),
    ("CET-1CEST,M3.5.0,M10.5.0/²", 25, "hours from 0 to 167"),
    ("CET-1CEST,99999999999999999999,1", 10, "a day from 0 to 365"),
  ])
  func `is refused with the place and what was expected`(
    text: String, position: Int, expected: String
  ) {
    #expect(throws: TimeZoneRulesError.posix(text, position: position, expected: expected)) {
      try TimeZoneRules(posix: text)
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `of any characters never traps`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let characters = Array("ABCdst<>+-0123456789:,./MJ²\n")
    for _ in 0..<300 {
      let tail = (0..<12).map { _ in characters.randomElement(using: &random) ?? "A" }
      _ = try? TimeZoneRules(posix: "CET-1CEST".prefix(Int(random.next() % 10)) + String(tail))
    }
  }
}
