import SyncService

/// One thing that was looked at, and what it means for what is enforced.
struct Check: Equatable, Encodable {
  enum Verdict: String, Encodable, Comparable, CaseIterable {
    case good, unknown, limited, missing

    static func < (first: Self, second: Self) -> Bool {
      let order = Self.allCases
      return (order.firstIndex(of: first) ?? 0) < (order.firstIndex(of: second) ?? 0)
    }
  }

  typealias Engine = MachineCapability.Engine

  let subject: String
  let verdict: Verdict
  let words: String
  /// What makes it better.
  var remedy: String?
  /// What is as good as this check.
  var needed: Set<Engine> = []
  /// What is less complete where this check is not good.
  var helpful: Set<Engine> = []

  /// What it lets an engine be.
  func verdict(for engine: Engine) -> Verdict {
    if needed.contains(engine) { return verdict }
    return helpful.contains(engine) ? min(verdict, .limited) : .good
  }

  /// All checks, in the order in which a person should read them.
  static func all(_ facts: MachineFacts) -> [Check] {
    [
      privilege(facts), managedUser(facts), directory(facts), monitor(facts), sync(facts),
      unit(facts), gate(facts), accessLists(facts), freezer(facts), processDescriptors(facts),
      memory(facts), home(facts), logind(facts), logins(facts), session(facts), notices(facts),
      displayManager(facts), clock(facts), zone(facts), browsers(facts),
    ]
  }

  static let everything = Set(Engine.allCases)
}
