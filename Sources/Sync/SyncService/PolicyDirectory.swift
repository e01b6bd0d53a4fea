package import FoundationEssentials
package import SharedDirectory

/// A directory that somebody puts policies into: the source that needs no server.
///
/// It holds one policy, `policy.json` or else the only other file that ends in `.json`. The answers are written beside it.
/// A missing policy says nothing: it is not the same as one that restricts nothing (rule D6).
package struct PolicyDirectory: PolicySource {
  package static let report = "report.json"
  package static let acknowledgement = "ack.json"

  private let storage: any Storage

  package init(storage: any Storage) {
    self.storage = storage
  }

  package func fetch() throws -> PolicyAnswer {
    let candidates = try storage.list("").filter {
      $0.hasSuffix(".json") && $0 != Self.report && $0 != Self.acknowledgement
    }
    let name: String
    if candidates.contains("policy.json") {
      name = "policy.json"
    } else if candidates.count > 1 {
      throw AmbiguousPolicy(names: candidates)
    } else if let only = candidates.first {
      name = only
    } else {
      return .nothingToSay("the policy directory holds no policy")
    }
    guard let bytes = try storage.read(name) else {
      return .nothingToSay("\(name) has gone while it was looked at")
    }
    return .policy(bytes)
  }

  package func submit(_ report: Data) throws {
    try storage.replace(Self.report, mode: 0o640) { report }
  }

  package func acknowledge(version: Int) throws {
    try storage.replace(Self.acknowledgement, mode: 0o640) {
      Data("{\"version\":\(version)}\n".utf8)
    }
  }
}

/// Several files could be the policy.
package struct AmbiguousPolicy: Error, Equatable, CustomStringConvertible {
  package let names: [String]

  package var description: String {
    "several files could be the policy: \(names.joined(separator: ", ")); call it policy.json"
  }
}
