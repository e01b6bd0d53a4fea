/// What a person is told of the time that is left.
package enum TimeNotice: Equatable, Sendable {
  /// Minutes that are left of the application's own limit; of the daily one where the application is nil.
  case left(minutes: Int, application: String?)
  case usedUp(application: String?)
  /// So much was used today (the usage timer).
  case used(minutes: Int)

  /// The application, as the policy names it.
  package var application: String? {
    switch self {
    case .left(_, let application), .usedUp(let application): application
    case .used: nil
    }
  }

  /// - Parameter name: What people call an application.
  package func words(calling name: (String) -> String) -> String {
    let subject = application.map(name) ?? "today"
    return switch self {
    case .left(let minutes, _):
      "\(Self.count(minutes)) left for \(subject)"
    case .usedUp: "The time for \(subject) is used up"
    case .used(let minutes): "\(Self.count(minutes)) used today"
    }
  }

  package var words: String { words { $0 } }

  private static func count(_ minutes: Int) -> String {
    minutes == 1 ? "1 minute" : "\(minutes) minutes"
  }
}
