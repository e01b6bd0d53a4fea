import Foundation
import SharedDirectory
import TestSupport
import Testing

@testable import SyncService

@Suite struct `A policy directory` {
  let disk = SimulatedDisk()

  private func put(_ names: String...) throws {
    for name in names { try disk.replace(name, mode: 0o640) { Data(name.utf8) } }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var files: [String]
    var answer: String?
    var testDescription: String { "\(files) gives \(answer ?? "nothing")" }
  }

  @Test(arguments: [
    Case(files: ["policy.json"], answer: "policy.json"),
    Case(files: ["policy.json", "a.json", "b.json"], answer: "policy.json"),
    Case(files: ["tween.json"], answer: "tween.json"),
    Case(files: ["tween.json", "report.json", "ack.json", "README"], answer: "tween.json"),
    Case(files: [], answer: nil),
    Case(files: ["report.json", "ack.json", "policy.json.old", ".policy.json"], answer: nil),
  ])
  func `gives policy.json, or the only other one`(sample: Case) throws {
    for name in sample.files { try put(name) }
    switch try PolicyDirectory(storage: disk).fetch() {
    case .policy(let bytes): #expect(String(decoding: bytes, as: UTF8.self) == sample.answer)
    case .nothingToSay(let words):
      #expect(sample.answer == nil)
      #expect(words == "the policy directory holds no policy")
    case let other: Issue.record("\(other)")
    }
  }

  @Test func `with several candidates is an error that names them`() throws {
    try put("a.json", "b.json", "report.json")
    #expect(throws: AmbiguousPolicy(names: ["a.json", "b.json"])) {
      try PolicyDirectory(storage: disk).fetch()
    }
    #expect("\(AmbiguousPolicy(names: ["a.json", "b.json"]))".contains("a.json, b.json"))
  }

  @Test func `takes the answers beside the policy`() throws {
    let directory = PolicyDirectory(storage: disk)
    try directory.submit(Data("{}\n".utf8))
    try directory.acknowledge(version: 7)
    #expect(try disk.read("report.json") == Data("{}\n".utf8))
    #expect(try disk.read("ack.json") == Data("{\"version\":7}\n".utf8))
  }
}
