/// Where documents are read from: the shared directory, with or without locks held.
package protocol DocumentSource: ~Copyable {
  /// What a file holds; nil when it is absent.
  ///
  /// - Throws: ``SharedFileError``, or a failure of the storage.
  func read<Value, Writer>(_ file: SharedFile<Value, Writer>) throws -> Value?

  /// The names in a subdirectory, sorted; none when there is no such directory.
  func list(_ directory: String) throws -> [String]
}

extension SharedDirectory: DocumentSource {
  package func list(_ directory: String) throws -> [String] { try storage.list(directory) }
}

extension LockedDirectory: DocumentSource {
  package func list(_ directory: String) throws -> [String] { try storage.list(directory) }
}

extension DocumentSource where Self: ~Copyable {
  /// What a file holds that its writer can make anew; nil also when it is damaged beyond its last good copy.
  package func salvage<Value, Writer>(_ file: SharedFile<Value, Writer>) throws -> Value? {
    do { return try read(file) } catch SharedFileError.damaged { return nil }
  }

  /// The names of the stored selections, sorted.
  package func selectionNames() throws -> [String] {
    try list("selections").filter { $0.hasSuffix(".json") }
      .compactMap { FileName.unescape($0.dropLast(".json".count)) }
  }
}
