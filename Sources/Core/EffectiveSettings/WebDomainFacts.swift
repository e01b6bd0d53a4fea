package import ManagedSettings

/// What must be known of a web domain to judge it.
package struct WebDomainFacts: Equatable, Sendable {
  package var name: DomainName
  package var categories: Set<String>
  /// Whether it is one of the sites for adults that `.auto` filters.
  package var isAdult: Bool

  package init(name: DomainName, categories: Set<String> = [], isAdult: Bool = false) {
    self.name = name
    self.categories = categories
    self.isAdult = isAdult
  }
}

extension WebDomainFacts: RuleSubject {
  package var mayBeExcepted: Bool { true }

  /// A domain is a member if it or a name above it is.
  package func member(of members: Set<DomainName>) -> String? {
    name.selfAndParents.first(where: members.contains)?.text
  }
}
