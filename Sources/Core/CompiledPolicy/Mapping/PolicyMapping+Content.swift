import ManagedSettings

extension PolicyMapping {
  mutating func mapContent() {
    if let rating = reading.appRating {
      set(.appStoreMaximumRating, .number(rating), for: .contentRating)
    }
    if let rating = reading.movieRating {
      set(.mediaMaximumMovieRating, .number(rating), for: .contentRating)
    }
    if let rating = reading.tvRating {
      set(.mediaMaximumTVShowRating, .number(rating), for: .contentRating)
    }
    if !reading.blockedApps.isEmpty { block(reading.blockedApps, for: .contentBlockTitle) }
    if reading.isAllowlist {
      let allowed = applications(reading.allowedApps + reading.alwaysAllowed)
      let shield = SettingValue.applicationCategories(.all(except: allowed))
      set(.shieldApplicationCategories, shield, for: .contentAllowlistMode)
      set(.applicationDenyAppInstallation, .bool(true), for: .contentAllowlistMode)
    }
    if !reading.allowedApps.isEmpty { mapAllowedTitles() }
  }

  /// Allowed titles are the exceptions of allowlist mode. Without it nothing keeps them from being used, unless the
  /// policy itself does.
  private mutating func mapAllowedTitles() {
    let blocked = Set(reading.blockedApps).intersection(reading.allowedApps).sorted()
    let isAllowlist = reading.isAllowlist
    let hasRating = reading.appRating.map { $0 < 1000 } ?? false
    answer(.contentAllowTitle) {
      if isAllowlist {
        $0.demands = [
          .setting(.shieldApplicationCategories), .setting(.applicationDenyAppInstallation),
        ]
      }
      if hasRating {
        $0.partial.append("the age rating holds for allowed titles too")
      }
      $0.partial += blocked.map { "\($0) is blocked by the same policy" }
    }
  }

  /// Adds to the blocked applications. One that is blocked by name is blocked even if it is always allowed.
  mutating func block(_ names: some Sequence<String>, for category: RuleCategory) {
    let blocked: Set<Application> = plan.always[setting: .applicationBlockedApplications] ?? []
    let applications = blocked.union(names.map { Application(bundleIdentifier: $0) })
    set(.applicationBlockedApplications, .applications(applications), for: category)
  }
}
