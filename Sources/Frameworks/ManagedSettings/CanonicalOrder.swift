/// An order on what sets of settings and selections hold, so that equal sets encode to equal bytes (rule B2).
package protocol CanonicallyOrdered {
  static func precedes(_ first: Self, _ second: Self) -> Bool
}

extension Sequence where Element: CanonicallyOrdered {
  package func canonicallySorted() -> [Element] {
    sorted(by: Element.precedes)
  }
}

extension Token: CanonicallyOrdered {
  package static func precedes(_ first: Self, _ second: Self) -> Bool { first < second }
}

extension Application: CanonicallyOrdered {
  package static func precedes(_ first: Self, _ second: Self) -> Bool {
    first.bundleIdentifier == second.bundleIdentifier
      ? nilFirst(first.token, second.token)
      : nilFirst(first.bundleIdentifier, second.bundleIdentifier)
  }
}

extension ActivityCategory: CanonicallyOrdered {
  package static func precedes(_ first: Self, _ second: Self) -> Bool {
    nilFirst(first.token, second.token)
  }
}

extension WebDomain: CanonicallyOrdered {
  package static func precedes(_ first: Self, _ second: Self) -> Bool {
    first.domain == second.domain
      ? nilFirst(first.token, second.token)
      : nilFirst(first.domain, second.domain)
  }
}

private func nilFirst<Value: Comparable>(_ first: Value?, _ second: Value?) -> Bool {
  guard let second else { return false }
  guard let first else { return true }
  return first < second
}
