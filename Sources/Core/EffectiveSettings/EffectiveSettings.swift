package import FoundationEssentials
package import ManagedSettings

/// What is in force, all stores taken together: the most restrictive wins (rule S2).
///
/// Tokens are resolved once, when the stores are given; a void one resolves to nothing (rule A6). Judging costs a few
/// look-ups for each store, however long the lists are. There is no cap of 50 (rule S4).
public struct EffectiveSettings: Equatable, Sendable {
  /// A store by its name, and what it holds.
  package struct Store: Equatable, Sendable {
    package var name: String
    package var settings: SettingValues

    package init(name: String, settings: SettingValues) {
      self.name = name
      self.settings = settings
    }
  }

  /// The merged values of the settings that one value can say: switches, ratings, the cookie policy, and the unions of
  /// listed items. Category policies and web filters are in the rules only.
  package let settings: SettingValues

  /// Applications that cannot be opened.
  package let applicationBlocks: [Rule<Set<String>>]
  /// Applications that are covered by a shield.
  package let applicationShields: [Rule<Set<String>>]
  /// Web domains that cannot be opened.
  package let domainBlocks: [Rule<Set<DomainName>>]
  /// Web domains that are covered by a shield.
  package let domainShields: [Rule<Set<DomainName>>]

  /// The stores that set the lowest rating, by name.
  private let ratingStores: [String]

  /// - Parameter identities: What a token's bytes stand for now; nil if they are void or unknown.
  package init(stores: [Store], identities: @escaping (Data) -> Identity?) {
    let stores = stores.sorted { $0.name < $1.name }
    let resolver = Resolver(identities: identities)
    let settings = SettingValues.merging(stores.map(\.settings))
    self.settings = settings
    ratingStores = stores.filter {
      $0.settings[.appStoreMaximumRating] != nil
        && $0.settings[.appStoreMaximumRating] == settings[.appStoreMaximumRating]
    }.map(\.name)
    applicationBlocks = stores.flatMap(resolver.applicationBlocks)
    applicationShields = stores.flatMap(resolver.applicationShields)
    domainBlocks = stores.flatMap(resolver.domainBlocks)
    domainShields = stores.flatMap(resolver.domainShields)
  }
}

extension EffectiveSettings {
  /// Whether nothing at all is restricted.
  package var isEmpty: Bool {
    applicationBlocks.isEmpty && applicationShields.isEmpty && domainBlocks.isEmpty
      && domainShields.isEmpty && !settings.values.contains(where: \.restrictsByItself)
  }

  /// The stores that let nothing run but what they except, by name: what no application claims is refused too.
  package var allowlistStores: [String] {
    let shielding = applicationShields.filter { if case .all = $0.reach { true } else { false } }
    let maximum: Int? = settings[setting: .appStoreMaximumRating]
    return Set(shielding.map(\.store) + (maximum == 0 ? ratingStores : [])).sorted()
  }

  package func verdict(for application: ApplicationFacts) -> ApplicationVerdict {
    let causes = causes(for: application)
    return ApplicationVerdict(
      blockedFor: causes.blocked.map(\.reason), shieldedFor: causes.shielded.map(\.reason))
  }

  /// Every setting that blocks or shields `application`.
  package func causes(
    for application: ApplicationFacts
  ) -> (blocked: [Cause], shielded: [Cause]) {
    if application.isEssential { return ([], []) }
    return (
      applicationBlocks.compactMap { $0.cause(toReach: application) }
        + ratingCauses(against: application),
      applicationShields.compactMap { $0.cause(toReach: application) }
    )
  }

  package func verdict(for domain: WebDomainFacts) -> WebDomainVerdict {
    WebDomainVerdict(
      blockedFor: domainBlocks.compactMap { $0.cause(toReach: domain)?.reason },
      shieldedFor: domainShields.compactMap { $0.cause(toReach: domain)?.reason })
  }

  /// The rules by which `application` is refused; none where it is allowed.
  package func rules(reaching application: ApplicationFacts) -> [RestrictingRule] {
    if application.isEssential { return [] }
    let rules = (applicationBlocks + applicationShields).filter {
      $0.cause(toReach: application) != nil
    }.map { rule in
      let isForAll = if case .all = rule.reach { true } else { false }
      return RestrictingRule(store: rule.store, setting: rule.setting, isForAll: isForAll)
    }
    if ratingCauses(against: application).isEmpty { return rules }
    return rules + ratingStores.map { RestrictingRule(store: $0, setting: .appStoreMaximumRating) }
  }

  /// Why the rating forbids `application`: the lowest one is below its own, or allows nothing whatsoever.
  private func ratingCauses(against application: ApplicationFacts) -> [Cause] {
    guard let maximum: Int = settings[setting: .appStoreMaximumRating],
      maximum == 0 || application.rating.map({ $0 > maximum }) == true
    else { return [] }
    let own = application.rating.map { "rated \($0)" } ?? "not rated"
    return ratingStores.map {
      Cause(
        store: $0, setting: .appStoreMaximumRating, words: "is \(maximum), and this is \(own)")
    }
  }
}

extension SettingValue {
  /// Whether the value restricts something without naming what; the rules hold what is named.
  fileprivate var restrictsByItself: Bool {
    switch self {
    case .bool(let isOn): isOn
    case .number(let rating): rating < AppStoreSettings.maximumRating.defaultValue
    case .cookiePolicy(let policy): policy < SafariSettings.cookiePolicy.defaultValue
    default: false
    }
  }
}
