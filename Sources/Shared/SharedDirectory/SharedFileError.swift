/// Why a document cannot be used although it is there.
package enum SharedFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is damaged, and so is its last good copy, or there is none. It stays where it is, so that it never reads as
  /// absent, until somebody writes it anew.
  case damaged(FileFault)
  /// A later release wrote it; this one must not touch it.
  case newerVersion(name: String, found: Int, known: Int)

  package var description: String {
    switch self {
    case .damaged(let fault):
      fault.description
    case .newerVersion(let name, let found, let known):
      "\(name) has version \(found), and this program knows versions up to \(known)"
    }
  }
}

/// A file that was found damaged (rule D6).
package struct FileFault: Hashable, Sendable, CustomStringConvertible {
  package let name: String
  package let reason: String
  /// Where the damaged bytes now lie; nil when this process may not or could not put them there.
  package let aside: String?
  /// Whether the last good copy stands in for it.
  package let isReplaced: Bool

  package var description: String {
    "\(name) is damaged (\(reason)); "
      + (isReplaced ? "its last good copy is used" : "there is no good copy of it")
      + (aside.map { "; the damaged bytes are in \($0)" } ?? "")
  }
}
