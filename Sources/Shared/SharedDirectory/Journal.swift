package import FoundationEssentials

/// A file of lines that only grows at its end, until it is folded.
///
/// Lines that one ``append(_:keeping:)`` was given are written at once and are on the disk when it returns. A crash
/// in it may leave the first of them and a part of the next, which readers leave out and the next append removes.
/// When there are more than `limit` lines, and twice what was needed last time, the file is kept as `NAME.1`, in place of an older one, and replaced by one
/// that holds only what is still needed. A crash in between leaves both with the same lines.
///
/// One writer, which owns the value; anybody may read.
package struct Journal: Sendable {
  /// What was found in a journal.
  package struct Contents: Hashable, Sendable {
    package var lines: [String] = []
    /// The bytes of an append that a crash interrupted, at the end.
    package var torn = Data()
  }

  private let storage: any Storage
  private let name: String
  private let limit: Int
  private let mode: UInt32
  /// How many lines the file has; nil until it was looked at, and after an append that failed.
  private var count: Int?
  /// How many lines it may have before it is folded: so many that folding pays, however much is still needed.
  private var foldingLimit: Int

  /// - Parameter limit: In lines, at least 1.
  package init(storage: any Storage, name: String, limit: Int = 10_000, mode: UInt32 = 0o640) {
    precondition(limit > 0, "a journal holds at least one line")
    self.storage = storage
    self.name = name
    self.limit = limit
    foldingLimit = limit
    self.mode = mode
  }

  package func read() throws -> Contents {
    try Self.parse(storage.read(name) ?? Data())
  }

  /// Adds a line, which is made when it is needed and holds no line break.
  ///
  /// - Parameter needed: The other lines that must survive when the journal is folded, asked for only then.
  package mutating func append(
    keeping needed: () throws -> [String], _ line: @escaping @Sendable () throws -> String
  ) throws {
    try append(count: 1, keeping: needed) { try [line()] }
  }

  /// Adds `lines`, none of which holds a line break, with one write.
  ///
  /// - Parameter needed: The other lines that must survive when the journal is folded, asked for only then.
  package mutating func append(_ lines: [String], keeping needed: () throws -> [String]) throws {
    try append(count: lines.count, keeping: needed) { lines }
  }

  private mutating func append(
    count added: Int, keeping needed: () throws -> [String],
    lines: @escaping @Sendable () throws -> [String]
  ) throws {
    let known = try count ?? repair()
    // Should anything below fail, the next append has to look at the file again.
    count = nil
    let isNew = known == 0
    try storage.append(name, mode: mode, synchronised: true) { Self.text(of: try lines()) }
    if isNew { try storage.synchroniseDirectory(type(of: storage).directory(of: name)) }
    count = known + added
    if known + added > foldingLimit { try fold(to: try needed(), and: lines, count: added) }
  }

  /// Removes a torn end.
  ///
  /// - Returns: How many lines there are.
  private func repair() throws -> Int {
    guard let bytes = try storage.read(name) else { return 0 }
    let contents = Self.parse(bytes)
    if !contents.torn.isEmpty {
      try storage.truncate(name, to: bytes.count - contents.torn.count)
    }
    return contents.lines.count
  }

  /// What is needed is told and not looked up, so that nobody reads a year of lines.
  private mutating func fold(
    to needed: [String], and added: @escaping @Sendable () throws -> [String], count new: Int
  ) throws {
    try storage.keep(name, at: name + ".1", mode: mode)
    try storage.replace(name, mode: mode) { Self.text(of: try needed + added()) }
    count = needed.count + new
    foldingLimit = max(limit, 2 * (needed.count + new))
  }

  private static func text(of lines: [String]) -> Data {
    Data(lines.flatMap { $0.utf8.map { $0 == newline ? space : $0 } + [newline] })
  }

  /// The torn end is what no line break closes, and before it the lines where a file system has left zeros in place
  /// of an append that was not synchronised.
  private static func parse(_ bytes: Data) -> Contents {
    var end = bytes.lastIndex(of: newline).map { $0 + 1 } ?? bytes.startIndex
    var lines = bytes[..<end].split(separator: newline, omittingEmptySubsequences: false)
    // What the last line break opens is not a line.
    lines.removeLast()
    while let last = lines.last, last.contains(0) {
      end = last.startIndex
      lines.removeLast()
    }
    return Contents(
      lines: lines.map { String(decoding: $0, as: UTF8.self) }, torn: Data(bytes[end...]))
  }

  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")
}
