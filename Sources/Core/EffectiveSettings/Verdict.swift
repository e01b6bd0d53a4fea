/// What becomes of an application or a web domain. Reasons name store and setting, in words for people.
package enum Verdict: Equatable, Sendable {
  case allowed
  /// Covered by a shield when opened.
  case shielded(reasons: [String])
  /// Cannot be opened at all.
  case blocked(reasons: [String])
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
