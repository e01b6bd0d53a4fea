import ActivityEngine
package import Enforcement
package import System

/// Which known applications run in a person's name: told by the kernel when one starts and when one ends.
///
/// The first look, and each after an end, reads the table of processes; nothing is read in between.
package final class RunningApplications {
  private let user: UserRecord
  private let matcher: ProcessMatcher
  private let files: [FileIdentity: String]
  private let starts: ExecutionWatch
  private let group: ReadyGroup
  private var ends: [Int32: WatchedEnd] = [:]
  /// By process.
  package private(set) var applications: [Int32: String] = [:]
  /// On the monotonic clock: when to look again, since a process is told of before it runs what it starts.
  package private(set) var lookAgain: Double?

  /// How long a process takes from being told of to running its program, at most. Seconds.
  private static let settling = 0.25

  private final class WatchedEnd {
    let end: ProcessEnd

    init(_ end: consuming ProcessEnd) { self.end = end }
  }

  /// - Throws: Where starts cannot be watched, which takes root.
  package init(_ catalogue: ApplicationCatalogue, of user: UserRecord) throws {
    self.user = user
    // To a matcher for which everything is refused, every process of an application is one of a refused one.
    matcher = ProcessMatcher(
      EnforcementDemand(
        managedUser: user,
        applications: catalogue.applications.map { .init($0, refusedBecause: ["in use"]) }))
    var files: [FileIdentity: String] = [:]
    starts = try ExecutionWatch()
    group = try ReadyGroup()
    try group.add(starts.raw)
    for application in catalogue.applications where !application.isEssential {
      for file in application.executables {
        files[file.identity] = application.desktopID
        // A file system that knows no such marks has only what is found by looking.
        try? starts.watch(file.path)
      }
    }
    self.files = files
    try look()
  }

  /// Readable when there is something to take.
  package var descriptor: Int32 { group.raw }

  package var names: Set<String> { Set(applications.values) }

  /// The application that a process belongs to; nil for one of none.
  package func application(of pid: Int32) -> String? {
    if let known = applications[pid] { return known }
    guard let users = ProcessTable.users(of: pid) else { return nil }
    let record = ProcessRecord(
      pid: pid, users: users, executable: ProcessTable.executable(of: pid),
      controlGroup: ProcessTable.controlGroup(of: pid))
    return matcher.application(of: record, inShieldOf: nil) { ProcessTable.flatpak(of: pid) }
  }

  /// Takes what has happened.
  package func take(at monotonic: Double) throws {
    var mustLook = false
    let ready = try group.ready()
    if ready.contains(starts.raw) {
      if let news = try starts.take() {
        for start in news {
          guard start.pid > 0 else {
            mustLook = true
            continue
          }
          guard let users = ProcessTable.users(of: start.pid), users.areAll(user.uid) else {
            continue
          }
          if let application = files[start.file] {
            add(start.pid, application)
            lookAgain = monotonic + Self.settling
          }
        }
      } else {
        mustLook = true
      }
    }
    for (pid, watched) in ends where ready.contains(watched.end.raw) {
      forget(pid)
      mustLook = true
    }
    if mustLook { try look() }
  }

  /// Looks again, if it is time to.
  package func settle(at monotonic: Double) throws {
    guard let due = lookAgain, due <= monotonic else { return }
    lookAgain = nil
    try look()
  }

  /// Reads the table of processes.
  private func look() throws {
    var found: [Int32: String] = [:]
    for process in try ProcessTable.processes(of: user.uid) {
      found[process.pid] = matcher.application(of: process, inShieldOf: nil) {
        ProcessTable.flatpak(of: process.pid)
      }
    }
    for pid in applications.keys where found[pid] == nil { forget(pid) }
    for (pid, application) in found { add(pid, application) }
  }

  private func add(_ pid: Int32, _ application: String) {
    if applications[pid] == nil {
      guard let end = ProcessEnd(of: pid), (try? group.add(end.raw)) != nil else { return }
      ends[pid] = WatchedEnd(end)
    }
    applications[pid] = application
  }

  private func forget(_ pid: Int32) {
    if let watched = ends.removeValue(forKey: pid) { group.remove(watched.end.raw) }
    applications[pid] = nil
  }
}
