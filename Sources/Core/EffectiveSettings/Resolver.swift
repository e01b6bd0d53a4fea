import FoundationEssentials
import ManagedSettings

/// Makes the rules of a store, with every token replaced by what it stands for.
struct Resolver {
  typealias Store = EffectiveSettings.Store
  typealias ApplicationRule = Rule<Set<String>>
  typealias DomainRule = Rule<Set<DomainName>>

  let identities: (Data) -> Identity?
}

extension Resolver {
  func applicationBlocks(of store: Store) -> [ApplicationRule] {
    let blocked: Set<Application>? = store.settings[setting: .applicationBlockedApplications]
    let identifiers = (blocked ?? []).flatMap { application in
      [application.bundleIdentifier, application.token.flatMap(identifier)].compactMap(\.self)
    }
    return listing(Set(identifiers), store, .applicationBlockedApplications)
  }

  func applicationShields(of store: Store) -> [ApplicationRule] {
    let tokens: Set<ApplicationToken>? = store.settings[setting: .shieldApplications]
    let policy: ShieldSettings.ActivityCategoryPolicy<Application>? =
      store.settings[setting: .shieldApplicationCategories]
    return listing(Set((tokens ?? []).compactMap(identifier)), store, .shieldApplications)
      + following(policy, store, .shieldApplicationCategories) {
        Set($0.compactMap(identifier))
      }
  }

  func domainShields(of store: Store) -> [DomainRule] {
    let tokens: Set<WebDomainToken>? = store.settings[setting: .shieldWebDomains]
    let policy: ShieldSettings.ActivityCategoryPolicy<WebDomain>? =
      store.settings[setting: .shieldWebDomainCategories]
    return listing(Set((tokens ?? []).compactMap(name)), store, .shieldWebDomains)
      + following(policy, store, .shieldWebDomainCategories) { Set($0.compactMap(name)) }
  }

  func domainBlocks(of store: Store) -> [DomainRule] {
    let key = SettingKey.webContentBlockedByFilter
    let filter: WebContentSettings.FilterPolicy? = store.settings[setting: key]
    func rule(_ reach: DomainRule.Reach) -> [DomainRule] {
      [DomainRule(store: store.name, setting: key, reach: reach)]
    }
    return switch filter {
    case nil, .some(.none): []
    case .specific(let domains): listing(names(domains), store, key)
    case .auto(let domains, let exceptions):
      rule(.adult(listed: names(domains), except: names(exceptions)))
    case .all(let exceptions): rule(.all(except: names(exceptions)))
    }
  }
}

extension Resolver {
  /// A rule that reaches `members`, unless there are none.
  private func listing<Item>(_ members: Set<Item>, _ store: Store, _ key: SettingKey) -> [Rule<
    Set<Item>
  >] {
    members.isEmpty ? [] : [Rule(store: store.name, setting: key, reach: .listed(members))]
  }

  private func following<Activity, Item>(
    _ policy: ShieldSettings.ActivityCategoryPolicy<Activity>?, _ store: Store, _ key: SettingKey,
    members: (Set<Token<Activity>>) -> Set<Item>
  ) -> [Rule<Set<Item>>] {
    switch policy {
    case nil, .some(.none): return []
    case .specific(let tokens, let exceptions):
      let categories = Set(tokens.compactMap(category))
      guard !categories.isEmpty else { return [] }
      return [
        Rule(
          store: store.name, setting: key,
          reach: .categories(categories, except: members(exceptions)))
      ]
    case .all(let exceptions):
      return [Rule(store: store.name, setting: key, reach: .all(except: members(exceptions)))]
    }
  }

  private func identifier(_ token: ApplicationToken) -> String? {
    guard case .application(let identifier) = identities(token.data) else { return nil }
    return identifier
  }

  private func category(_ token: ActivityCategoryToken) -> String? {
    guard case .category(let name) = identities(token.data) else { return nil }
    return name
  }

  private func name(_ token: WebDomainToken) -> DomainName? {
    guard case .webDomain(let name) = identities(token.data) else { return nil }
    return DomainName(name)
  }

  private func names(_ domains: Set<WebDomain>) -> Set<DomainName> {
    Set(
      domains.flatMap { domain in
        [domain.domain.flatMap(DomainName.init), domain.token.flatMap(name)].compactMap(\.self)
      })
  }
}
