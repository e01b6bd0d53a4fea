import FoundationEssentials
import Replay
import SharedDirectory

extension ControlProgram {
  /// Plays stories and prints what was expected of them against what came.
  func replay(_ request: Command.ReplayRequest) throws -> ExitCode {
    let replayed = try Replay.run(request.paths, quirks: request.quirks, seed: request.seed)
    switch request.form {
    case .json:
      world.write(String(decoding: try ReplayReport(replayed).json(), as: UTF8.self))
    case .text:
      world.write(replayed.map(\.description).joined(separator: "\n"))
      if replayed.count > 1 { say("\n" + Self.summary(of: replayed)) }
    }
    if let path = request.picture {
      let pictures = replayed.map { (name: $0.story.name, svg: StoryPicture($0).svg) }
      try PictureFiles(path).write(pictures)
    }
    return replayed.allSatisfy(\.isAsExpected) ? .success : .failure
  }

  private static func summary(of replayed: [Replayed]) -> String {
    let failed = replayed.filter { !$0.isAsExpected }.map(\.story.name)
    let head = "\(replayed.count) stories, \(replayed.count - failed.count) as expected"
    return failed.isEmpty ? head : head + "; NOT: \(failed.joined(separator: ", "))"
  }
}
