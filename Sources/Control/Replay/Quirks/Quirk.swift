/// A known fault of real systems, to test a monitor against.
///
/// Each lies between the monitor and its handlers, or in what the simulated machine tells; the daemons know of none.
package enum Quirk: String, CaseIterable, Codable, Sendable {
  case lateEdge = "late-edge"
  case lostEdgeWhileIdle = "lost-edge-while-idle"
  case endAtOnce = "end-at-once-when-the-end-lies-before-the-start"
  case thresholdAtRegistration = "threshold-at-registration"
  case allThresholdsAtFirstPickUp = "all-thresholds-at-first-pick-up"
  case yesterdaysThreshold = "yesterdays-threshold-after-midnight"
  case thresholdTwice = "threshold-twice"
  case noCallbackForNearStart = "no-callback-for-a-start-within-15-minutes"
  case reRegistrationResetsCounters = "re-registration-resets-counters"
  case tooManyTokensShieldNothing = "more-than-50-tokens-shield-nothing"
  case statusNotDeterminedAtStart = "status-reads-not-determined-at-start"
  case killedInCallback = "extension-killed-in-its-callback"
}

extension Quirk {
  /// What the fault does, in a sentence.
  package var explanation: String {
    switch self {
    case .lateEdge: "Starts and ends of intervals come six minutes late."
    case .lostEdgeWhileIdle:
      "A start or an end that falls due while nobody uses the device never comes."
    case .endAtOnce:
      "An interval whose end is an earlier time of day than its start ends as soon as it starts."
    case .thresholdAtRegistration:
      "Five seconds after an activity is registered all its thresholds come, without any use."
    case .allThresholdsAtFirstPickUp:
      "When the device is first picked up on a day, all thresholds come at once."
    case .yesterdaysThreshold:
      "Thresholds come once more at 01:33:13 of the next day and look like that day's."
    case .thresholdTwice: "A threshold comes again one second later."
    case .noCallbackForNearStart:
      "Nothing comes of an interval that starts less than 15 minutes after it was registered."
    case .reRegistrationResetsCounters:
      "Registering an unchanged activity again sets its events' counters to zero."
    case .tooManyTokensShieldNothing:
      "A property of a store that holds more than 50 items shields nothing, without an error."
    case .statusNotDeterminedAtStart:
      "For five seconds after an app was started its authorization reads as not determined."
    case .killedInCallback:
      "The extension is killed in the handler of a start: its work is lost and not done again."
    }
  }

  /// Where people report it.
  package var source: String {
    switch self {
    case .lateEdge: "https://github.com/singhsanskar202/wasted"
    case .lostEdgeWhileIdle: "https://github.com/eylonshm/expo-app-blocker/commit/149338f"
    case .endAtOnce:
      "a comment in public code (a session runner); compare https://github.com/awaseem/foqos/issues/384"
    case .thresholdAtRegistration: "https://developer.apple.com/forums/thread/808470"
    case .allThresholdsAtFirstPickUp: "https://developer.apple.com/forums/thread/809410"
    case .yesterdaysThreshold: "https://github.com/brendan-ch/OpenAppLock"
    case .thresholdTwice: "https://developer.apple.com/forums/thread/741133"
    case .noCallbackForNearStart:
      "https://github.com/killlilwinters/StayFocused-ScreenTimeAPI"
    case .reRegistrationResetsCounters:
      "https://github.com/eylonshm/expo-app-blocker/commit/192a52b"
    case .tooManyTokensShieldNothing: "https://developer.apple.com/forums/thread/733361"
    case .statusNotDeterminedAtStart:
      "https://github.com/kingstinct/react-native-device-activity"
    case .killedInCallback: "https://developer.apple.com/forums/thread/735454"
    }
  }

  /// All of them, explained, for people.
  package static var list: String {
    allCases.map { "\($0.rawValue)\n  \($0.explanation)\n  \($0.source)\n" }.joined()
  }
}
