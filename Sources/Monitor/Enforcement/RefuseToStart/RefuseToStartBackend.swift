package import SharedDirectory
import System

/// Refuses the managed user to start, read or copy the programs of refused applications. Nobody else notices.
///
/// Two layers: ACL entries, which hold while no daemon lives, and the gate, which follows the file itself under every
/// name and reaches files whose ACL the user could change back.
package struct RefuseToStartBackend: EnforcementBackend {
  package let name = "refuse-to-start"
  private let entries: AccessEntries
  private let gate: ExecGate?
  private let canary: Canary?

  /// - Parameters:
  ///   - record: Where the entries that were added are noted.
  ///   - gate: `nil` where the kernel offers none.
  ///   - canary: `nil` for read-back alone.
  package init(record: AccessRecordStore, gate: ExecGate?, canary: Canary? = nil) {
    self.init(entries: AccessEntries(store: record), gate: gate, canary: canary)
  }

  init(entries: AccessEntries, gate: ExecGate?, canary: Canary?) {
    self.entries = entries
    self.gate = gate
    self.canary = canary
  }

  package func plan(for demand: EnforcementDemand) -> StartRefusalPlan {
    StartRefusalPlan(demand)
  }

  package mutating func apply(_ demand: EnforcementDemand) -> BackendReport {
    let plan = plan(for: demand)
    guard let user = demand.managedUser else { return dry(plan) }
    var failures = gate?.converge(to: plan.targets.map(\.file), of: user.uid) ?? [:]
    let wanted = plan.targets.filter { $0.withoutEntry == nil }.map(\.file)
    failures.merge(entries.converge(to: wanted, of: user.uid, known: demand.files)) {
      $0 + "; " + $1
    }
    return report(plan, failures) { _ in nil }
  }

  package mutating func verify(_ demand: EnforcementDemand) -> BackendReport {
    let plan = plan(for: demand)
    guard let user = demand.managedUser else { return dry(plan) }
    var report = report(plan, [:]) { target in
      do {
        let hasEntry = try entries.isInForce(target.file, user: user.uid)
        if hasEntry { return nil }
        if target.withoutEntry == nil { return "\(target.file.path) has lost its ACL entry" }
        return isHeld(target.file) ? nil : "\(target.file.path) is not refused"
      } catch {
        return "\(target.file.path): \(error)"
      }
    }
    report.probes = ["ACL of each file", "marks of the fanotify group"]
    if let finding = canary?.probe(user) {
      report.probes.append(finding.words)
      if finding.isLost { report.status = .failed(finding.words) }
    }
    return report
  }

  package mutating func clear(_ demand: EnforcementDemand) -> BackendReport {
    var failures = entries.clear(known: demand.files)
    do { try gate?.clear() } catch { failures["fanotify"] = "\(error)" }
    return BackendReport(
      name, items: failures.map { .init($0.key.isEmpty ? "record" : $0.key, .failed($0.value)) })
  }
}

extension RefuseToStartBackend {
  private func report(
    _ plan: StartRefusalPlan, _ failures: [String: String],
    _ check: (StartRefusalPlan.Target) -> String?
  ) -> BackendReport {
    var items: [BackendReport.Item] = plan.applications.map { desktopID in
      let targets = plan.targets.filter { $0.applications.contains(desktopID) }
      var broken: [String] = []
      var notes = targets.compactMap(note) + [plan.shortcomings[desktopID]].compactMap(\.self)
      for target in targets {
        let failure = failures[target.file.path].map { "\(target.file.path): \($0)" }
        guard let words = failure ?? check(target) else { continue }
        // One layer that holds is refusal, if not the whole of it.
        if isHeld(target.file) { notes.append(words) } else { broken.append(words) }
      }
      if !broken.isEmpty { return .init(desktopID, .failed(broken.joined(separator: "; "))) }
      if targets.isEmpty {
        return .init(
          desktopID, .unsupported(plan.shortcomings[desktopID] ?? "no file of it is known"))
      }
      return .init(desktopID, notes.isEmpty ? .enforced : .partial(notes.joined(separator: "; ")))
    }
    if let record = failures[""] { items.append(.init("record", .failed(record))) }
    return BackendReport(name, items: items)
  }

  private func isHeld(_ file: ExecutableFile) -> Bool {
    (try? gate?.holds(file)) ?? false
  }

  /// What a target lacks of the two layers.
  private func note(on target: StartRefusalPlan.Target) -> String? {
    switch (target.withoutEntry, gate) {
    case (let reason?, nil): "\(target.file.path) is not refused: \(reason), and there is no gate"
    case (let reason?, _):
      "\(target.file.path) is refused while the monitor's gate is kept: \(reason)"
    case (nil, _): nil
    }
  }

  private func dry(_ plan: StartRefusalPlan) -> BackendReport {
    let items = plan.applications.map { desktopID in
      let paths = plan.targets.filter { $0.applications.contains(desktopID) }.map(\.file.path)
      let words =
        paths.isEmpty ? plan.shortcomings[desktopID] ?? "nothing" : paths.joined(separator: ", ")
      return BackendReport.Item(desktopID, .dry("no managed user; would refuse " + words))
    }
    return BackendReport(name, .dry("no managed user"), items: items)
  }
}

extension EnforcementDemand {
  /// The files of all installed applications.
  fileprivate var files: [ExecutableFile] {
    Set(applications.flatMap(\.application.executables)).sorted { $0.path < $1.path }
  }
}
