package import EffectiveSettings

/// An application that the managed user can find on this machine.
package struct InstalledApplication: Equatable, Sendable {
  /// Whether its start can be refused at its own file.
  package enum Reach: Equatable, Sendable {
    case files
    /// Its files are known, but a script among them runs something that is not.
    case partly(String)
    case none(String)
  }

  /// Where its desktop file was found. What the managed user wrote himself is never evidence in his favour.
  package enum Origin: Equatable, Sendable {
    case system, user
  }

  /// The name of the desktop file without `.desktop`.
  package var desktopID: String
  package var name: String
  /// Its desktop identifier and the bundle identifiers that mean it.
  package var identifiers: Set<String>
  package var executables: [ExecutableFile] = []
  package var reach: Reach = .files
  /// Screen-time categories, not those of its desktop file.
  package var categories: Set<String> = []
  /// Part of the session: never shielded.
  package var isEssential = false
  package var origin: Origin = .system
  /// Names under which Flatpak or snapd run it, for recognising its processes.
  package var sandboxNames: Set<String> = []

  /// What the settings need to know to decide about it.
  package var facts: ApplicationFacts {
    ApplicationFacts(
      identifiers: identifiers, categories: categories, rating: nil, isEssential: isEssential)
  }
}
