import Foundation
import Replay
import Testing

/// A scenario file beside the tests, named in reports without its ending.
struct ScenarioFile: CustomTestStringConvertible, Sendable {
  let path: String

  var testDescription: String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }

  static func all(in folder: String) -> [ScenarioFile] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map {
      ScenarioFile(path: "\(root)/\(folder)/\($0)")
    }
  }

  var story: Story {
    get throws { try #require(Replay.stories(at: path).first) }
  }
}

@Suite struct `Every scenario` {
  @Test(arguments: ScenarioFile.all(in: "Scenarios") + ScenarioFile.all(in: "Rules"))
  func `plays as expected`(_ file: ScenarioFile) throws {
    let replayed = Replay.play(try file.story)
    #expect(replayed.isAsExpected)
  }

  @Test func `is found in its folder, in order of name`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Rules"
    let names = try Replay.run([folder]).map(\.story.name)
    #expect(names == ScenarioFile.all(in: "Rules").map(\.testDescription))
  }

  @Test func `is reported to machines with the line that is wrong`() throws {
    var story = try #require(ScenarioFile.all(in: "Rules").first).story
    story.expected[0].at += 60
    let report = try ReplayReport([Replay.play(story)]).json()
    let text = String(decoding: report, as: UTF8.self)
    #expect(text.hasPrefix(#"{"asExpected":false,"stories":[{"asExpected":false,"#))
    #expect(text.contains(#""verdict":"early","words":"EARLY by 60 s""#))
  }
}
