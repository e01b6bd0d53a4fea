/// A known fault of real systems, to test a monitor against.
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
