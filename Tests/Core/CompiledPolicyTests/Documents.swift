import TestSupport

/// Policy documents: samples of the protocol, and answers of the running service.
enum Documents {
  /// Not active.
  static let paused = #"""
    {"version":4,"child_id":"5f0c7a52-7d0e-4d53-9d0e-0c4f7f1f2b10","child_age":10,
    "age_group":"tween","policy_id":"0b9d0b68-54a3-4c1c-8f55-0f5bb1d6a001","status":"paused",
    "generated_at":"2026-02-23T14:30:00Z","content_filter":{"age_rating":"9+","max_ratings":{
    "apple":"9+","mpaa":"PG"},"blocked_apps":[],"allowed_apps":[],"allowlist_mode":false},
    "screen_time":{"daily_limit_minutes":120,"per_app_limits":[],"downtime_windows":[{
    "days_of_week":["monday","tuesday","wednesday","thursday","friday"],"start_time":"21:00",
    "end_time":"07:00"}],"always_allowed_apps":["com.apple.mobilephone","com.apple.MobileSMS",
    "com.apple.Maps"],"schedule":{"weekday":{"start":"07:00","end":"21:00"},"weekend":{
    "start":"08:00","end":"22:00"}}},"purchases":{"require_approval":true,"block_iap":false,
    "spending_cap_usd":10.0},"privacy":{"location_sharing_enabled":true,
    "profile_visibility":"private","account_creation_approval":true,
    "data_sharing_restricted":true},"social":{"chat_mode":"friends_only",
    "dm_restriction":"contacts_only","multiplayer_mode":"friends_only"},"notifications":{
    "curfew_start":"21:00","curfew_end":"07:00","usage_timer_minutes":30},"web_filter":{
    "level":"moderate","safe_search":true,"blocked_domains":["reddit.com"],"allowed_domains":[
    "khanacademy.org"],"blocked_categories":["gambling","adult"]}}
    """#

  /// Absent sections, null lists, a section nobody knows.
  static let sparse = #"""
    {"version":7,"child_id":"5f0c7a52-7d0e-4d53-9d0e-0c4f7f1f2b10","child_age":15,
    "age_group":"teen","policy_id":"0b9d0b68-54a3-4c1c-8f55-0f5bb1d6a002","status":"active",
    "generated_at":"2026-03-01T08:15:30.123456+01:00","x_new_section":{"later":true},
    "content_filter":{"age_rating":"12+","max_ratings":null,"blocked_apps":null,
    "allowed_apps":null,"allowlist_mode":false},"screen_time":{"daily_limit_minutes":0,
    "always_allowed_apps":null},"web_filter":{"level":"","safe_search":false,
    "blocked_domains":null,"allowed_domains":null,"blocked_categories":null}}
    """#

  /// The service's answer for a policy with a rule of every kind.
  static let full = #"""
    {"version":29,"child_id":"6b55f98a-ca21-4dbe-a20a-d8447e88339c","child_age":11,
    "age_group":"Pre-Teen","policy_id":"414697fe-b83f-4f6d-a6bb-8fcbf6042c7e","status":"active",
    "generated_at":"2026-11-30T01:22:15.087085528Z","content_filter":{"age_rating":"9+",
    "max_ratings":{"apple":"12+","csm":"10+","esrb":"E10+","made_up":"Z","mpaa":"PG-13",
    "pegi":"7","tvpg":"TV-PG"},"blocked_apps":["com.example.blocked.one",
    "com.example.blocked.two"],"allowed_apps":["com.example.reader","com.example.maths"],
    "allowlist_mode":true},"screen_time":{"daily_limit_minutes":90,"per_app_limits":[{
    "bundle_id":"com.example.video","daily_minutes":30},{"bundle_id":"com.example.game",
    "daily_minutes":45},{"bundle_id":"","daily_minutes":0}],"downtime_windows":[{
    "days_of_week":["monday","tuesday","wednesday","thursday","friday","saturday","sunday"],
    "start_time":"21:00","end_time":"07:00"}],"always_allowed_apps":["com.apple.mobilephone",
    "com.apple.MobileSMS","com.apple.Maps"],"schedule":{"weekday":{"start":"07:00",
    "end":"21:00"},"weekend":{"start":"08:00","end":"22:00"}}},"purchases":{
    "require_approval":true,"block_iap":true,"spending_cap_usd":9.5},"privacy":{
    "location_sharing_enabled":true,"profile_visibility":"private",
    "account_creation_approval":true,"data_sharing_restricted":true},"social":{
    "chat_mode":"friends_only","dm_restriction":"none","multiplayer_mode":"friends_only"},
    "notifications":{"curfew_start":"20:00","curfew_end":"07:00","usage_timer_minutes":15},
    "web_filter":{"level":"strict","safe_search":true,"blocked_domains":["blocked0.example",
    "blocked1.example","blocked2.example","blocked3.example","blocked4.example",
    "blocked5.example","blocked6.example","blocked7.example","blocked8.example",
    "blocked9.example","blocked10.example","blocked11.example","blocked12.example",
    "blocked13.example","blocked14.example","blocked15.example","blocked16.example",
    "blocked17.example","blocked18.example","blocked19.example","blocked20.example",
    "blocked21.example","blocked22.example","blocked23.example","blocked24.example",
    "blocked25.example","blocked26.example","blocked27.example","blocked28.example",
    "blocked29.example","blocked30.example","blocked31.example","blocked32.example",
    "blocked33.example","blocked34.example","blocked35.example","blocked36.example",
    "blocked37.example","blocked38.example","blocked39.example","bücher.example",
    "a\u0026b\u003cc\u003e.example"],"allowed_domains":["school.example","*.wiki.example"],
    "blocked_categories":["adult","gambling","social-media"]}}
    """#

  /// The service's answer for a policy without rules.
  static let empty = #"""
    {"version":2,"child_id":"6cb0ff23-6abf-4d9d-8e02-ffddff2b9018","child_age":14,
    "age_group":"Teen","policy_id":"7279b3d3-97dc-4111-8626-f2696aa8e08b","status":"active",
    "generated_at":"2026-11-30T01:22:15.15599884Z","content_filter":{"age_rating":"12+",
    "max_ratings":{"apple":"12+","csm":"13+","esrb":"T","mpaa":"PG-13","pegi":"12",
    "tvpg":"TV-14"},"blocked_apps":[],"allowed_apps":[],"allowlist_mode":false},"screen_time":{
    "daily_limit_minutes":0,"always_allowed_apps":["com.apple.mobilephone",
    "com.apple.MobileSMS","com.apple.Maps"]},"purchases":{"require_approval":false,
    "block_iap":false},"privacy":{"location_sharing_enabled":false,"profile_visibility":"",
    "account_creation_approval":false,"data_sharing_restricted":false},"social":{"chat_mode":"",
    "dm_restriction":"","multiplayer_mode":""},"notifications":{},"web_filter":{"level":"",
    "safe_search":false,"blocked_domains":[],"allowed_domains":[],"blocked_categories":[]}}
    """#

  /// The service's answer for rules of wrong types.
  static let oddTypes = #"""
    {"version":14,"child_id":"479eb1bf-ed79-4351-89c5-b5bc92c7caea","child_age":15,
    "age_group":"Teen","policy_id":"9c7a8080-d113-41fe-9d89-358d12235d4e","status":"active",
    "generated_at":"2026-11-30T01:23:42.42410032Z","content_filter":{"age_rating":"12+",
    "max_ratings":{"apple":"12+","csm":"13+","esrb":"T","mpaa":"PG-13","pegi":"12",
    "tvpg":"TV-14"},"blocked_apps":[],"allowed_apps":[],"allowlist_mode":false},"screen_time":{
    "daily_limit_minutes":0,"downtime_windows":[{"days_of_week":["monday","tuesday","wednesday",
    "thursday","friday","saturday","sunday"],"start_time":"","end_time":""}],
    "always_allowed_apps":["com.apple.mobilephone","com.apple.MobileSMS","com.apple.Maps"],
    "schedule":{"weekday":{"start":"","end":""},"weekend":{"start":"","end":""}}},"purchases":{
    "require_approval":false,"block_iap":false},"privacy":{"location_sharing_enabled":false,
    "profile_visibility":"","account_creation_approval":false,"data_sharing_restricted":false},
    "social":{"chat_mode":"","dm_restriction":"","multiplayer_mode":""},"notifications":{
    "curfew_start":"20:00"},"web_filter":{"level":"","safe_search":false,"blocked_domains":[],
    "allowed_domains":[],"blocked_categories":[]}}
    """#

  /// The service's answer for rules with odd values.
  static let oddValues = #"""
    {"version":23,"child_id":"479eb1bf-ed79-4351-89c5-b5bc92c7caea","child_age":15,
    "age_group":"Teen","policy_id":"9c7a8080-d113-41fe-9d89-358d12235d4e","status":"active",
    "generated_at":"2026-11-30T01:23:42.458357105Z","content_filter":{"age_rating":"12+",
    "max_ratings":{"apple":"12+","csm":"13+","esrb":"T","mpaa":"PG-13","pegi":"12",
    "tvpg":"TV-14"},"blocked_apps":[],"allowed_apps":[],"allowlist_mode":false},"screen_time":{
    "daily_limit_minutes":-5,"per_app_limits":[{"bundle_id":"","daily_minutes":0},{
    "bundle_id":"","daily_minutes":0},{"bundle_id":"dup.example","daily_minutes":10},{
    "bundle_id":"dup.example","daily_minutes":20}],"downtime_windows":[{"days_of_week":["Mon",
    "sunday","noday"],"start_time":"22:00","end_time":"22:00"}],"always_allowed_apps":[
    "com.apple.mobilephone","com.apple.MobileSMS","com.apple.Maps"],"schedule":{"weekday":{
    "start":"25:99","end":"banana"},"weekend":{"start":"","end":""}}},"purchases":{
    "require_approval":false,"block_iap":false,"spending_cap_usd":1e+21},"privacy":{
    "location_sharing_enabled":false,"profile_visibility":"","account_creation_approval":false,
    "data_sharing_restricted":false},"social":{"chat_mode":"","dm_restriction":"",
    "multiplayer_mode":""},"notifications":{"curfew_start":"20:00",
    "usage_timer_minutes":1000000000},"web_filter":{"level":"nonsense","safe_search":false,
    "blocked_domains":["","  ","UPPER.Example","http://with.scheme.example/path",
    "line\u2028sep","tab\there","quote\"x","emoji😀"],"allowed_domains":[],"blocked_categories":[
    "adult","adult"]}}
    """#

  /// The same with a daily limit of 1440 and a whole number as spending cap.
  static let oddNumbers = #"""
    {"version":25,"child_id":"479eb1bf-ed79-4351-89c5-b5bc92c7caea","child_age":15,
    "age_group":"Teen","policy_id":"9c7a8080-d113-41fe-9d89-358d12235d4e","status":"active",
    "generated_at":"2026-11-30T01:23:42.498894148Z","content_filter":{"age_rating":"12+",
    "max_ratings":{"apple":"12+","csm":"13+","esrb":"T","mpaa":"PG-13","pegi":"12",
    "tvpg":"TV-14"},"blocked_apps":[],"allowed_apps":[],"allowlist_mode":false},"screen_time":{
    "daily_limit_minutes":1440,"per_app_limits":[{"bundle_id":"","daily_minutes":0},{
    "bundle_id":"","daily_minutes":0},{"bundle_id":"dup.example","daily_minutes":10},{
    "bundle_id":"dup.example","daily_minutes":20}],"downtime_windows":[{"days_of_week":["Mon",
    "sunday","noday"],"start_time":"22:00","end_time":"22:00"}],"always_allowed_apps":[
    "com.apple.mobilephone","com.apple.MobileSMS","com.apple.Maps"],"schedule":{"weekday":{
    "start":"25:99","end":"banana"},"weekend":{"start":"","end":""}}},"purchases":{
    "require_approval":false,"block_iap":false,"spending_cap_usd":10},"privacy":{
    "location_sharing_enabled":false,"profile_visibility":"","account_creation_approval":false,
    "data_sharing_restricted":false},"social":{"chat_mode":"","dm_restriction":"",
    "multiplayer_mode":""},"notifications":{"curfew_start":"20:00",
    "usage_timer_minutes":1000000000},"web_filter":{"level":"nonsense","safe_search":false,
    "blocked_domains":["","  ","UPPER.Example","http://with.scheme.example/path",
    "line\u2028sep","tab\there","quote\"x","emoji😀"],"allowed_domains":[],"blocked_categories":[
    "adult","adult"]}}
    """#

  /// The answer of a service that writes dates with an offset.
  static let newYork = #"""
    {"version":2,"child_id":"6cb0ff23-6abf-4d9d-8e02-ffddff2b9018","child_age":9,
    "age_group":"Child","policy_id":"7279b3d3-97dc-4111-8626-f2696aa8e08b","status":"active",
    "generated_at":"2026-11-29T20:24:27.112099167-05:00","content_filter":{"age_rating":"4+",
    "max_ratings":{"apple":"4+","csm":"7+","esrb":"E","mpaa":"PG","pegi":"7","tvpg":"TV-Y7"},
    "blocked_apps":[],"allowed_apps":[],"allowlist_mode":false},"screen_time":{
    "daily_limit_minutes":0,"always_allowed_apps":["com.apple.mobilephone",
    "com.apple.MobileSMS","com.apple.Maps"]},"purchases":{"require_approval":false,
    "block_iap":false},"privacy":{"location_sharing_enabled":false,"profile_visibility":"",
    "account_creation_approval":false,"data_sharing_restricted":false},"social":{"chat_mode":"",
    "dm_restriction":"","multiplayer_mode":""},"notifications":{},"web_filter":{"level":"",
    "safe_search":false,"blocked_domains":[],"allowed_domains":[],"blocked_categories":[]}}
    """#

  static let all: [(name: String, text: String)] = [
    ("tween", SamplePolicies.tween),
    ("limits", SamplePolicies.limits),
    ("paused", paused),
    ("sparse", sparse),
    ("full", full),
    ("empty", empty),
    ("oddTypes", oddTypes),
    ("oddValues", oddValues),
    ("oddNumbers", oddNumbers),
    ("newYork", newYork),
  ]
}
