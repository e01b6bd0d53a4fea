/// A way to get round what is in force, and what is claimed of it: a row of the table in the README.
struct Bypass: Sendable {
  enum Outcome: String, Sendable {
    case refused
    case runs
    case frozen = "stays frozen"
    case runsOn = "runs on"
    case untilSeen = "runs until it is seen"
  }

  enum Phase: CaseIterable {
    /// Before anything is in force: whatever can be tried at all succeeds.
    case open
    case shielded
    /// The monitor was killed, and nobody starts it again.
    case dead
    case restarted
  }

  let attempt: String
  let blocked: Outcome
  let allowlist: Outcome
  let stops: String
  /// What must be there for the attempt to succeed; without it there is nothing to see.
  var isPossible: @Sendable () -> Bool = { true }
  let act: @Sendable (BypassScene, Phase) throws -> Outcome

  func claim(_ mode: BypassScene.Mode) -> Outcome { mode == .blocked ? blocked : allowlist }

  /// What is to be seen in that phase.
  func expected(_ mode: BypassScene.Mode, _ phase: Phase) -> Outcome {
    let claim = claim(mode)
    return switch (phase, claim) {
    case (.open, .frozen), (.open, .runsOn): .runsOn
    case (.open, _): .runs
    case (.dead, .untilSeen): .runs
    case (_, .untilSeen): .refused
    default: claim
    }
  }

  /// As the README has it.
  var row: String {
    "| \(attempt) | \(blocked.rawValue) | \(allowlist.rawValue) | \(stops) |"
  }
}
