package import FoundationEssentials

/// An opaque stand-in for an application, an activity category or a web domain.
///
/// Two tokens are equal when their bytes are; what the bytes stand for is known to the monitor's side alone (rule A4).
/// Encoded as a keyed container with the one key `data`, as iOS writes it.
///
/// Source: Apple, *ManagedSettings.Token*.
public struct Token<T>: Codable, Equatable, Hashable, Sendable {
  package let data: Data

  package init(data: Data) {
    self.data = data
  }
}

extension Token: Comparable {
  /// Orders by the bytes, so that every encoding of a set of tokens is the same (rule B2).
  public static func < (first: Token, second: Token) -> Bool {
    first.data.lexicographicallyPrecedes(second.data)
  }
}

public typealias ApplicationToken = Token<Application>
public typealias ActivityCategoryToken = Token<ActivityCategory>
public typealias WebDomainToken = Token<WebDomain>
