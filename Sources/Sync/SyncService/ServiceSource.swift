package import FoundationEssentials
package import PhosraAPI
package import SharedDirectory

/// The service as the source of policies.
///
/// Nothing here waits for the network: an answer is handed over when it has come, and what the service has to be told
/// is in the outbox, on the disk, when handing it in returns (rule P2).
package struct ServiceSource: PolicySource {
  package private(set) var session: DeviceSession
  private var answer: PolicyAnswer?
  private var refused: Health.Fault?
  private let now: @Sendable () -> Date

  package init(_ session: DeviceSession, now: @escaping @Sendable () -> Date) {
    self.session = session
    self.now = now
  }

  /// Whether something has come that ``fetch()`` would hand over.
  package var hasAnswer: Bool { answer != nil }

  /// Moves the exchanges on.
  package mutating func advance(heldVersion: Int?) throws -> DeviceSession.Advance {
    let advance = try session.advance(heldVersion: heldVersion)
    for news in advance.news {
      switch news {
      case .policy(let policy): answer = .received(policy)
      // Nothing newer than a policy that was not yet handed over.
      case .unchanged: answer = answer ?? .unchanged
      case .noActivePolicy: answer = .noActivePolicy
      case .setAside(_, let reason):
        refused = Health.Fault(
          code: "report.refused", since: now(),
          words: "\(reason); it lies in aside/ and is not sent again")
      case .accepted: refused = nil
      case .failed: break
      }
    }
    return advance
  }

  package mutating func fetchNow() { session.fetchNow() }

  package mutating func push(version: Int, heldVersion: Int?) {
    session.push(version: version, heldVersion: heldVersion)
  }

  package mutating func poll(every seconds: Double) { session.poll(every: seconds) }

  // MARK: PolicySource

  package mutating func fetch() -> PolicyAnswer {
    defer { answer = nil }
    return answer ?? .unchanged
  }

  package mutating func submit(_ report: Data) throws {
    try session.outbox.add(.report(json: Self.line(report)), at: now())
  }

  package var wantsScreenTime: Bool { true }

  package mutating func submitScreenTime(_ report: Data, key: String) throws {
    try session.outbox.add(.report(json: Self.line(report)), key: key, at: now())
  }

  /// On one line, without the end that a file has.
  private static func line(_ report: Data) -> String {
    String(decoding: report, as: UTF8.self).filter { $0 != "\n" }
  }

  package mutating func acknowledge(version: Int) throws {
    try session.outbox.add(.acknowledgement(version: version), at: now())
  }

  package var faults: [Health.Fault] {
    let service = session.fault.map {
      Health.Fault(code: "service", subject: $0.word, since: now(), words: "\($0)")
    }
    let push = session.pushTrouble.map {
      Health.Fault(code: "push", since: now(), words: "pushes do not come at once: \($0)")
    }
    return [service, push, refused].compactMap(\.self)
  }
}
