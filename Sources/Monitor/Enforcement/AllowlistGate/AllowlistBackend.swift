import Glibc
package import SharedDirectory
package import System

/// Allowlist mode: the managed user can execute nothing but what is root's alone, whatever its name and wherever it lies.
///
/// Which of these programs are refused too is for ``RefuseToStartBackend``. A gate that a killed monitor leaves behind goes
/// on; the next one starts its own before it ends that one, so there is no moment without.
package struct AllowlistBackend: EnforcementBackend {
  package let name = BackendReport.allowlist
  /// How long the end of a gate is waited for, in seconds.
  private static let patience = 5.0
  private let register: ProcessRegister
  private let registerPath: String
  private let canary: Canary?
  private let refusals: Refusals?
  private let isManaged: Bool
  private let limits: KernelLimits
  private var gate: GateProcess?

  /// - Parameters:
  ///   - register: The file in which gates register themselves.
  ///   - canary: `nil` for no probe.
  ///   - refusals: Told of what is refused, and when to look again.
  ///   - isManaged: A service manager looks after the monitor.
  package init(
    register: String, canary: Canary? = nil, refusals: Refusals? = nil,
    isManaged: Bool = ServiceNotification() != nil
  ) {
    self.register = ProcessRegister(at: register)
    registerPath = register
    self.canary = canary
    self.refusals = refusals
    self.isManaged = isManaged
    limits = KernelLimits()
  }

  /// The user who is to be confined; `nil` for nobody.
  package func plan(for demand: EnforcementDemand) -> UserRecord? {
    demand.allowlist.isEmpty ? nil : demand.managedUser
  }

  package mutating func apply(_ demand: EnforcementDemand) -> BackendReport {
    guard let user = plan(for: demand) else {
      let report = clear(demand)
      return demand.allowlist.isEmpty || report.status != .enforced ? report : dry
    }
    do {
      let mounts = try mounts(for: demand)
      let isFit =
        gate.map { $0.isAlive() && $0.user == user.uid && $0.mounts == mounts.watched } ?? false
      if !isFit {
        let old = gate
        // What is not held is no reason to hold nothing: the old gate goes on if there can be no new one.
        gate = try GateProcess(
          user: user.uid, mounts: mounts.watched, register: registerPath, refusals: refusals)
        try old?.end()
      }
      try endStrangers()
      return report(mounts)
    } catch {
      return BackendReport(name, .failed("\(error)"))
    }
  }

  package mutating func verify(_ demand: EnforcementDemand) -> BackendReport {
    guard let user = plan(for: demand) else {
      return demand.allowlist.isEmpty ? BackendReport(name, items: []) : dry
    }
    do {
      let mounts = try mounts(for: demand)
      guard let gate, gate.isAlive() else {
        return BackendReport(name, .failed("its gate has ended"))
      }
      var report = report(mounts)
      if gate.mounts != mounts.watched { report.status = .failed("there are other mounts by now") }
      report.probes = ["the gate lives", "mountinfo"]
      if let finding = canary?.probeUnlisted(user, on: mounts.watched) {
        report.probes.append(finding.words)
        if finding.isLost { report.status = .failed(finding.words) }
      }
      return report
    } catch {
      return BackendReport(name, .failed("\(error)"))
    }
  }

  package mutating func clear(_ demand: EnforcementDemand) -> BackendReport {
    do {
      try gate?.end()
      gate = nil
      try endStrangers()
      return BackendReport(name, items: [])
    } catch {
      return BackendReport(name, .failed("\(error)"))
    }
  }
}

extension AllowlistBackend {
  private var dry: BackendReport { BackendReport(name, .dry("no managed user")) }

  private func mounts(for demand: EnforcementDemand) throws -> ProgramMounts {
    let own = ["/proc/self/exe", "/bin/sh"].compactMap(MountTable.device(holding:))
    return ProgramMounts(
      try MountTable.read(), confinedTo: demand.programMounts, own: Set(own), isManaged: isManaged)
  }

  /// Ends the gates of earlier lives.
  private func endStrangers() throws {
    let deadline = Clock.monotonic() + Self.patience
    while true {
      let strangers = try register.members().filter { $0 != gate?.pid }
      if strangers.isEmpty { return }
      for pid in strangers where kill(pid, SIGKILL) != 0 && errno != ESRCH {
        throw SystemError(call: "kill", path: "process \(pid)", code: errno)
      }
      if Clock.monotonic() > deadline {
        throw SystemError(call: "kill", path: "process \(strangers[0])", code: ETIMEDOUT)
      }
      usleep(1000)
    }
  }

  private func report(_ mounts: ProgramMounts) -> BackendReport {
    let open = mounts.withheld.merging(gate?.failures ?? [:]) { first, _ in first }
    let reasons =
      open.sorted { $0.key < $1.key }.map { "\($0.key) is not watched: \($0.value)" }
      + limits.shortcomings + ["an interpreter runs what it is given"]
    return BackendReport(name, .partial(reasons.joined(separator: "; ")))
  }
}
