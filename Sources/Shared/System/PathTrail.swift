import Glibc

/// What a path leads through.
package enum PathTrail {
  /// Each symbolic link on the way, and what lies at the end, by paths whose directories are free of links: the entries
  /// whose replacement makes the path lead to something else.
  ///
  /// A link that is missing, or one in a circle, ends the trail.
  package static func entries(of path: String) -> [String] {
    var trail: [String] = []
    var rest = parts(path)
    var directory = ""
    var links = 0
    while let part = rest.popLast() {
      if part == "." { continue }
      if part == ".." {
        directory = String(directory[..<(directory.lastIndex(of: "/") ?? directory.startIndex)])
        continue
      }
      let entry = directory + "/" + part
      guard let target = target(of: entry) else {
        directory = entry
        continue
      }
      trail.append(entry)
      links += 1
      if links > 40 { return trail }
      if target.hasPrefix("/") { directory = "" }
      rest += parts(target)
    }
    return trail + [directory]
  }

  /// The last one first.
  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").reversed().map(String.init)
  }

  /// Where a symbolic link leads; nil for anything else.
  static func target(of path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
