package import FoundationEssentials
import Synchronization

extension SimulatedDisk {
  // MARK: Power

  /// Lets `steps` more steps succeed; the one after them, and all that follow, throw ``PowerFailure``.
  package func failPower(after steps: Int) {
    state.withLock { $0.stepsLeft = steps }
  }

  package var hasPower: Bool {
    state.withLock { $0.hasPower }
  }

  /// Starts the machine again, with what the failure has left; with power on, the same as a sudden crash.
  package func restorePower(losing loss: Loss = .everything) {
    state.withLock { state in
      state.stepsLeft = nil
      state.hasPower = true
      state.lose(loss)
    }
  }

  /// While it is full, nothing can be created or grow (`ENOSPC`); reading, renaming and removing go on.
  package func setFull(_ isFull: Bool) {
    state.withLock { $0.isFull = isFull }
  }

  // MARK: Damage

  /// Changes a file's bytes behind everybody's back, as a failing medium or a careless editor does.
  package func corrupt(_ path: String, _ change: (Data) -> Data) throws {
    let changed = change(try read(path) ?? Data())
    try state.withLock { state in
      try state.existing(path).replaceDurably([Piece { changed }])
      state.note(path)
    }
  }

  // MARK: Looking

  /// The permissions a file was last written with, or nil when it does not exist.
  package func mode(of path: String) -> UInt32? {
    state.withLock { $0.file(at: path)?.mode }
  }

  /// Remembers from now on which files change, for one call of ``changes(_:)`` after the other.
  package func watch() -> Watch {
    state.withLock { $0.addWatch() }
  }

  /// The paths that were created, replaced, appended to or removed since the last call, drafts left out.
  package func changes(_ watch: Watch) -> Set<String> {
    state.withLock { $0.takeChanges(watch) }
  }

  package struct Watch: Hashable, Sendable {
    let index: Int
  }
}
