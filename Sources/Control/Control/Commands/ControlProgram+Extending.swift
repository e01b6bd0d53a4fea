import ActivityEngine
import CompiledPolicy
import FoundationEssentials
import SharedDirectory

extension ControlProgram {
  /// Grants extra time for the day that is running.
  func extend(_ request: Command.ExtensionRequest) throws {
    try prepareToChange("grant extra time")
    guard let grant = try directory.read(.authorization)?.grantInForce else {
      throw ControlFailure.unauthorized
    }
    let policy = try directory.read(.policy)
    let limits = (policy?.plan.conditional ?? []).compactMap { conditional in
      if case .afterEvent(let event) = conditional.condition { event } else { nil }
    }
    guard !limits.isEmpty else { throw ExtensionFailure.noLimit }
    let application = try request.application.map {
      try limitedApplication($0, among: limits.compactMap(\.limitedApplication))
    }
    let new = TimeExtensions.Grant(
      id: UUID().uuidString.lowercased(), application: application, minutes: request.minutes,
      at: world.now, by: world.caller.user)
    try directory.update(.extensions) { old in
      var extensions = old?.grant == grant ? old ?? .init(grant: grant) : .init(grant: grant)
      extensions.add(new)
      return extensions
    }
    say("granted for today: \(new.words)")
    if application != nil, try isDailyLimitReached() {
      world.warn(
        "pavise: warning: the daily limit is used up too; “pavise extend all MINUTES” extends it")
    }
    try warnIfMonitorIsDead("the extra time begins when it runs")
  }

  /// What the policy calls an application that has a limit of its own.
  private func limitedApplication(_ word: String, among limited: [String]) throws -> String {
    if limited.contains(word) { return word }
    let installed = try world.applications(try readConfiguration())
    let meant = installed.first { $0.identifiers.contains(word) || $0.name == word }
    if let name = limited.first(where: { meant?.identifiers.contains($0) ?? false }) {
      return name
    }
    throw ExtensionFailure.noLimitOf(word, limited: limited)
  }

  private func isDailyLimitReached() throws -> Bool {
    let events = try directory.salvage(.inForce)?.running.flatMap(\.events) ?? []
    return events.contains { $0.name == .dailyLimit && $0.hasReached }
  }
}

/// Why no extra time was granted.
enum ExtensionFailure: Error, Equatable, CustomStringConvertible {
  case noLimit
  case noLimitOf(String, limited: [String])

  var description: String {
    switch self {
    case .noLimit: "the policy has no limit that could be extended"
    case .noLimitOf(let word, let limited):
      "“\(word)” has no limit of its own"
        + (limited.isEmpty ? "; “all” extends the daily one" : "; these have: ")
        + limited.sorted().joined(separator: ", ")
    }
  }
}
