package import EffectiveSettings

/// Something that the managed user was refused, or that was stopped under his hands.
package enum Refusal: Hashable, Sendable {
  /// Refused to start, by the gate. What an ACL refuses nobody is told of: the kernel asks the gate only about what the ACL
  /// allows.
  case start(RefusedApplication)
  /// It was running when its shield began.
  case freeze(RefusedApplication)
  /// A program that nobody has installed, in allowlist mode.
  ///
  /// - Parameter stores: Those that want it so.
  case unlisted(stores: [String])
}

/// An application that is refused, as far as its words need it.
package struct RefusedApplication: Hashable, Sendable {
  package var desktopID: String
  package var name: String
  package var identifiers: Set<String>
  package var categories: Set<String>
  package var rules: [RestrictingRule]

  package init(
    desktopID: String, name: String, identifiers: Set<String>, categories: Set<String> = [],
    rules: [RestrictingRule]
  ) {
    self.desktopID = desktopID
    self.name = name
    self.identifiers = identifiers
    self.categories = categories
    self.rules = rules
  }
}
