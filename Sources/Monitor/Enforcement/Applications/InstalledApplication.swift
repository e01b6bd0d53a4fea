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
  /// The paths at which its files were looked up; what lies there may become another file.
  package var places: Set<String> = []
  /// Screen-time categories, not those of its desktop file. What the managed user claims adds to them and takes nothing away.
  package var categories: Set<String> = []
  /// From which age on it is right; nil where nobody but the managed user says so.
  package var rating: ApplicationRating?
  /// Part of the session: never shielded.
  package var isEssential = false
  package var origin: Origin = .system
  /// Names under which Flatpak or snapd run it, for recognising its processes.
  package var sandboxNames: Set<String> = []

  /// What the settings need to know to decide about it.
  package var facts: ApplicationFacts {
    ApplicationFacts(
      identifiers: identifiers, categories: categories, rating: rating?.rawValue,
      isEssential: isEssential, mayBeExcepted: origin == .system)
  }
}
