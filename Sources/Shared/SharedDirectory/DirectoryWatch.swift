package import System

/// Where things lie in the shared directory.
package enum DirectoryLayout {
  /// Used unless an option or `PAVISE_DIRECTORY` names another.
  package static let standard = "/var/lib/pavise"

  /// The directory that the environment names, else the standard one. An empty name is none.
  package static func root(in environment: [String: String]) -> String {
    environment["PAVISE_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 } ?? standard
  }

  /// The subdirectories whose files other processes wait for.
  package static let watched = [
    "activities", "stores/sync", "stores/monitor", "stores/control", "selections", "push",
    "extensions",
  ]

  package static let others = ["health", "outbox", "usage"]

  /// The guardian's additions to what bundle identifiers mean here, and to what desktop files tell.
  package static let applicationTable = "applications.json"

  /// What enforcement has changed of the machine's files, to be able to change it back.
  package static let accessRecord = "access.json"

  /// Where the processes that keep allowlist mode are registered for as long as they live.
  package static let gateRegister = "gate.alive"

  /// Where the monitor keeps what nobody but root may change and others have to read, beside the directory at `root`.
  package static func monitorState(besides root: String) -> String { "\(root)-monitor" }

  /// The lock that `daemon` holds for as long as it lives (rule D5).
  package static func liveness(of daemon: String) -> String { "\(daemon).alive" }
}

extension SharedDirectory {
  /// Creates the whole layout, as far as it is missing. For a program's start.
  package func prepareLayout(mode: UInt32 = 0o750) throws {
    try prepare(mode: mode)
    for path in DirectoryLayout.watched + DirectoryLayout.others {
      try storage.makeDirectory(path, mode: mode)
    }
  }
}

/// Tells what changes in a shared directory on the real disk.
package struct DirectoryWatch: Sendable {
  private var places: [WatchID: String] = [:]

  /// Watches the root and the subdirectories that others write to, which must exist.
  package init(root: String, on loop: inout EventLoop) throws {
    places[try loop.watch(directory: root)] = ""
    for path in DirectoryLayout.watched {
      places[try loop.watch(directory: "\(root)/\(path)")] = path + "/"
    }
  }

  /// The names, from the root, of what changed; changes of other watches are left out.
  package func names(in changes: Set<FileChange>) -> Set<String> {
    Set(
      changes.compactMap { change in
        places[change.watch].map { $0 + change.name }
      })
  }
}
