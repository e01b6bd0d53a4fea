import DeviceActivity

/// The files that a scenario can name, and where they lie in the shared directory.
enum SimulatedFiles {
  static let paths = [
    "state": "engine.json", "engine": "engine.json", "authorization": "authorization.json",
    "config": "config.json", "vault": "vault.json", "activities": "activities/sync.json",
    "journal": "journal", "inforce": "inforce.json",
  ]

  static var words: String { paths.keys.sorted().joined(separator: ", ") }
}

/// Errors of `startMonitoring` as scenarios spell them.
enum MonitoringErrorWord {
  static let all = [
    "excessiveActivities", "intervalTooLong", "intervalTooShort", "invalidDateComponents",
    "unauthorized",
  ]

  static func word(for error: any Error) -> String { "\(error)" }
}
