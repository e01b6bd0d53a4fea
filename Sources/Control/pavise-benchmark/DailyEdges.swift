import Foundation
import System
import TimeZoneRules

/// The next thousand daily edges, derived and asked of Foundation, one after the other in one zone.
struct DailyEdges {
  private let derived: Measurement
  private let asked: Measurement
  private let agreeing: Int

  private static let count = 1000

  init(zone: String) throws {
    let rules =
      try MachineTimeZone.zone(named: zone).map {
        try TimeZoneRules(tzif: $0, identifier: zone)
      } ?? .utc
    let pattern = try WallClockPattern(hour: 2, minute: 30)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    let begin = Date(timeIntervalSince1970: 1_767_268_800)  // 2026-01-01 12:00 UTC
    var ours: [Date] = []
    var theirs: [Date] = []
    derived = Measurement(runs: 20) {
      ours = Self.edges(from: begin) { rules.next(pattern, after: $0) }
      return ours.count
    }
    let components = DateComponents(hour: 2, minute: 30, second: 0)
    asked = Measurement(runs: 3) {
      theirs = Self.edges(from: begin) {
        calendar.nextDate(
          after: $0, matching: components, matchingPolicy: .nextTimePreservingSmallerComponents)
      }
      return theirs.count
    }
    agreeing = zip(ours, theirs).count { $0 == $1 }
  }

  private static func edges(from begin: Date, next: (Date) -> Date?) -> [Date] {
    var edges: [Date] = []
    var last = begin
    while edges.count < count, let edge = next(last) {
      edges.append(edge)
      last = edge
    }
    return edges
  }

  var lines: [String] {
    let ratio = (derived.seconds / asked.seconds * 10_000).rounded() / 10_000
    return [
      "the next \(Self.count) daily edges: \(derived.words); "
        + "Calendar.nextDate \(Self.count) times: \(asked.words)",
      "  ratio \(ratio), at most 0.1: \(ratio <= 0.1 ? "reached" : "NOT reached")",
      "  \(agreeing) of \(Self.count) agree",
    ]
  }
}
