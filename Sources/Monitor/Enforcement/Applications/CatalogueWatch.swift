/// Which changes of the machine's files concern the applications. Pure.
///
/// Watched are the directories of desktop files and metadata, and those through which a refused application's files are
/// reached; nothing else, so that nothing else wakes the monitor.
package struct CatalogueWatch: Equatable, Sendable {
  /// What a change comes to.
  package enum Change: Equatable, Sendable {
    /// An application may be new, gone or another one.
    case catalogue
    /// A file of these refused applications may have been replaced.
    case refused(Set<String>)
  }

  private struct Interest: Equatable {
    /// Desktop files lie in it, or metadata.
    var holdsSources = false
    /// Names that are missing and lead to such a directory.
    var expected: Set<String> = []
    /// By name, the refused applications that it leads to.
    var files: [String: Set<String>] = [:]
  }

  private var interests: [String: Interest] = [:]

  package init() {}

  /// - Parameters:
  ///   - sources: Directories of desktop files and of metadata that are there.
  ///   - expected: Paths of which such a directory is to be expected.
  ///   - refused: By desktop identifier, the entries through which its files are reached.
  package init(sources: [String], expected: [String], refused: [String: [String]]) {
    for path in sources { interests[path, default: Interest()].holdsSources = true }
    for path in expected where path.parentPath != "/" {
      interests[path.parentPath, default: Interest()].expected.insert(path.lastPathComponent)
    }
    for (desktopID, entries) in refused {
      // What lies directly below the root is the machine's frame: watching it would wake for nothing.
      for entry in entries where entry.parentPath != "/" {
        interests[entry.parentPath, default: Interest()].files[entry.lastPathComponent, default: []]
          .insert(desktopID)
      }
    }
  }

  package var directories: Set<String> { Set(interests.keys) }

  /// What it means that `name` changed in `directory`; nil if it concerns nobody.
  ///
  /// - Parameter name: Empty when the directory itself is gone.
  package func changes(in directory: String, name: String) -> [Change] {
    guard let interest = interests[directory] else { return [] }
    if name.isEmpty {
      let all = interest.files.values.reduce(into: Set<String>()) { $0.formUnion($1) }
      return all.isEmpty ? [.catalogue] : [.refused(all), .catalogue]
    }
    var changes: [Change] = []
    if let refused = interest.files[name] { changes = [.refused(refused), .catalogue] }
    // Names without a dot may be directories of more.
    let isSource =
      interest.holdsSources
      && (name.hasSuffix(".desktop") || name.hasSuffix(".xml") || !name.contains("."))
    if changes.isEmpty, isSource || interest.expected.contains(name) { changes = [.catalogue] }
    return changes
  }
}

/// When the applications are looked for again, on the monotonic clock. Pure.
///
/// A package manager's burst leads to one look after it has come to rest, and one every ``longest`` seconds while it
/// does not.
package struct LookSchedule: Equatable, Sendable {
  package static let quiet = 0.3
  package static let longest = 2.0

  private var first: Double?
  private var last = 0.0
  private var looked = -Double.infinity

  package init() {}

  package mutating func noteChange(at now: Double) {
    first = first ?? now
    last = now
  }

  /// Nil while there is nothing to look for.
  package var due: Double? {
    first.map { max(min(last + Self.quiet, $0 + Self.longest), looked + Self.longest) }
  }

  package mutating func didLook(at now: Double) {
    first = nil
    looked = now
  }
}
