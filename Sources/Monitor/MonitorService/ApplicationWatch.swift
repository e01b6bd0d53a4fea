import Enforcement
import System

/// Follows what happens to the files of applications, on the loop of the monitor.
struct ApplicationWatch {
  private var plan = CatalogueWatch()
  private var watches: [WatchID: String] = [:]
  private var schedule = LookSchedule()

  /// When the applications have to be looked for again, on the monotonic clock.
  var deadline: Double? { schedule.due }

  /// Makes the loop watch what `plan` says, and nothing else of ours.
  mutating func follow(_ plan: CatalogueWatch, on loop: inout EventLoop) {
    self.plan = plan
    for (id, directory) in watches where !plan.directories.contains(directory) {
      loop.unwatch(id)
      watches[id] = nil
    }
    for directory in plan.directories.subtracting(watches.values).sorted() {
      // One that is gone by now is found missing at the next look, which its end has caused.
      guard let id = try? loop.watch(directory: directory) else { continue }
      watches[id] = directory
    }
  }

  /// Notes what concerns the applications.
  ///
  /// - Returns: Refused applications that may have become other files, which has to be looked at now.
  mutating func take(_ changes: Set<FileChange>, at now: Double) -> Set<String> {
    var refused: Set<String> = []
    for change in changes {
      guard let directory = watches[change.watch] else { continue }
      if change.name.isEmpty { watches[change.watch] = nil }
      for meaning in plan.changes(in: directory, name: change.name) {
        switch meaning {
        case .catalogue: schedule.noteChange(at: now)
        case .refused(let desktopIDs): refused.formUnion(desktopIDs)
        }
      }
    }
    return refused
  }

  mutating func didLook(at now: Double) { schedule.didLook(at: now) }
}
