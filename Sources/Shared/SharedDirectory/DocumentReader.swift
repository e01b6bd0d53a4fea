import FoundationEssentials

/// Reads documents, and deals with damaged ones (invariants 6 to 8 of ``SharedDirectory``).
struct DocumentReader {
  let storage: any Storage
  let notes: Notes

  /// - Parameter repairs: Whether to set a damaged file aside; the caller holds its lock then.
  func read<Value, Writer>(
    _ file: SharedFile<Value, Writer>, repairs: Bool
  ) throws -> Reading<Value> {
    let bytes = try storage.read(file.name)
    let damage: String
    switch try bytes.map({ try decode($0, of: file) }) {
    case .whole(let value):
      notes.setWhole(file.name)
      return Reading(value: value, fault: nil)
    case .damaged(let reason):
      damage = reason
    case nil:
      damage = "missing"
    }

    let last = file.lastGood == .none ? nil : try storage.read(file.lastName)
    if bytes == nil && last == nil { return Reading(value: nil, fault: nil) }
    var good: Value?
    if case .whole(let value) = try last.map({ try decode($0, of: file) }) { good = value }
    var aside: String?
    if repairs {
      // A full or read-only disk must not keep us from the good copy; the fault then names no place.
      aside = try? setAside(bytes, of: file.name, reason: damage)
      if good != nil && (bytes == nil || aside != nil) { try? putBack(file) }
    }
    let fault = FileFault(name: file.name, reason: damage, aside: aside, isReplaced: good != nil)
    notes.record(fault)
    guard let good else { throw SharedFileError.damaged(fault) }
    return Reading(value: good, fault: fault)
  }

  private enum Finding<Value> {
    case whole(Value)
    case damaged(String)
  }

  private func decode<Value, Writer>(
    _ bytes: Data, of file: SharedFile<Value, Writer>
  ) throws -> Finding<Value> {
    let found: Int
    do {
      found = try CanonicalJSON.decode(VersionOnly.self, from: bytes).version
    } catch {
      return .damaged(Self.words(for: error))
    }
    if found > file.version {
      throw SharedFileError.newerVersion(name: file.name, found: found, known: file.version)
    }
    do {
      return .whole(try CanonicalJSON.decode(Versioned<Value>.self, from: bytes).value)
    } catch {
      return .damaged(Self.words(for: error))
    }
  }

  /// Gives the damaged file a second name in `aside/`, unless its bytes already have one.
  private func setAside(_ bytes: Data?, of name: String, reason: String) throws -> String? {
    guard let bytes else { return nil }
    let flat = name.replacing("/", with: ".")
    let base = flat.hasSuffix(".json") ? String(flat.dropLast(5)) : flat
    var number = 1
    while let there = try storage.read("aside/\(base)-\(number).json") {
      if there == bytes { return "aside/\(base)-\(number).json" }
      number += 1
    }
    let aside = "aside/\(base)-\(number).json"
    let words = Data((reason + "\n").utf8)
    try storage.replace("aside/\(base)-\(number).reason", mode: 0o640) { words }
    try storage.keep(name, at: aside, mode: 0o600)
    try storage.synchroniseDirectory("aside")
    return aside
  }

  /// Gives the file's name to its last good copy as well, in one rename.
  private func putBack<Value, Writer>(_ file: SharedFile<Value, Writer>) throws {
    try storage.keep(file.lastName, at: file.name, mode: file.mode)
    try storage.synchroniseDirectory(type(of: storage).directory(of: file.name))
    notes.setWhole(file.name)
  }

  private static func words(for error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    let what: String
    let path: [any CodingKey]
    switch error {
    case .dataCorrupted(let context):
      (what, path) = ("not readable", context.codingPath)
    case .keyNotFound(let key, let context):
      (what, path) = ("no \(key.stringValue)", context.codingPath)
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      (what, path) = ("no \(type)", context.codingPath)
    @unknown default:
      (what, path) = ("not readable", [])
    }
    return path.isEmpty ? what : what + " at " + path.map { $0.stringValue }.joined(separator: ".")
  }
}
