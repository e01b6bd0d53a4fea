package import System

/// A regular file that the machine can start, as it was when the catalogue was read.
package struct ExecutableFile: Hashable, Sendable {
  /// Absolute and free of symbolic links.
  package var path: String
  package var identity: FileIdentity
  package var owner: UInt32
  /// It starts with `#!`: what then runs is its interpreter.
  package var isScript = false
  /// Directories above it that somebody but root can change, innermost first.
  package var changeableBy: Set<UInt32> = []
  /// A directory above it is open to everybody without the sticky bit.
  package var isInOpenDirectory = false
  /// It lies on an image that nobody can write, a snap's for instance.
  package var isOnReadOnlyImage = false
}

/// Answers what lies at a path. The real one asks the machine; tests bring a table.
package protocol ExecutableLookup: Sendable {
  /// Follows symbolic links. `nil` unless a regular, executable file is found.
  func executable(at path: String) -> ExecutableFile?
  /// The text of a small file, `nil` if it is absent, too large or not UTF-8.
  func text(at path: String) -> String?
}
