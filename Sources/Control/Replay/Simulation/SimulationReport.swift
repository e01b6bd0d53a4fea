import CompiledPolicy
package import FoundationEssentials
import SharedDirectory

/// A simulation for machines, as canonical JSON.
package struct SimulationReport: Encodable, Sendable {
  struct Category: Encodable {
    let category: RuleCategory
    let status: MappingResult.Status
    let detail: String?
  }

  let name: String
  let policyID: String
  let version: Int
  let status: String
  let isWell: Bool
  let categories: [Category]
  let faults: [PolicyFault]
  let failures: [String]
  let locked: [Stretch]
  let silenced: [Stretch]
  let transcript: Transcript

  package init(_ simulation: Simulation) {
    name = simulation.replayed.story.name
    policyID = simulation.received.policy.policyID
    version = simulation.received.policy.version
    status = simulation.received.policy.status
    isWell = simulation.isWell
    categories = RuleCategory.allCases.compactMap { category in
      guard let result = simulation.plan.results[category], let status = result.status else {
        return nil
      }
      return Category(category: category, status: status, detail: result.detail)
    }
    faults = simulation.plan.faults
    failures = simulation.replayed.failures
    locked = simulation.locked
    silenced = simulation.silenced
    transcript = simulation.replayed.transcript
  }

  package func json() throws -> Data { try CanonicalJSON.encode(self) }
}
