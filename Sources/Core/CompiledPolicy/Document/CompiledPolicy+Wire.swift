extension CompiledPolicy.ContentFilter {
  init(_ reader: inout FieldReader) {
    ageRating = reader.text("age_rating", .contentRating)
    maxRatings = reader.object("max_ratings", .contentRating) { systems in
      var ratings: [String: String] = [:]
      for system in systems.fields.keys.sorted() {
        ratings[system] = systems.text(system, .contentRating)
      }
      return ratings
    }
    blockedApps = reader.texts("blocked_apps", .contentBlockTitle)
    allowedApps = reader.texts("allowed_apps", .contentAllowTitle)
    allowlistMode = reader.truth("allowlist_mode", .contentAllowlistMode)
  }
}

extension CompiledPolicy.ScreenTime {
  init(_ reader: inout FieldReader) {
    dailyLimitMinutes = reader.integer("daily_limit_minutes", .timeDailyLimit)
    perAppLimits = reader.objects("per_app_limits", .timePerAppLimit) {
      CompiledPolicy.AppLimit(
        bundleID: $0.text("bundle_id", .timePerAppLimit),
        dailyMinutes: $0.integer("daily_minutes", .timePerAppLimit))
    }
    downtimeWindows = reader.objects("downtime_windows", .timeDowntime) {
      CompiledPolicy.DowntimeWindow(
        daysOfWeek: $0.texts("days_of_week", .timeDowntime),
        startTime: $0.text("start_time", .timeDowntime),
        endTime: $0.text("end_time", .timeDowntime))
    }
    alwaysAllowedApps = reader.texts("always_allowed_apps", .timeDowntime)
    schedule = reader.object("schedule", .timeScheduledHours) {
      CompiledPolicy.Schedule(
        weekday: $0.object("weekday", .timeScheduledHours) { .init(&$0) },
        weekend: $0.object("weekend", .timeScheduledHours) { .init(&$0) })
    }
  }
}

extension CompiledPolicy.Hours {
  init(_ reader: inout FieldReader) {
    start = reader.text("start", .timeScheduledHours)
    end = reader.text("end", .timeScheduledHours)
  }
}

extension CompiledPolicy.Purchases {
  init(_ reader: inout FieldReader) {
    requireApproval = reader.truth("require_approval", .purchaseApproval)
    blockIAP = reader.truth("block_iap", .purchaseBlockIAP)
    spendingCapUSD = reader.number("spending_cap_usd", .purchaseSpendingCap)
  }
}

extension CompiledPolicy.Privacy {
  init(_ reader: inout FieldReader) {
    locationSharingEnabled = reader.truth("location_sharing_enabled", .privacyLocation)
    profileVisibility = reader.text("profile_visibility", .privacyProfileVisibility)
    accountCreationApproval = reader.truth("account_creation_approval", .privacyAccountCreation)
    dataSharingRestricted = reader.truth("data_sharing_restricted", .privacyDataSharing)
  }
}

extension CompiledPolicy.Social {
  init(_ reader: inout FieldReader) {
    chatMode = reader.text("chat_mode", .socialChatControl)
    dmRestriction = reader.text("dm_restriction", .dmRestriction)
    multiplayerMode = reader.text("multiplayer_mode", .socialMultiplayer)
  }
}

extension CompiledPolicy.Notifications {
  init(_ reader: inout FieldReader) {
    curfewStart = reader.text("curfew_start", .notificationCurfew)
    curfewEnd = reader.text("curfew_end", .notificationCurfew)
    usageTimerMinutes = reader.integer("usage_timer_minutes", .usageTimerNotification)
  }
}

extension CompiledPolicy.WebFilter {
  init(_ reader: inout FieldReader) {
    level = reader.text("level", .webFilterLevel)
    safeSearch = reader.truth("safe_search", .webSafeSearch)
    blockedDomains = reader.texts("blocked_domains", .webCustomBlocklist)
    allowedDomains = reader.texts("allowed_domains", .webCustomAllowlist)
    blockedCategories = reader.texts("blocked_categories", .webCategoryBlock)
  }
}
