import ActivityEngine
import Enforcement
import FoundationEssentials
import SharedDirectory

extension MonitorLoop {
  /// Writes what has changed: the state, what is in force, and the faults that last.
  mutating func save() throws {
    try saveEngine()
    let now = now()
    inForce.authorization = state.authorization?.status
    inForce.grant = document.grant
    inForce.policy = state.policy?.identity
    inForce.running = document.engine.running(at: now, in: zones)
    inForce.edges = document.engine.occurrences.map {
      InForce.Edge(activity: $0.activity, start: $0.occurrence.start, end: $0.occurrence.end)
    }
    inForce.stores = (state.stores ?? []).map(\.name)
    inForce.use = world.useMeasurement
    inForce.ratings = world.ratings
    // What is not known stays as it is, and so does the word about it.
    inForce.lock = demand?.lock == .unknown ? savedInForce?.lock : demand?.lock.lock
    if inForce != savedInForce {
      try directory.write(.inForce, inForce)
      savedInForce = inForce
    }
    try saveHealth(at: now)
  }

  mutating func saveEngine() throws {
    guard
      document.engine != saved?.engine || document.grant != saved?.grant
        || document.clock.isDoubting != saved?.clock.isDoubting
        || document.notices != saved?.notices || document.notedExtensions != saved?.notedExtensions
    else { return }
    try directory.write(.engine, document)
    saved = document
  }

  private mutating func saveHealth(at now: Date) throws {
    var faults = state.faults(at: now)
    if let zoneFault {
      faults.append(Health.Fault(code: "configuration.zone", since: now, words: zoneFault))
    }
    if document.clock.isDoubting {
      faults.append(
        Health.Fault(
          code: "clock.leap", since: now,
          words: "the clock leapt by more than a year; not followed unless it lasts a day"))
    }
    faults += directory.faults.map {
      Health.Fault(code: "file.damaged", subject: $0.name, since: now, words: "\($0)")
    }
    if let fault = world.tableFault {
      faults.append(
        Health.Fault(
          code: "applications.table", subject: DirectoryLayout.applicationTable, since: now,
          words: fault))
    }
    faults += (inForce.use?.faults ?? []).map {
      Health.Fault(code: "use.impossible", subject: "usage", since: now, words: $0)
    }
    faults += inForce.backends.flatMap { report -> [Health.Fault] in
      guard case .failed(let reason) = report.status else { return [] }
      return [
        Health.Fault(
          code: "enforcement.failed", subject: report.backend, since: now, words: reason)
      ]
    }
    if let reportedFaults, reportedFaults.isSame(as: faults) { return }
    try directory.report(faults)
    reportedFaults = faults
  }
}

extension [Health.Fault] {
  /// Whether both say the same, whenever it began.
  fileprivate func isSame(as others: Self) -> Bool {
    elementsEqual(others) {
      $0.code == $1.code && $0.subject == $1.subject && $0.words == $1.words
    }
  }
}
