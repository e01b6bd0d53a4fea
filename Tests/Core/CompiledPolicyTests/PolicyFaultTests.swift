import TestSupport
import Testing

@testable import CompiledPolicy

@Suite struct `Values that cannot be meant` {
  struct Found: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// As `category field value`.
    let faults: [String]

    init(_ text: String, _ faults: String...) {
      (testDescription, self.text, self.faults) = (text, text, faults)
    }
  }

  @Test(arguments: [
    Found(SamplePolicies.tween), Found(SamplePolicies.limits), Found(Documents.empty),
    Found(Documents.newYork),
    Found(
      Documents.full,
      #"time_per_app_limit screen_time.per_app_limits[2].bundle_id """#,
      #"web_custom_blocklist web_filter.blocked_domains[41] "a&b<c>.example""#),
    Found(
      Documents.oddTypes,
      #"time_downtime screen_time.downtime_windows[0].start_time """#,
      #"time_downtime screen_time.downtime_windows[0].end_time """#,
      "notification_curfew notifications.curfew_end absent"),
    Found(
      Documents.oddValues,
      "time_daily_limit screen_time.daily_limit_minutes -5",
      #"time_per_app_limit screen_time.per_app_limits[0].bundle_id """#,
      #"time_per_app_limit screen_time.per_app_limits[1].bundle_id """#,
      #"time_downtime screen_time.downtime_windows[0].days_of_week[2] "noday""#,
      #"time_scheduled_hours screen_time.schedule.weekday.start "25:99""#,
      #"time_scheduled_hours screen_time.schedule.weekday.end "banana""#,
      "purchase_spending_cap purchases.spending_cap_usd 1e+21",
      "usage_timer_notification notifications.usage_timer_minutes 1000000000",
      "notification_curfew notifications.curfew_end absent",
      #"web_custom_blocklist web_filter.blocked_domains[4] "line\u{2028}sep""#,
      #"web_custom_blocklist web_filter.blocked_domains[5] "tab\there""#,
      #"web_custom_blocklist web_filter.blocked_domains[6] "quote"x""#,
      #"web_custom_blocklist web_filter.blocked_domains[7] "emoji😀""#),
    Found(
      document(#""screen_time":{"daily_limit_minutes":"90","per_app_limits":{},"schedule":[]}"#),
      #"time_daily_limit screen_time.daily_limit_minutes "90""#,
      "time_per_app_limit screen_time.per_app_limits an object of 0",
      "time_scheduled_hours screen_time.schedule a list of 0"),
    Found(
      document(#""screen_time":{"daily_limit_minutes":45.5}"#),
      "time_daily_limit screen_time.daily_limit_minutes 45.5"),
    Found(
      document(#""screen_time":{"daily_limit_minutes":99999999999999999999}"#),
      "time_daily_limit screen_time.daily_limit_minutes 1e+20"),
    Found(
      document(#""screen_time":{"per_app_limits":[7,{"bundle_id":"a.b","daily_minutes":"x"}]}"#),
      "time_per_app_limit screen_time.per_app_limits[0] 7",
      #"time_per_app_limit screen_time.per_app_limits[1].daily_minutes "x""#),
    Found(
      document(#""screen_time":{"schedule":{"weekend":{"start":"08:00","end":""}}}"#),
      #"time_scheduled_hours screen_time.schedule.weekend.end """#),
    Found(
      document(#""content_filter":{"blocked_apps":["a.b",1,"a b"],"max_ratings":{"mpaa":1}}"#),
      "content_rating content_filter.max_ratings.mpaa 1",
      "content_block_title content_filter.blocked_apps[1] 1"),
    Found(
      document(#""content_filter":{"blocked_apps":["a.b","a b"]}"#),
      #"content_block_title content_filter.blocked_apps[1] "a b""#),
    Found(
      document(
        #""screen_time":{"downtime_windows":[{"days_of_week":[1],"start_time":"08:00","#
          + #""end_time":"09:00"}]}"#),
      "time_downtime screen_time.downtime_windows[0].days_of_week[0] 1"),
    Found(
      document(#""screen_time":{"schedule":{"weekday":{"start":5,"end":"21:00"}}}"#),
      "time_scheduled_hours screen_time.schedule.weekday.start 5"),
    Found(
      document(#""social":{"chat_mode":false},"purchases":{"spending_cap_usd":-1}"#),
      "social_chat_control social.chat_mode false",
      "purchase_spending_cap purchases.spending_cap_usd -1.0"),
  ])
  func `fail their own category and are named as found`(_ sample: Found) throws {
    let faults = try received(sample.text).faults.map {
      "\($0.category.rawValue) \($0.field) \($0.value)"
    }
    #expect(Set(faults) == Set(sample.faults))
    #expect(faults.count == sample.faults.count)
    #expect(try plan(sample.text).faults.count == sample.faults.count)
  }

  @Test func `are not what has one sensible reading`() throws {
    let text = document(
      #"""
      "screen_time":{"downtime_windows":[{"days_of_week":["Mon","tue",""],"start_time":"9:00",
      "end_time":"10:00:00"}],"always_allowed_apps":["a.b","a.b"," "]},
      "web_filter":{"blocked_domains":["","  ","http://x.example/y","X.example."]},
      "content_filter":{"blocked_apps":["","a.b","a.b"]}
      """#)
    let policy = try received(text).policy
    let reading = PolicyReading(policy)
    #expect(reading.faults.isEmpty)
    #expect(reading.blockedDomains == ["x.example"])
    #expect(reading.blockedApps == ["a.b"])
    #expect(reading.alwaysAllowed == ["a.b"])
    #expect(
      reading.downtime?.runs == [
        WeekRun(start: 1440 + 540, length: 60), WeekRun(start: 2880 + 540, length: 60),
      ])
  }

  @Test func `leave the last good value of their category in force and nothing else`() throws {
    let lastGood = try received(SamplePolicies.tween).policy
    let received = try received(Documents.oddValues)
    let result = received.policy.substituting(received.faults, from: lastGood)
    #expect(result.screenTime == lastGood.screenTime)
    #expect(result.notifications == lastGood.notifications)
    #expect(result.webFilter?.blockedDomains == ["reddit.com"])
    #expect(result.webFilter?.level == "nonsense")
    #expect(result.webFilter?.blockedCategories == ["adult", "adult"])
    #expect(result.contentFilter == received.policy.contentFilter)
    #expect(result.purchases?.spendingCapUSD == 10)
    #expect(result.purchases?.requireApproval == false)
    #expect(result.version == received.policy.version)
    #expect(result.faults.isEmpty)
  }

  @Test func `leave what can be read of a list when there is no last good value`() throws {
    let received = try received(Documents.full)
    let result = received.policy.substituting(received.faults, from: nil)
    #expect(result == received.policy)
    let reading = PolicyReading(result)
    #expect(reading.appLimits == ["com.example.video": 30, "com.example.game": 45])
    #expect(reading.blockedDomains.count == 41)
    #expect(reading.blockedDomains.last == "xn--bcher-kva.example")
  }

  @Test func `are not taken over from a policy that has them itself`() throws {
    let received = try received(document(#""screen_time":{"daily_limit_minutes":-1}"#))
    let worse = try CompiledPolicyTests.received(Documents.oddValues).policy
    let result = received.policy.substituting(received.faults, from: worse)
    #expect(result.screenTime?.dailyLimitMinutes == -1)
  }

  @Test func `are cut and escaped where they are named`() {
    let long = PolicyFault.excerpt(of: String(repeating: "x", count: 5000))
    #expect(long == "\"" + String(repeating: "x", count: 80) + "…\"")
    #expect(PolicyFault.excerpt(of: "a\nb\u{1B}[31m") == #""a\nb\u{1B}[31m""#)
  }

  /// Every field a policy has belongs to a category, and substituting reaches it.
  @Test func `can be put right in every field`() throws {
    let lastGood = try received(Documents.full).policy
    let emptied = try received(
      document(
        #""content_filter":{},"screen_time":{},"purchases":{},"privacy":{},"social":{},"#
          + #""notifications":{},"web_filter":{}"#)
    ).policy
    let clean = Set(lastGood.faults.map(\.category))
    let faults = RuleCategory.allCases.map { PolicyFault($0, "field", "value", "reason") }
    let result = emptied.substituting(faults, from: lastGood)
    var expected = lastGood
    expected.screenTime?.perAppLimits = nil
    expected.webFilter?.blockedDomains = nil
    #expect(clean == [.timePerAppLimit, .webCustomBlocklist])
    #expect(result.contentFilter == expected.contentFilter)
    #expect(result.screenTime == expected.screenTime)
    #expect(result.purchases == expected.purchases)
    #expect(result.privacy == expected.privacy)
    #expect(result.social == expected.social)
    #expect(result.notifications == expected.notifications)
    #expect(result.webFilter == expected.webFilter)
  }
}
