import CompiledPolicy

/// The text of a policy as a device gets it: every section in the service's order, lists never absent, and what is
/// empty or zero left out where the service leaves it out.
struct ServedPolicy {
  let child: Child
  let policy: Policy
  let content: CompiledPolicy

  /// - Throws: ``PolicyRefusal`` if the stored document is not one that a check let through.
  init(child: Child, policy: Policy) throws(PolicyRefusal) {
    self.child = child
    self.policy = policy
    content = try DocumentCheck.policy(of: policy.document)
  }

  /// Changes with every change of the text, and not otherwise.
  var tag: String { "\"\(policy.id)-\(policy.version)\"" }

  /// Two answers of the same version have the same bytes: `generated_at` is when the version came to be.
  var wire: WireValue {
    [
      "version": .integer(policy.version), "child_id": .string(child.id),
      "child_age": .integer(child.servedAge),
      "age_group": .string(Child.ageGroup(child.servedAge)), "policy_id": .string(policy.id),
      "status": .string(policy.status.rawValue), "generated_at": .string(policy.changedAt),
      "content_filter": contentFilter, "screen_time": screenTime, "purchases": purchases,
      "privacy": privacy, "social": social, "notifications": notifications,
      "web_filter": webFilter,
    ]
  }

  private var contentFilter: WireValue {
    let section = content.contentFilter
    let ratings = (section?.maxRatings ?? [:]).sorted { $0.key < $1.key }
    return [
      "age_rating": .string(section?.ageRating ?? ""),
      "max_ratings": .object(ratings.map { .init(name: $0.key, value: .string($0.value)) }),
      "blocked_apps": .texts(section?.blockedApps ?? []),
      "allowed_apps": .texts(section?.allowedApps ?? []),
      "allowlist_mode": .bool(section?.allowlistMode ?? false),
    ]
  }

  private var screenTime: WireValue {
    let section = content.screenTime
    return .fields([
      "daily_limit_minutes": .integer(section?.dailyLimitMinutes ?? 0),
      "per_app_limits": list(section?.perAppLimits) {
        [
          "bundle_id": .string($0.bundleID ?? ""), "daily_minutes": .integer($0.dailyMinutes ?? 0),
        ]
      },
      "downtime_windows": list(section?.downtimeWindows) {
        [
          "days_of_week": .texts($0.daysOfWeek ?? []), "start_time": .string($0.startTime ?? ""),
          "end_time": .string($0.endTime ?? ""),
        ]
      },
      "always_allowed_apps": .texts(section?.alwaysAllowedApps ?? []),
      "schedule": section?.schedule.map {
        ["weekday": hours($0.weekday), "weekend": hours($0.weekend)]
      },
    ])
  }

  private func list<Element>(
    _ elements: [Element]?, _ wire: (Element) -> WireValue
  ) -> WireValue? {
    guard let elements, !elements.isEmpty else { return nil }
    return .array(elements.map(wire))
  }

  private func hours(_ hours: CompiledPolicy.Hours?) -> WireValue {
    ["start": .string(hours?.start ?? ""), "end": .string(hours?.end ?? "")]
  }

  private var purchases: WireValue {
    let section = content.purchases
    return .fields([
      "require_approval": .bool(section?.requireApproval ?? false),
      "block_iap": .bool(section?.blockIAP ?? false),
      "spending_cap_usd": section?.spendingCapUSD.flatMap { $0 == 0 ? nil : .number($0) },
    ])
  }

  private var privacy: WireValue {
    let section = content.privacy
    return [
      "location_sharing_enabled": .bool(section?.locationSharingEnabled ?? false),
      "profile_visibility": .string(section?.profileVisibility ?? ""),
      "account_creation_approval": .bool(section?.accountCreationApproval ?? false),
      "data_sharing_restricted": .bool(section?.dataSharingRestricted ?? false),
    ]
  }

  private var social: WireValue {
    let section = content.social
    return [
      "chat_mode": .string(section?.chatMode ?? ""),
      "dm_restriction": .string(section?.dmRestriction ?? ""),
      "multiplayer_mode": .string(section?.multiplayerMode ?? ""),
    ]
  }

  private var notifications: WireValue {
    let section = content.notifications
    return .fields([
      "curfew_start": text(section?.curfewStart), "curfew_end": text(section?.curfewEnd),
      "usage_timer_minutes": section?.usageTimerMinutes.flatMap { $0 == 0 ? nil : .integer($0) },
    ])
  }

  private func text(_ text: String?) -> WireValue? {
    text.flatMap { $0.isEmpty ? nil : .string($0) }
  }

  private var webFilter: WireValue {
    let section = content.webFilter
    return [
      "level": .string(section?.level ?? ""), "safe_search": .bool(section?.safeSearch ?? false),
      "blocked_domains": .texts(section?.blockedDomains ?? []),
      "allowed_domains": .texts(section?.allowedDomains ?? []),
      "blocked_categories": .texts(section?.blockedCategories ?? []),
    ]
  }
}
