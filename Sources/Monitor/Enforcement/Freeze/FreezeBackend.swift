package import SharedDirectory
package import System

/// Stops the running processes of refused applications where they are, and lets them go on where they were.
///
/// They are moved into a cgroup that belongs to root and frozen there: their own scope belongs to the managed user, who
/// could thaw it. The group is told to freeze before anything is moved into it, so there is no moment in which a process
/// is in it and runs. A shield that is lifted thaws in place, and the group stays until its last process has ended.
package struct FreezeBackend: EnforcementBackend {
  package let name = "freeze"
  private let groups: ShieldGroups?
  private let refusals: Refusals?
  /// A process that forks faster than the table is read is caught in the group it has been moved to, so few rounds suffice.
  private static let rounds = 16
  private static let patience: Int32 = 2000

  /// - Parameters:
  ///   - root: The cgroup v2 hierarchy; `nil` where there is none.
  ///   - slice: The name of the group below it that holds all of ours.
  ///   - refusals: Told of each application that was running.
  package init(
    root: ControlGroup?, slice: String = "pavise.slice", refusals: Refusals? = nil
  ) {
    self.refusals = refusals
    groups = root.map { ShieldGroups(slice: $0[slice]) }
  }

  package func plan(for demand: EnforcementDemand) -> ProcessMatcher {
    ProcessMatcher(demand)
  }

  package mutating func apply(_ demand: EnforcementDemand) -> BackendReport {
    let matcher = plan(for: demand)
    guard let user = demand.managedUser else { return dry(matcher) }
    guard let groups else { return unsupported }
    var failures = Failures()
    failures.attempt(matcher.refused) { failures in
      for (desktopID, group) in try groups.existing() where !matcher.refused.contains(desktopID) {
        failures.attempt([desktopID]) { _ in try lift(group) }
      }
      try expelOthers(matcher, user, groups)
      try collect(matcher, user, groups, &failures)
      for (desktopID, group) in try groups.existing() where matcher.refused.contains(desktopID) {
        failures.attempt([desktopID]) { _ in try rest(group) }
      }
      for group in try groups.slice.children() {
        if try !group.isToBeFrozen(), try !group.isPopulated() { try group.remove() }
      }
    }
    return report(matcher.refused, failures)
  }

  package mutating func verify(_ demand: EnforcementDemand) -> BackendReport {
    let matcher = plan(for: demand)
    guard let user = demand.managedUser else { return dry(matcher) }
    guard let groups else { return unsupported }
    var failures = Failures()
    failures.attempt(matcher.refused) { failures in
      for (desktopID, group) in try groups.existing() {
        let isFrozen = try group.isFrozen()
        if matcher.refused.contains(desktopID), !isFrozen {
          failures[desktopID] = "its processes are not frozen"
        } else if !matcher.refused.contains(desktopID), isFrozen {
          failures[desktopID] = "it may run and is frozen"
        }
      }
      for (process, desktopID) in try strays(matcher, user, groups) {
        failures[desktopID] = "process \(process.pid) runs"
      }
    }
    var report = report(matcher.refused, failures)
    report.probes = ["cgroup.events of each group", "every process of the user"]
    return report
  }

  package mutating func clear(_ demand: EnforcementDemand) -> BackendReport {
    guard let groups else { return unsupported }
    var failures = Failures()
    failures.attempt([name]) { failures in
      guard groups.slice.exists else { return }
      try groups.slice.thaw()
      for group in try groups.slice.children() {
        failures.attempt([group.name]) { _ in
          try lift(group)
          if try !group.isPopulated() { try group.remove() }
        }
      }
      if try groups.slice.children().isEmpty, try !groups.slice.isPopulated() {
        try groups.slice.remove()
      }
    }
    return report([], failures)
  }

  package func letEnd() throws {
    for (_, group) in try groups?.existing() ?? [] { try group.thaw() }
  }
}

/// What went wrong, by subject. The first words about a subject stay.
private struct Failures {
  private(set) var words: [String: String] = [:]

  subscript(subject: String) -> String? {
    get { words[subject] }
    set { if words[subject] == nil { words[subject] = newValue } }
  }

  /// What `body` throws counts for all of `subjects`.
  mutating func attempt(_ subjects: Set<String>, _ body: (inout Self) throws -> Void) {
    do {
      try body(&self)
    } catch {
      for subject in subjects { self[subject] = "\(error)" }
    }
  }
}

extension FreezeBackend {
  private struct Slow: Error, CustomStringConvertible {
    let group: String
    var description: String { "\(group) did not come to rest" }
  }

  /// Thaws in place.
  private func lift(_ group: ControlGroup) throws {
    try group.thaw()
    guard try group.wait(frozen: false, milliseconds: Self.patience) else {
      throw Slow(group: group.path)
    }
  }

  private func rest(_ group: ControlGroup) throws {
    try group.freeze()
    guard try group.wait(frozen: true, milliseconds: Self.patience) else {
      throw Slow(group: group.path)
    }
  }

  /// Moves processes of refused applications into their frozen groups until none is left outside.
  private func collect(
    _ matcher: ProcessMatcher, _ user: UserRecord, _ groups: ShieldGroups,
    _ failures: inout Failures
  ) throws {
    for _ in 0..<Self.rounds {
      var isQuiet = true
      for (process, desktopID) in try strays(matcher, user, groups) where failures[desktopID] == nil
      {
        isQuiet = false
        let group = groups.group(of: desktopID)
        failures.attempt([desktopID]) { _ in
          try group.create()
          try group.freeze()
          if try group.move(process.pid) { refusals?.add(.frozen(desktopID: desktopID)) }
        }
      }
      if isQuiet { return }
    }
    for (process, desktopID) in try strays(matcher, user, groups) where failures[desktopID] == nil {
      failures[desktopID] = "process \(process.pid) keeps starting others"
    }
  }

  /// Processes of refused applications that are in no shield group of theirs.
  private func strays(
    _ matcher: ProcessMatcher, _ user: UserRecord, _ groups: ShieldGroups
  ) throws -> [(ProcessRecord, String)] {
    guard !matcher.refused.isEmpty else { return [] }
    let shields = try shields(groups)
    return try ProcessTable.processes(of: user.uid).compactMap { process in
      let shield = shields[process.pid]
      let found = matcher.application(of: process, inShieldOf: shield) {
        ProcessTable.flatpak(of: process.pid)
      }
      guard let found, found != shield else { return nil }
      return (process, found)
    }
  }

  /// Takes processes that may run out of groups that are about to be frozen: what a terminal has started while it was thawed.
  private func expelOthers(
    _ matcher: ProcessMatcher, _ user: UserRecord, _ groups: ShieldGroups
  ) throws {
    let shields = try shields(groups).filter { matcher.refused.contains($0.value) }
    guard !shields.isEmpty else { return }
    for process in try ProcessTable.processes(of: user.uid) {
      guard let shield = shields[process.pid],
        matcher.application(of: process, inShieldOf: shield, sandbox: { nil }) == nil
      else { continue }
      try groups.released.create()
      _ = try groups.released.move(process.pid)
    }
  }

  private func shields(_ groups: ShieldGroups) throws -> [Int32: String] {
    var result: [Int32: String] = [:]
    for (desktopID, group) in try groups.existing() {
      for pid in try group.processes() { result[pid] = desktopID }
    }
    return result
  }

  private func report(_ refused: Set<String>, _ failures: Failures) -> BackendReport {
    let subjects = refused.union(failures.words.keys)
    return BackendReport(
      name,
      items: subjects.map { .init($0, failures[$0].map(EnforcementStatus.failed) ?? .enforced) })
  }

  private func dry(_ matcher: ProcessMatcher) -> BackendReport {
    let reason = EnforcementStatus.dry("no managed user; its processes would be frozen")
    return BackendReport(
      name, .dry("no managed user"), items: matcher.refused.sorted().map { .init($0, reason) })
  }

  private var unsupported: BackendReport {
    BackendReport(name, .unsupported("no cgroup v2 hierarchy is mounted"))
  }
}
