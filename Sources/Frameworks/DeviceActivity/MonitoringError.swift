public import FoundationEssentials

extension DeviceActivityCenter {
  /// Why an activity is not monitored.
  ///
  /// Source: Apple, *DeviceActivity.DeviceActivityCenter.MonitoringError*.
  public enum MonitoringError: LocalizedError, Sendable {
    /// More than 20 activities.
    case excessiveActivities
    /// Longer than a week.
    case intervalTooLong
    /// Shorter than 15 minutes.
    case intervalTooShort
    /// The components match no future date.
    case invalidDateComponents
    /// Nobody has authorized the app.
    case unauthorized

    public var errorDescription: String? {
      switch self {
      case .excessiveActivities: "Too many activities are monitored."
      case .intervalTooLong: "The activity's interval is too long."
      case .intervalTooShort: "The activity's interval is too short."
      case .invalidDateComponents: "The schedule's date components match no future date."
      case .unauthorized: "The app is not authorized to monitor activities."
      }
    }

    public var recoverySuggestion: String? {
      switch self {
      case .excessiveActivities: "Stop some of the at most 20 activities first."
      case .intervalTooLong: "Use an interval of at most one week."
      case .intervalTooShort:
        "Use an interval of at least 15 minutes, with a warning time for a finer edge."
      case .invalidDateComponents: "Check the components of the interval's start and end."
      case .unauthorized: "Request authorization for Family Controls first."
      }
    }
  }
}
