package import CompiledPolicy
package import FoundationEssentials
package import SharedDirectory

/// Where policies come from and answers go to: a directory, or a service.
package protocol PolicySource {
  /// Asks for the policy that is to be in force.
  ///
  /// - Throws: What went wrong, in words for a person. The last policy then stays in force.
  mutating func fetch() throws -> PolicyAnswer

  /// Hands in a report. Kept and given again until this returns.
  mutating func submit(_ report: Data) throws

  /// Says which version is applied.
  mutating func acknowledge(version: Int) throws

  /// Hands in the screen time of a day, as ``submit(_:)`` does.
  ///
  /// - Parameter key: The same whenever the same day is handed in.
  mutating func submitScreenTime(_ report: Data, key: String) throws

  /// Whether somebody is there who wants the screen time.
  var wantsScreenTime: Bool { get }

  /// What is wrong with the source itself and lasts; none unless it says so.
  var faults: [Health.Fault] { get }
}

extension PolicySource {
  package var faults: [Health.Fault] { [] }

  /// Nobody, unless it says so.
  package var wantsScreenTime: Bool { false }
  package mutating func submitScreenTime(_ report: Data, key: String) throws {}
}

/// What a source says about the policy.
package enum PolicyAnswer: Equatable, Sendable {
  /// The document, as it is now.
  case policy(Data)
  /// The policy, already read.
  case received(ReceivedPolicy)
  /// What is in force is the newest.
  case unchanged
  /// Somebody has paused or deleted the policy: what it restricts is to be lifted, unless the guardian has it kept
  /// (rule P3).
  case noActivePolicy
  /// There is no answer at present; what is in force stays so (rule D6).
  case nothingToSay(String)
}
