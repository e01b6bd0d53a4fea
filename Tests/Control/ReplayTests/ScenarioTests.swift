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
  @Test(arguments: ScenarioFile.all(in: "Scenarios"))
  func `plays as expected`(_ file: ScenarioFile) throws {
    let replayed = Replay.play(try file.story)
    #expect(replayed.isAsExpected)
  }
}
