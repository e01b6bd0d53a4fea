/// What must be known of an application to judge it.
package struct ApplicationFacts: Equatable, Sendable {
  /// All identifiers that mean it: bundle identifiers of policies, and desktop files.
  package var identifiers: Set<String>
  package var categories: Set<String>
  /// Its age rating, from 0 to 1000; nil if it has none.
  package var rating: Int?
  /// Whether it is a part of the session or of Pavise, which nothing shields or blocks.
  package var isEssential: Bool
  /// Whether an exception of a rule may stand for it. Not where only the person who is restricted says what it is.
  package var mayBeExcepted: Bool

  package init(
    identifiers: Set<String>, categories: Set<String> = [], rating: Int? = nil,
    isEssential: Bool = false, mayBeExcepted: Bool = true
  ) {
    self.identifiers = identifiers
    self.categories = categories
    self.rating = rating
    self.isEssential = isEssential
    self.mayBeExcepted = mayBeExcepted
  }
}

extension ApplicationFacts: RuleSubject {
  package var isAdult: Bool { false }

  package func member(of members: Set<String>) -> String? {
    identifiers.intersection(members).min()
  }
}
