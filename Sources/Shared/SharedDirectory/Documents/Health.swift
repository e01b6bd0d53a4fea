package import FoundationEssentials

/// The faults of one daemon that last (`health/WRITER.json`).
package struct Health: Codable, Equatable, Sendable {
  package struct Fault: Codable, Equatable, Sendable {
    /// A constant word that programs can test: `policy.refused`, `file.damaged`, `enforcement.lost`.
    package var code: String
    /// What it is about, where one code can concern several things: a file, an application.
    package var subject: String?
    package var since: Date
    /// What a person should know, and do.
    package var words: String

    package init(code: String, subject: String? = nil, since: Date, words: String) {
      self.code = code
      self.subject = subject
      self.since = since
      self.words = words
    }
  }

  /// In order of code, then subject.
  package private(set) var faults: [Fault] = []

  package init() {}

  /// Makes the faults be exactly `current`; a fault that was there keeps its `since`.
  package mutating func report(_ current: [Fault]) {
    let known = faults
    faults = []
    for var fault in current {
      if let old = known.first(where: { $0.code == fault.code && $0.subject == fault.subject }) {
        fault.since = old.since
      }
      faults.append(fault)
    }
    faults.sort { ($0.code, $0.subject ?? "") < ($1.code, $1.subject ?? "") }
  }
}

extension SharedDirectory {
  /// Makes the faults of this daemon be exactly `faults`.
  package func report(_ faults: [Health.Fault]) throws {
    let file = SharedFile<Health, Role>.health
    try withLocks(file.lock) { locked in
      // Damaged beyond its copy, it is simply made anew.
      let old = try locked.salvage(file)
      var health = old ?? Health()
      health.report(faults)
      if health != old { try locked.write(file, health) }
    }
  }
}
