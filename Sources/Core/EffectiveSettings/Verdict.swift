package import ManagedSettings

/// What becomes of an application or a web domain. Reasons name store and setting, in words for people.
package enum Verdict: Equatable, Sendable {
  case allowed
  /// Covered by a shield when opened.
  case shielded(reasons: [String])
  /// Cannot be opened at all.
  case blocked(reasons: [String])
}

/// One setting of one store that something is blocked or shielded for.
package struct Cause: Equatable, Sendable {
  package let store: String
  package let setting: SettingKey
  /// What the setting says about it, without a subject.
  package let words: String

  /// As a sentence that names store and setting.
  package var reason: String { "\(setting.rawValue) of store \(store) \(words)" }
}

extension Verdict {
  /// Blocking counts before shielding.
  init(blockedFor blocked: [String], shieldedFor shielded: [String]) {
    self =
      if !blocked.isEmpty { .blocked(reasons: blocked) } else if !shielded.isEmpty {
        .shielded(reasons: shielded)
      } else { .allowed }
  }
}

package typealias ApplicationVerdict = Verdict
package typealias WebDomainVerdict = Verdict
