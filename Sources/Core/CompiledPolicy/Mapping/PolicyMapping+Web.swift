import ManagedSettings

extension PolicyMapping {
  /// A filter level and safe search both turn the filter for adult content on; the blocked domains alone do not.
  mutating func mapWeb() {
    let usesFilter =
      policy.webFilter?.safeSearch == true || (reading.webLevel.map { $0 != .off } ?? false)
    let blocked = Set(reading.blockedDomains)
    let allowed = Set(reading.allowedDomains).subtracting(blocked)
    if reading.webLevel != nil { answer(.webFilterLevel) { _ in } }
    if usesFilter || !blocked.isEmpty {
      plan.always[.webContentBlockedByFilter] = .filter(
        usesFilter
          ? .auto(domains(blocked), except: domains(allowed)) : .specific(domains(blocked)))
    }
    if usesFilter, reading.webLevel.map({ $0 != .off }) ?? false {
      demand(.webFilterLevel, .setting(.webContentBlockedByFilter))
    }
    if policy.webFilter?.safeSearch == true {
      demand(.webSafeSearch, .setting(.webContentBlockedByFilter))
    }
    if !blocked.isEmpty { demand(.webCustomBlocklist, .setting(.webContentBlockedByFilter)) }
    shieldCategories(allowed: allowed)
    if !reading.allowedDomains.isEmpty {
      answerAllowed(blocked: blocked, allowed: allowed, usesFilter: usesFilter)
    }
  }

  private mutating func shieldCategories(allowed: Set<String>) {
    let ofLevel = reading.webLevel?.categories ?? []
    let categories = ofLevel.union(reading.blockedCategories)
    guard !categories.isEmpty else { return }
    let tokens = Set(categories.map { ActivityCategoryToken(data: token(.category($0))) })
    let except = Set(allowed.map { WebDomainToken(data: token(.webDomain($0))) })
    plan.always[.shieldWebDomainCategories] = .webDomainCategories(
      .specific(tokens, except: except))
    if !ofLevel.isEmpty { demand(.webFilterLevel, .setting(.shieldWebDomainCategories)) }
    if !reading.blockedCategories.isEmpty {
      demand(.webCategoryBlock, .setting(.shieldWebDomainCategories))
    }
  }

  /// An allowed domain is an exception of the filter and of the categories. The exception beats the blocked domains, as with
  /// Apple, so what is blocked and allowed by the very same name is not made one.
  private mutating func answerAllowed(
    blocked: Set<String>, allowed: Set<String>, usesFilter: Bool
  ) {
    let both = reading.allowedDomains.filter(blocked.contains)
    let below = usesFilter ? [] : reading.allowedDomains.filter { liesBelow($0, in: blocked) }
    let filters = [SettingKey.webContentBlockedByFilter, .shieldWebDomainCategories]
      .filter { plan.always[$0] != nil }
    answer(.webCustomAllowlist) {
      $0.demands += filters.map { .setting($0) }
      $0.partial += both.map { "\($0) is blocked by the same policy" }
      $0.partial += below.map { "\($0) lies in a blocked domain, and there is no filter level" }
    }
    guard usesFilter, !allowed.isEmpty else { return }
    let opened = reading.blockedDomains.filter { liesBelow($0, in: allowed) }
    if !opened.isEmpty {
      answer(.webCustomBlocklist) {
        $0.partial += opened.map { "\($0) lies in an allowed domain" }
      }
    }
  }

  private func liesBelow(_ domain: String, in domains: Set<String>) -> Bool {
    var rest = domain[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      if domains.contains(String(rest)) { return true }
    }
    return false
  }

  private func domains(_ names: Set<String>) -> Set<WebDomain> {
    Set(names.map { WebDomain(domain: $0) })
  }
}
