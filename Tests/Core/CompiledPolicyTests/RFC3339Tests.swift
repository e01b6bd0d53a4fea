import Foundation
import Testing
import TestSupport

@testable import CompiledPolicy

@Suite struct `A date of RFC 3339` {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("2026-02-23T14:30:00Z", 1_771_857_000),
    ("2026-03-01T08:15:30.123456+01:00", 1_772_349_330.123456),
    ("2026-11-29T20:24:27.112099167-05:00", 1_796_001_867.112099167),
    ("2026-11-30T01:22:15.15599884Z", 1_796_001_735.15599884),
    ("2024-02-29T23:59:59.9Z", 1_709_251_199.9),
    ("2000-02-29T00:00:00-00:00", 951_782_400),
    ("0001-01-01T00:00:00Z", -62_135_596_800),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func `is an instant`(text: String, seconds: Double) {
    #expect(RFC3339.date(text)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    "", "2026-02-23", "2026-02-23T14:30:00", "2026-02-23T14:30Z", "2026-02-23T14:30:00Zjunk",
    "2026-02-23T14:30:00Z ", " 2026-02-23T14:30:00Z", "2026-02-23 14:30:00Z",
    "2026-02-23t14:30:00Z", "2026-02-23T14:30:00z", "2026-02-31T14:30:00Z", "2025-02-29T00:00:00Z",
    "2100-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
    "2026-02-23T24:00:00Z", "2026-02-23T23:60:00Z", "2026-02-23T23:59:60Z",
    "2026-02-23T14:30:00.Z", "2026-02-23T14:30:00.1234567890Z", "2026-02-23T14:30:00,5Z",
    "2026-02-23T14:30:00+0100", "2026-02-23T14:30:00+24:00", "2026-02-23T14:30:00+01:60",
    "2026-02-23T14:30:00+1:00", "0000-01-01T00:00:00Z", "+2026-02-23T14:30:00Z",
    "2026-2-23T14:30:00Z", "２026-02-23T14:30:00Z", "1771857000",
  ])
  func `is nothing else`(text: String) {
    #expect(RFC3339.date(text) == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `agrees with Foundation in both directions`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<50 {
      let milliseconds = Int.random(
        in: -60_000_000_000_000...250_000_000_000_000, using: &generator)
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let text = RFC3339.text(date)
      let back = try #require(RFC3339.date(text))
      #expect(abs(back.timeIntervalSince(date)) < 0.0011)
      if milliseconds >= 0 {
        let foundation = try format.parse(text)
        #expect(abs(foundation.timeIntervalSince(back)) < 0.0001)
      }
    }
  }

  @Test func `is written for any instant`() {
    #expect(RFC3339.text(Date(timeIntervalSince1970: 0)) == "1970-01-01T00:00:00.000Z")
    #expect(RFC3339.text(Date(timeIntervalSince1970: -0.5)) == "1969-12-31T23:59:59.500Z")
    #expect(RFC3339.text(Date(timeIntervalSince1970: 1e300)) == "9999-12-31T23:59:59.000Z")
    #expect(RFC3339.text(Date(timeIntervalSince1970: -1e300)) == "0001-01-01T00:00:00.000Z")
    #expect(RFC3339.text(Date(timeIntervalSince1970: .nan)) == "1970-01-01T00:00:00.000Z")
  }
}
