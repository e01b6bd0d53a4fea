package import ManagedSettings

/// One setting of one store as a rule about applications or about web domains, its tokens resolved.
///
/// Rules add up: what any rule alone reaches is reached (rule S2). What was void or unknown is no member (rule A6).
package struct Rule<Members: Equatable & Sendable>: Equatable, Sendable {
  /// What the rule reaches.
  package enum Reach: Equatable, Sendable {
    case listed(Members)
    case categories(Set<String>, except: Members)
    /// Sites for adults and those listed; the exceptions override both.
    case adult(listed: Members, except: Members)
    case all(except: Members)
  }

  package let store: String
  package let setting: SettingKey
  package let reach: Reach
}

/// A rule by its name: what of which store it is.
package struct RestrictingRule: Hashable, Sendable {
  package var store: String
  package var setting: SettingKey
  /// It reaches everything that it does not except.
  package var isForAll: Bool

  package init(store: String, setting: SettingKey, isForAll: Bool = false) {
    self.store = store
    self.setting = setting
    self.isForAll = isForAll
  }
}

/// What a rule can be asked about.
package protocol RuleSubject {
  associatedtype Members: Equatable, Sendable

  var categories: Set<String> { get }
  var isAdult: Bool { get }
  var mayBeExcepted: Bool { get }
  /// The member of `members` that means this, in words; nil if none does.
  func member(of members: Members) -> String?
}

extension Rule {
  /// Why the rule reaches `subject`; nil if it does not.
  func cause<Subject: RuleSubject>(toReach subject: Subject) -> Cause?
  where Subject.Members == Members {
    what(reaches: subject).map { Cause(store: store, setting: setting, words: $0) }
  }

  private func what<Subject: RuleSubject>(reaches subject: Subject) -> String?
  where Subject.Members == Members {
    func isExcepted(_ exceptions: Members) -> Bool {
      subject.mayBeExcepted && subject.member(of: exceptions) != nil
    }
    switch reach {
    case .listed(let members):
      return subject.member(of: members).map { "lists \($0)" }
    case .categories(let categories, let exceptions):
      guard let category = subject.categories.intersection(categories).min(),
        !isExcepted(exceptions)
      else { return nil }
      return "has the category \(category)"
    case .adult(let listed, let exceptions):
      guard !isExcepted(exceptions) else { return nil }
      return subject.member(of: listed).map { "lists \($0)" }
        ?? (subject.isAdult ? "has all sites for adults" : nil)
    case .all(let exceptions):
      return !isExcepted(exceptions) ? "has all that it does not except" : nil
    }
  }
}
