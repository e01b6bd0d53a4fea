import Foundation
import Testing

@Suite struct `The folders of the sources` {
  /// What a folder may build on: itself and what lies below it. Sync and Monitor meet in files only; Control replays
  /// both, and lifts what the monitor has put in force. The server's pushes go out by Sync's HTTP client.
  static let foundations: [String: Set<String>] = [
    "Frameworks": ["Frameworks"],
    "Core": ["Frameworks", "Core"],
    "Shared": ["Frameworks", "Core", "Shared"],
    "Sync": ["Frameworks", "Core", "Shared", "Sync"],
    "Monitor": ["Frameworks", "Core", "Shared", "Monitor"],
    "Server": ["Frameworks", "Core", "Shared", "Sync", "Server"],
    "Control": ["Frameworks", "Core", "Shared", "Sync", "Monitor", "Control"],
  ]

  /// Read once for all tests.
  private static let found = Result { try Sources() }

  let sources: Sources

  init() throws {
    sources = try Self.found.get()
  }

  @Test func `are those of the design`() {
    #expect(Set(sources.folders.values).isSubset(of: Self.foundations.keys))
    #expect(sources.folders["MonitorService"] == "Monitor")
    #expect(sources.imports.contains { $0.module == "SharedDirectory" })
  }

  @Test func `import only what lies below them`() {
    for line in sources.imports {
      guard let folder = sources.folders[line.module] else { continue }
      #expect(
        Self.foundations[line.folder]?.contains(folder) == true,
        "\(line.file) imports \(line.module), which lies in \(folder)")
    }
  }

  @Test func `have a pure core, without system calls`() {
    let system: Set = ["Glibc", "Musl", "Dispatch", "CSystem", "System"]
    for line in sources.imports where ["Frameworks", "Core"].contains(line.folder) {
      #expect(!system.contains(line.module), "\(line.file) imports \(line.module)")
    }
  }

  @Test func `leave the whole of Foundation to tests and to hosted code`() {
    // The benchmark measures against it.
    for line in sources.imports where !line.file.hasPrefix("Control/pavise-benchmark/") {
      #expect(line.module != "Foundation", "\(line.file)")
    }
  }

  @Test(arguments: [
    ("import Glibc", "Glibc"), ("package import System", "System"),
    ("@testable import Control", "Control"), ("  import struct Foundation.Date", "Foundation"),
    ("@preconcurrency public import SharedDirectory // why", "SharedDirectory"),
    ("// import Glibc", nil), ("let important = 1", nil),
    ("/// To import Glibc is a mistake.", nil),
  ])
  func `are read by their import lines`(line: String, module: String?) {
    #expect(Sources.module(importedBy: line[...]) == module)
  }
}
