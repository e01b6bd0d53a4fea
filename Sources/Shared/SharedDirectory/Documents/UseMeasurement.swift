/// How use is measured on this machine, for `inforce.json`.
package struct UseMeasurement: Codable, Equatable, Sendable {
  /// What tells which application is in use: `x11`, `processes`, or `none`.
  package var source: String
  /// What tells whether the session is active: `logind`, or `none`.
  package var session: String
  /// How good it is: `enforced` where the focused window is known.
  package var accuracy: EnforcementStatus
  /// Whether the person can be told of time running out.
  package var notices: EnforcementStatus
  /// Records that could not have been (rule E6), in words.
  package var faults: [String] = []

  package init(
    source: String, session: String, accuracy: EnforcementStatus, notices: EnforcementStatus,
    faults: [String] = []
  ) {
    self.source = source
    self.session = session
    self.accuracy = accuracy
    self.notices = notices
    self.faults = faults
  }
}
