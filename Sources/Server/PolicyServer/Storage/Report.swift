/// A report of a device.
struct Report: Equatable, Sendable {
  /// Grows with each report.
  var id = 0
  let deviceID: String
  let type: String
  /// The local day that a report of screen time is about, like `2026-03-01`.
  var day: String?
  /// JSON: an object.
  let payload: String
  let reportedAt: String
  let receivedAt: String
}
