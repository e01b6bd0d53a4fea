/// What a person is told of the time that is left.
package enum TimeNotice: Equatable, Sendable {
  /// Why the device is about to be locked.
  package enum Lock: Equatable, Sendable {
    case downtime
    case outsideHours
    /// Several reasons at once, or one after the other.
    case both
  }

  /// Minutes that are left of the application's own limit; of the daily one where the application is nil.
  case left(minutes: Int, application: String?)
  case usedUp(application: String?)
  /// Device time ends so many seconds from now; the times are as the clock on the wall shows them.
  case locking(Lock, seconds: Int, begins: String, until: String)
  /// So much was used today (the usage timer).
  case used(minutes: Int)

  /// The application, as the policy names it.
  package var application: String? {
    switch self {
    case .left(_, let application), .usedUp(let application): application
    case .locking, .used: nil
    }
  }

  /// - Parameter name: What people call an application.
  package func words(calling name: (String) -> String) -> String {
    let subject = application.map(name) ?? "today"
    return switch self {
    case .left(let minutes, _):
      "\(Self.count(minutes)) left for \(subject)"
    case .usedUp: "The time for \(subject) is used up"
    case .locking(let lock, let seconds, let begins, let until):
      "\(lock.words) \(begins), in \(Self.length(seconds)); it goes on at \(until)"
    case .used(let minutes): "\(Self.count(minutes)) used today"
    }
  }

  package var words: String { words { $0 } }

  private static func count(_ minutes: Int) -> String {
    minutes == 1 ? "1 minute" : "\(minutes) minutes"
  }

  private static func length(_ seconds: Int) -> String {
    seconds % 60 == 0 ? count(seconds / 60) : "\(seconds) seconds"
  }
}

extension TimeNotice.Lock {
  fileprivate var words: String {
    switch self {
    case .downtime: "Downtime begins at"
    case .outsideHours: "The allowed hours end at"
    case .both: "Device time ends at"
    }
  }
}
