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
    guard line.contains("import ") else { return nil }
    let words = line.split(separator: " ")
    guard let keyword = words.firstIndex(of: "import"),
      words[..<keyword].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) })
    else { return nil }
    let name = words[(keyword + 1)...].first { !kinds.contains($0) }
    return name?.split(separator: ".").first.map(String.init)
  }

  private static let accessLevels: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  /// Of a single thing that is imported.
  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "func", "let", "var", "typealias",
  ]
}
