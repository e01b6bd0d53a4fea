import FoundationEssentials

extension Replay {
  /// Plays the scenario files at `paths`; a folder stands for the `.json` files in it and below, in order of name.
  ///
  /// - Throws: ``StoryFault`` for the first file that is none, with nothing played.
  package static func run(
    _ paths: [String], quirks: [Quirk] = [], seed: UInt64? = nil
  ) throws(StoryFault) -> [Replayed] {
    var stories: [Story] = []
    for path in paths { stories += try self.stories(at: path) }
    return stories.map { play($0, quirks: quirks, seed: seed) }
  }

  /// The stories in a file, or in a folder.
  package static func stories(at path: String) throws(StoryFault) -> [Story] {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw StoryFault(file: path, words: "no such file or folder")
    }
    guard isFolder else { return [try story(at: path)] }
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: path) else {
      throw StoryFault(file: path, words: "cannot be listed")
    }
    let files = names.filter { $0.hasSuffix(".json") }.sorted()
    if files.isEmpty { throw StoryFault(file: path, words: "holds no scenarios") }
    var stories: [Story] = []
    for file in files { stories.append(try story(at: "\(path)/\(file)")) }
    return stories
  }

  private static func story(at path: String) throws(StoryFault) -> Story {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw StoryFault(file: path, words: "cannot be read")
    }
    return try StoryReader.story(parsing: Array(data), file: path)
  }
}
