import Foundation

/// The Swift files below `Sources`, and what they import.
struct Sources {
  struct Import {
    /// From `Sources` on.
    var file: String
    var folder: String
    var module: String
  }

  /// The folder of each module, by its name.
  private(set) var folders: [String: String] = [:]
  private(set) var imports: [Import] = []

  init(testFile: String = #filePath) throws {
    let package = URL(filePath: testFile).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let root = package.appending(path: "Sources")
    for file in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
      let parts = file.split(separator: "/").map(String.init)
      guard parts.count > 2 else { continue }
      folders[parts[1]] = parts[0]
      guard file.hasSuffix(".swift") else { continue }
      let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
      // The pattern is slow, and most lines need no look.
      for line in text.split(separator: "\n") where line.contains("import ") {
        guard let module = Self.module(importedBy: line) else { continue }
        imports.append(Import(file: file, folder: parts[0], module: module))
      }
    }
  }

  /// The module that a line of a source imports; nil for any other line.
  static func module(importedBy line: Substring) -> String? {
    let pattern =
      /\s*(@\w+\s+)*((public|package|internal|fileprivate|private)\s+)?import\s+((struct|class|enum|protocol|func|let|var|typealias)\s+)?(?<module>\w+).*/
    return line.wholeMatch(of: pattern).map { String($0.module) }
  }
}
