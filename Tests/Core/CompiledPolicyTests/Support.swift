import Foundation
import ManagedSettings

@testable import CompiledPolicy

func received(_ text: String) throws -> ReceivedPolicy {
  try ReceivedPolicy(parsing: Array(text.utf8))
}

/// An active policy with these sections alone.
func document(_ sections: String) -> String {
  #"{"version":1,"policy_id":"p","status":"active""# + (sections.isEmpty ? "" : "," + sections)
    + "}"
}

/// The plan of a document without a predecessor; the token of an identity is its description.
func plan(_ text: String) throws -> PolicyPlan {
  let received = try received(text)
  return PolicyPlan(received.policy, faults: received.faults, token: { mint($0) })
}

func mint(_ identity: Identity) -> Data { Data("\(identity)".utf8) }

func app(_ name: String) -> ApplicationToken { Token(data: mint(.application(name))) }

func site(_ name: String) -> WebDomainToken { Token(data: mint(.webDomain(name))) }

func category(_ name: String) -> ActivityCategoryToken { Token(data: mint(.category(name))) }
