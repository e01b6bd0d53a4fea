/// A policy with the same downtime on every day, in which one application is always allowed.
struct TestPolicy {
  var version = 1
  /// "HH:mm" to "HH:mm".
  var windows: [(start: String, end: String)]
  var alwaysAllowed = ["org.example.reader"]
  var blocked: [String] = []
  /// Nothing may run but what is always allowed.
  var isAllowlist = false

  var text: String {
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
      .map { "\"\($0)\"" }.joined(separator: ",")
    let windows = windows.map {
      "{\"days_of_week\":[\(days)],\"start_time\":\"\($0.start)\",\"end_time\":\"\($0.end)\"}"
    }
    return """
      {"version":\(version),"policy_id":"0b9d0b68-54a3-4c1c-8f55-0f5bb1d6a001","status":"active",
       "content_filter":{"blocked_apps":[\(quoted(blocked))],"allowlist_mode":\(isAllowlist)},
       "screen_time":{"daily_limit_minutes":0,
        "downtime_windows":[\(windows.joined(separator: ","))],
        "always_allowed_apps":[\(quoted(alwaysAllowed))]}}
      """
  }

  private func quoted(_ words: [String]) -> String {
    words.map { "\"\($0)\"" }.joined(separator: ",")
  }
}
