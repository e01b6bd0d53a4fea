/// Policies as the service compiles them.
package enum SamplePolicies {
  /// A weekday downtime, allowed hours, a daily limit, and a word in most sections.
  package static let tween = #"""
    {"version":3,"child_id":"5f0c7a52-7d0e-4d53-9d0e-0c4f7f1f2b10","child_age":10,
    "age_group":"tween","policy_id":"0b9d0b68-54a3-4c1c-8f55-0f5bb1d6a001","status":"active",
    "generated_at":"2026-02-23T14:30:00Z","content_filter":{"age_rating":"9+","max_ratings":{"apple":"9+",
    "mpaa":"PG"},"blocked_apps":[],"allowed_apps":[],"allowlist_mode":false},"screen_time":{"daily_limit_minutes":120,
    "per_app_limits":[],"downtime_windows":[{"days_of_week":["monday","tuesday",
    "wednesday","thursday","friday"],"start_time":"21:00","end_time":"07:00"}],"always_allowed_apps":["com.apple.mobilephone",
    "com.apple.MobileSMS","com.apple.Maps"],"schedule":{"weekday":{"start":"07:00",
    "end":"21:00"},"weekend":{"start":"08:00","end":"22:00"}}},"purchases":{"require_approval":true,
    "block_iap":false,"spending_cap_usd":10.0},"privacy":{"location_sharing_enabled":true,
    "profile_visibility":"private","account_creation_approval":true,"data_sharing_restricted":true},
    "social":{"chat_mode":"friends_only","dm_restriction":"contacts_only","multiplayer_mode":"friends_only"},
    "notifications":{"curfew_start":"21:00","curfew_end":"07:00","usage_timer_minutes":30},
    "web_filter":{"level":"moderate","safe_search":true,"blocked_domains":["reddit.com"],
    "allowed_domains":["khanacademy.org"],"blocked_categories":["gambling","adult"]}}
    """#

  /// Limits of applications beside blocked and allowed ones, in allowlist mode.
  package static let limits = #"""
    {"version":9,"child_id":"5f0c7a52-7d0e-4d53-9d0e-0c4f7f1f2b10","child_age":10,
    "age_group":"tween","policy_id":"0b9d0b68-54a3-4c1c-8f55-0f5bb1d6a003","status":"active",
    "generated_at":"2026-02-23T14:30:00Z","content_filter":{"age_rating":"9+","max_ratings":{"apple":"9+",
    "mpaa":"PG"},"blocked_apps":["com.burbn.instagram","org.supertuxproject.SuperTux"],
    "allowed_apps":["org.mozilla.firefox","org.kde.gcompris"],"allowlist_mode":true},
    "screen_time":{"daily_limit_minutes":60,"per_app_limits":[{"bundle_id":"com.google.ios.youtube",
    "daily_minutes":30},{"bundle_id":"org.mozilla.firefox","daily_minutes":45}],
    "downtime_windows":[{"days_of_week":["monday","tuesday","wednesday","thursday",
    "friday"],"start_time":"21:00","end_time":"07:00"}],"always_allowed_apps":["com.apple.mobilephone",
    "com.apple.MobileSMS","com.apple.Maps"],"schedule":{"weekday":{"start":"07:00",
    "end":"21:00"},"weekend":{"start":"08:00","end":"22:00"}}},"purchases":{"require_approval":true,
    "block_iap":false,"spending_cap_usd":10.0},"privacy":{"location_sharing_enabled":true,
    "profile_visibility":"private","account_creation_approval":true,"data_sharing_restricted":true},
    "social":{"chat_mode":"friends_only","dm_restriction":"contacts_only","multiplayer_mode":"friends_only"},
    "notifications":{"curfew_start":"21:00","curfew_end":"07:00","usage_timer_minutes":30},
    "web_filter":{"level":"moderate","safe_search":true,"blocked_domains":["reddit.com"],
    "allowed_domains":["khanacademy.org"],"blocked_categories":["gambling","adult"]}}
    """#
}
