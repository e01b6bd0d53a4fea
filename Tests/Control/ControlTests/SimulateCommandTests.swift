import Foundation
import Testing

@testable import Control

@Suite struct `The simulate command` {
  private let desk = Desk()
  private static let policies = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../launch/policies").standardizedFileURL.path
  private let tween = "\(policies)/tween.json"

  @Test func `shows days in the machine's zone`() throws {
    let output = try desk.output("simulate", tween, "--from", "2026-03-28", "--days", "1")
    #expect(output.contains("2026-03-28 00:00:00 +01:00 to 2026-03-29 00:00:00 +01:00"))
    #expect(output.contains("Sat 2026-03-28 22:00:00  phosra.locked.sat-2200 starts"))
  }

  @Test func `shows them in another zone`() throws {
    let output = try desk.output(
      "simulate", tween, "--from", "2026-03-28", "--days", "1", "--zone", "UTC0")
    #expect(output.contains("2026-03-28 00:00:00 +00:00 to 2026-03-29 00:00:00 +00:00"))
    desk.expect(
      "simulate", tween, "--from", "2026-03-28", "--days", "1", "--zone", "Nowhere",
      status: .failure, complaint: "pavise: there is no zone Nowhere")
  }

  @Test func `has an answer for machines`() throws {
    let output = try desk.output("simulate", tween, "--from", "2026-03-28", "--days", "1", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8))
    let report = try #require(object as? [String: Any])
    #expect(report["isWell"] as? Bool == true)
    #expect((report["locked"] as? [Any])?.count == 2)
    #expect((report["categories"] as? [Any])?.isEmpty == false)
  }

  @Test func `fails for a category that fails, and for what is no policy`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let odd = folder.appending(path: "odd.json").path
    try String(contentsOfFile: tween, encoding: .utf8)
      .replacing(#""daily_limit_minutes": 120"#, with: #""daily_limit_minutes": -5"#)
      .write(toFile: odd, atomically: true, encoding: .utf8)
    #expect(desk.run("simulate", odd, "--from", "2026-03-28", "--days", "1") == .failure)
    #expect(desk.world.takeOutput().contains("  failed: time_daily_limit: "))
    try "{}".write(toFile: odd, atomically: true, encoding: .utf8)
    desk.expect(
      "simulate", odd, "--from", "2026-03-28", "--days", "1", status: .failure,
      complaint: "pavise: \(odd) is no policy and would be refused: version is missing")
  }

  @Test func `reads what is used`() throws {
    desk.expect(
      "simulate", tween, "--from", "2026-03-28", "--days", "1", "--use", "/nowhere.json",
      status: .failure, complaint: "pavise: /nowhere.json cannot be read")
  }
}
