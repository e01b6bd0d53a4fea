import Glibc
package import SharedDirectory
package import System

/// Locks the managed user out of the whole device: what runs for him stands still, and he cannot log in anew.
///
/// Nothing is ended and nothing is remembered: each life of the monitor finds the frozen session and the list of refused
/// logins as they are, and brings them to where they should be. Whoever else logs in notices nothing.
package struct DeviceLockBackend: EnforcementBackend {
  package let name = BackendReport.deviceLock
  private let freezer: SessionFreezer?
  private let refusal: LoginRefusal
  private let greeter = Greeter()
  /// There once logind is.
  private let logind: String
  /// How a parent gets to a login while the lock lasts.
  private var way: String?

  /// - Parameters:
  ///   - root: The cgroup v2 hierarchy; nil where there is none.
  ///   - slice: The name of the group below it that holds all of ours.
  ///   - directory: Where the list of refused logins lies, which PAM is set up to ask.
  package init(
    root: ControlGroup?, slice: String = "pavise.slice", directory: String,
    stack: LoginStack = LoginStack(), logind: String = "/run/systemd/seats"
  ) {
    freezer = root.map { SessionFreezer(root: $0, slice: $0[slice]) }
    refusal = LoginRefusal(directory: directory, stack: stack)
    self.logind = logind
  }

  package func plan(for demand: EnforcementDemand) -> DeviceLockPlan {
    DeviceLockPlan(demand)
  }

  package mutating func apply(_ demand: EnforcementDemand) -> BackendReport {
    switch plan(for: demand) {
    case .keep: return BackendReport(name, items: [])
    case .open, .applications:
      way = nil
      return lift()
    case .session(let user): return lock(user)
    }
  }

  private mutating func lock(_ user: UserRecord) -> BackendReport {
    var items: [BackendReport.Item] = []
    var isNew = false
    items += failure("session") { isNew = try freezer?.freeze(user) ?? false }
    items += failure("logins") { try refusal.refuse(user) }
    if isNew { way = greeter.show(insteadOf: user) }
    return report(items)
  }

  /// Does all that can be done, even if some of it fails.
  private func lift() -> BackendReport {
    report(
      failure("session") { try freezer?.thaw() } + failure("logins") { try refusal.allow() })
  }

  package mutating func verify(_ demand: EnforcementDemand) -> BackendReport {
    let plan = plan(for: demand)
    guard plan != .keep, let exempt = demand.exempt else { return BackendReport(name, items: []) }
    guard let user = demand.managedUser else {
      return BackendReport(name, .dry("no managed user; the session would be frozen"))
    }
    var items: [BackendReport.Item] = []
    if plan == .open || !exempt.isEmpty { items += failure("session", remainder) }
    guard exempt.isEmpty else {
      return items.isEmpty
        ? BackendReport(
          name,
          .partial(
            "something that is always allowed is installed, so the session stays open;"
              + " applications are refused and frozen"))
        : report(items)
    }
    items.append(.init("session", capability))
    items += failure("logins") { items.append(.init("logins", try refusal.capability(user))) }
    if case .session = plan { items = losses(user) + items }
    var report = report(items)
    report.probes = ["cgroup.events of the session", "every process of the user", "PAM's stacks"]
    if let way { report.probes.append(way) }
    return report
  }

  package mutating func clear(_ demand: EnforcementDemand) -> BackendReport { lift() }

  package func letEnd() throws { try freezer?.thaw() }
}

extension DeviceLockBackend {
  private struct Loss: Error, CustomStringConvertible {
    let description: String
  }

  /// How far a session can be frozen here.
  private var capability: EnforcementStatus {
    if freezer == nil { return .unsupported("no cgroup v2 hierarchy is mounted") }
    guard access(logind, F_OK) == 0 else {
      return .partial("no logind: what runs when the lock begins is frozen, not what begins later")
    }
    return .enforced
  }

  private func losses(_ user: UserRecord) -> [BackendReport.Item] {
    failure("session") {
      if let loss = try freezer?.shortcoming(user) { throw Loss(description: loss) }
    }
      + failure("logins") {
        if try !refusal.isInForce(user) { throw Loss(description: "the list does not name him") }
      }
  }

  private func remainder() throws {
    if let rest = try freezer?.remainder() { throw Loss(description: rest) }
    if refusal.isPresent { throw Loss(description: "\(refusal.file) is still there") }
  }

  private func failure(_ subject: String, _ body: () throws -> Void) -> [BackendReport.Item] {
    do {
      try body()
      return []
    } catch {
      return [.init(subject, .failed("\(error)"))]
    }
  }

  /// The first word about a subject stays, and one that has failed is a failure of the lock.
  private func report(_ items: [BackendReport.Item]) -> BackendReport {
    var first: [BackendReport.Item] = []
    for item in items where !first.contains(where: { $0.subject == item.subject }) {
      first.append(item)
    }
    var report = BackendReport(name, items: first)
    for item in first {
      if case .failed(let reason) = item.status {
        report.status = .failed("\(item.subject): \(reason)")
        break
      }
    }
    return report
  }
}
