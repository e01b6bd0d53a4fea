package import SharedDirectory
/// Owns the backends and asks all of them.
package struct Enforcer {
  private var backends: [any EnforcementBackend]

  package init(_ backends: [any EnforcementBackend]) {
    self.backends = backends
  }

  /// Puts `demand` in force and reads back what is. For a user who cannot be found nothing is touched.
  package mutating func converge(to demand: EnforcementDemand) -> [BackendReport] {
    if demand.isUserUnknown {
      return each { BackendReport($0.name, .failed("the managed user cannot be found")) }
    }
    return each { backend in backend.apply(demand).worsened(by: backend.verify(demand)) }
      + named(demand)
  }

  /// Reads back what is in force, for the slow schedule on which a silent loss is noticed.
  package mutating func verify(_ demand: EnforcementDemand) -> [BackendReport] {
    each { $0.verify(demand) } + named(demand)
  }

  /// Lifts everything right now, what is frozen too, from any state and without any file of an earlier life (rule S5).
  ///
  /// - Parameter demand: Says where to look: the managed user and the installed applications. What it refuses is not looked at.
  package mutating func clear(_ demand: EnforcementDemand) -> [BackendReport] {
    each { $0.clear(demand) }
  }

  /// Lets what stands still come to its end, while the machine shuts down.
  ///
  /// - Returns: What went wrong, by backend.
  package func letEnd() -> [String: String] {
    var failures: [String: String] = [:]
    for backend in backends {
      do { try backend.letEnd() } catch { failures[backend.name] = "\(error)" }
    }
    return failures
  }

  private mutating func each(
    _ ask: (inout any EnforcementBackend) -> BackendReport
  ) -> [BackendReport] {
    backends.indices.map { ask(&backends[$0]) }
  }

  /// What the settings name and this machine does not have belongs to no backend.
  private func named(_ demand: EnforcementDemand) -> [BackendReport] {
    guard !demand.unsupported.isEmpty else { return [] }
    let items = demand.unsupported.map { BackendReport.Item($0.key, .unsupported($0.value)) }
    return [BackendReport(BackendReport.unknownIdentifiers, items: items)]
  }
}
