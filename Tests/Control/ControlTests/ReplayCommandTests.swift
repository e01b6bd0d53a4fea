import Foundation
import Replay
import Testing

@testable import Control

@Suite struct `The replay command` {
  private static let scenarios = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "ReplayTests/Scenarios").path
  private let b04 = "\(scenarios)/B04-threshold-early.json"
  private let quirk = "all-thresholds-at-first-pick-up"
  private let desk = Desk()

  /// Runs `body` with a folder that is gone afterwards.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test func `prints expected against actual and is content`() throws {
    let output = try desk.output("replay", b04)
    #expect(output.hasPrefix("B04-threshold-early (America/Los_Angeles): as expected\n"))
    #expect(output.split(separator: "\n").count == 8)
  }

  @Test func `needs no shared directory`() throws {
    desk.world.isPresent = false
    #expect(desk.run("replay", b04) == .success)
  }

  @Test func `fails on any difference`() {
    #expect(desk.run("replay", b04, "--quirk", quirk) == .failure)
    #expect(desk.world.takeOutput().contains("UNEXPECTED"))
    #expect(desk.world.errors.isEmpty)
  }

  @Test func `sums a folder up`() throws {
    try withFolder { folder in
      for name in ["one", "two"] {
        try FileManager.default.copyItem(atPath: b04, toPath: "\(folder)/\(name).json")
      }
      #expect(try desk.output("replay", folder).hasSuffix("\n2 stories, 2 as expected\n"))
      #expect(desk.run("replay", folder, "--quirk", quirk) == .failure)
      #expect(desk.world.takeOutput().hasSuffix("2 stories, 0 as expected; NOT: one, two\n"))
    }
  }

  @Test func `has an answer for machines`() throws {
    #expect(desk.run("replay", b04, "--quirk", quirk, "--seed", "7", "--json") == .failure)
    let object = try JSONSerialization.jsonObject(with: Data(desk.world.takeOutput().utf8))
    let report = try #require(object as? [String: Any])
    #expect(report["asExpected"] as? Bool == false)
    let story = try #require((report["stories"] as? [[String: Any]])?.first)
    #expect(story["name"] as? String == "B04-threshold-early")
    #expect(story["quirks"] as? [String] == [quirk])
    #expect(story["seed"] as? Int == 7)
    let verdicts = (story["lines"] as? [[String: Any]])?.compactMap { $0["verdict"] as? String }
    #expect(verdicts?.count { $0 == "unexpected" } == 3)
    #expect(verdicts?.count { $0 == "matched" } == 6)
  }

  @Test func `names file, line and field of what is wrong with a scenario`() throws {
    try withFolder { folder in
      let path = "\(folder)/odd.json"
      let text = try String(contentsOfFile: b04, encoding: .utf8)
        .replacing(#""do": "startMonitoring""#, with: #""do": "startMonitorin""#)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let line = 1 + text.prefix(while: { $0 != "[" }).count { $0 == "\n" }
      #expect(desk.run("replay", path) == .failure)
      #expect(desk.world.errors.contains("\(path):"))
      #expect(desk.world.errors.contains("actions[0].do: nobody can do “startMonitorin”"))
      #expect(line > 1)
    }
    desk.expect(
      "replay", "/nowhere.json", status: .failure,
      complaint: "pavise: /nowhere.json: no such file or folder")
  }

  @Test func `draws one story to a file and several into a folder`() throws {
    try withFolder { folder in
      _ = try desk.output("replay", b04, "--picture", "\(folder)/a.svg")
      #expect(try String(contentsOfFile: "\(folder)/a.svg", encoding: .utf8).hasPrefix("<svg "))
      _ = try desk.output("replay", b04, b04, "--picture", "\(folder)/many")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/many").sorted()
          == ["B04-threshold-early-2.svg", "B04-threshold-early.svg"])
      desk.expect(
        "replay", b04, b04, "--picture", "\(folder)/a.svg", status: .failure,
        complaint: "pavise: \(folder)/a.svg is no folder")
    }
  }

  @Test func `explains the quirks`() throws {
    let output = try desk.output("replay", "--list-quirks")
    for quirk in Quirk.allCases {
      #expect(output.contains("\(quirk.rawValue)\n"))
      #expect(output.contains(quirk.source))
    }
  }

  @Test(arguments: [
    ("replay", "“replay” needs a scenario FILE or a FOLDER of them"),
    (
      "replay f --quirk late-edg",
      "--quirk: “late-edg” is not a known quirk; did you mean “late-edge”?"
    ),
    ("replay f --seed -1", "--seed: “-1” is not a whole number from 0 on"),
    ("replay f --picture a --picture b", "“--picture” was given twice"),
    ("replay f --days 3", "“replay” has no option “--days”"),
    ("simulate", "“simulate” needs a POLICY.json"),
    ("simulate p --days 3", "“simulate” needs --from DATE"),
    ("simulate p --from 2026-03-28", "“simulate” needs --days N"),
    (
      "simulate p --from 2026-02-29 --days 3",
      "--from: “2026-02-29” is not a date such as 2026-03-28"
    ),
    (
      "simulate p --from 2026-03-28 --days 0",
      "--days: “0” is not a number of days from 1 to 3660"
    ),
    ("simulate p q --from 2026-03-28 --days 1", "unexpected argument “q”"),
  ])
  func `refuses`(line: String, complaint: String) {
    let words = line.split(separator: " ").map(String.init)
    let error = #expect(throws: UsageError.self) { try Invocation(words) }
    #expect(error?.description == complaint)
  }

  @Test func `takes a quirk once however often it is named`() throws {
    let words = "replay a b --quirk late-edge --quirk threshold-twice --quirk late-edge --seed 5"
    #expect(
      try Invocation(words.split(separator: " ").map(String.init)).command
        == .replay(
          .init(paths: ["a", "b"], quirks: [.lateEdge, .thresholdTwice], seed: 5)))
  }
}
