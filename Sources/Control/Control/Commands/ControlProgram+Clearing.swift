import FoundationEssentials
import SharedDirectory

extension ControlProgram {
  /// How long the monitor may take to lift what is in force, in seconds.
  private static var patience: TimeInterval { 10 }

  /// Lifts everything that restricts the machine, what is frozen too (rule S5).
  func clear() throws -> ExitCode {
    try prepareToChange("lift all restrictions")
    let cleared = try Clearing(storage: storage)
    for store in cleared.stores.sorted() { say("cleared the store \(store)") }
    for activity in cleared.activities.sorted() { say("unregistered \(activity)") }
    let isLifted: Bool
    if try world.daemon(MonitorRole.name) == .dead {
      isLifted = try liftWithoutMonitor()
    } else {
      isLifted = try waitForMonitor()
    }
    guard isLifted else { return .failure }
    if let policy = cleared.policy {
      say("policy \(policy.policyID), version \(policy.version), stays lifted until it changes")
    }
    say("nothing is restricted any more")
    return .success
  }

  private func liftWithoutMonitor() throws -> Bool {
    guard world.caller.isRoot else { throw ControlFailure.liftingNeedsRoot }
    // A damaged configuration may hide whose restrictions these are, which is no reason to lift none.
    let reports = try world.lift(try readConfiguration())
    for report in reports { say("\(report.backend): \(report.status.words)") }
    return !reports.contains {
      if case .failed = $0.status { true } else { false }
    }
  }

  private func waitForMonitor() throws -> Bool {
    let deadline = world.now.addingTimeInterval(Self.patience)
    while true {
      // What the monitor is writing anew is no answer yet.
      if let inForce = try directory.read(.inForce), inForce.stores.isEmpty, inForce.lock == nil {
        for report in inForce.backends { say("\(report.backend): \(report.status.words)") }
        return true
      }
      switch try world.waitForChange(until: deadline) {
      case .changed: continue
      case .stop: return false
      case .due:
        world.warn(
          "pavise: pavise-monitor has not lifted everything within \(Int(Self.patience)) seconds")
        return false
      }
    }
  }
}
