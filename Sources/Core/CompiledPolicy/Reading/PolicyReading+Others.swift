extension PolicyReading {
  /// More than any purse holds cannot be meant.
  private static let highestSpendingCap = 1_000_000.0

  mutating func read(_ section: CompiledPolicy.Purchases) {
    guard let cap = section.spendingCapUSD, cap != 0 else { return }
    if cap > 0, cap <= Self.highestSpendingCap {
      spendingCap = cap
    } else {
      fail(
        .purchaseSpendingCap, "purchases.spending_cap_usd", String(cap),
        "is not between 0 and \(Int(Self.highestSpendingCap)) dollars")
    }
  }

  mutating func read(_ section: CompiledPolicy.Social) {
    chat = mode(section.chatMode, .socialChatControl, "social.chat_mode")
    multiplayer = mode(section.multiplayerMode, .socialMultiplayer, "social.multiplayer_mode")
  }

  private mutating func mode(
    _ text: String?, _ category: RuleCategory, _ field: String
  ) -> ContactMode? {
    guard let text, let reading = ContactMode.read(text) else { return nil }
    if !reading.isKnown {
      reserve(category, "\(field) is \(PolicyFault.excerpt(of: text)): read as \"none\"")
    }
    return reading.mode
  }

  mutating func read(_ section: CompiledPolicy.Notifications) {
    usageTimer = minutes(
      section.usageTimerMinutes, .usageTimerNotification, "notifications.usage_timer_minutes")
    let times = [section.curfewStart, section.curfewEnd].compactMap { $0 }
    guard times.contains(where: { !Words.trimmed($0).isEmpty }),
      let span = span(
        section.curfewStart, section.curfewEnd, .notificationCurfew, "notifications",
        ("curfew_start", "curfew_end"))
    else { return }
    var pattern = WeekPattern()
    pattern.insert(span, on: Weekday.allCases)
    curfew = pattern
  }

  mutating func read(_ section: CompiledPolicy.WebFilter) {
    if let text = section.level, let reading = WebLevel.read(text) {
      webLevel = reading.level
      if !reading.isKnown {
        reserve(
          .webFilterLevel,
          "web_filter.level is \(PolicyFault.excerpt(of: text)): read as \"strict\"")
      }
    }
    blockedDomains = domains(
      section.blockedDomains, .webCustomBlocklist, "web_filter.blocked_domains")
    allowedDomains = domains(
      section.allowedDomains, .webCustomAllowlist, "web_filter.allowed_domains")
    var seen: Set<String> = []
    for name in section.blockedCategories ?? [] {
      let category = Words.normalized(name).replacing("_", with: "-")
      guard !category.isEmpty, seen.insert(category).inserted else { continue }
      blockedCategories.append(category)
      if !NamedApps.categories.contains(category) {
        reserve(
          .webCategoryBlock, "\(PolicyFault.excerpt(of: name)) is no category the service names")
      }
    }
  }

  /// The domains in order, without blank and doubled ones.
  private mutating func domains(
    _ list: [String]?, _ category: RuleCategory, _ field: String
  ) -> [String] {
    let list = list ?? []
    var seen = Set<String>(minimumCapacity: list.count)
    var result: [String] = []
    result.reserveCapacity(list.count)
    for (index, text) in list.enumerated() {
      switch PolicyDomain(text) {
      case .blank: continue
      case .name(let name):
        if seen.insert(name).inserted { result.append(name) }
      case .impossible(let reason):
        fail(category, "\(field)[\(index)]", PolicyFault.excerpt(of: text), reason)
      }
    }
    return result
  }
}
